import { hasOrganisation, policyEntry, policyFields } from '../../core/policy/file.ts';
import { policyPath } from '../../core/policy/fault-words.ts';
import type { PolicyText } from '../../core/policy/policy.ts';
import type { AppHost } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { members, orNull, type Reader } from './answer.ts';
import type { GitHubClient } from './client.ts';
import { answeredWithErrors, askAbout } from './graph.ts';
import { policyFile, policyFileAt } from './policy-files.ts';

const query = `query PolicyChange(
  $owner: String!, $name: String!, $organised: Boolean!, $before: String!, $after: String!
) {
  repository(owner: $owner, name: $name) {
    before: object(expression: $before) ${policyEntry}
    after: object(expression: $after) ${policyEntry}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${policyFields}
  }
}`;

/** Its commit is known to whoever asks. */
const file: Reader<PolicyText | null> = (value) => policyFileAt('', value);

const data = members({
  repository: orNull(members({ before: file, after: file })),
  organisation: orNull(policyFile),
});

/** A null inside the organisation's repository would pass for a policy that is not there. */
function mayBeGone([first, ...rest]: readonly unknown[]): boolean {
  return first === 'organisation' && rest.length === 0;
}

function at(commit: string): string {
  return `${commit}:${policyPath}`;
}

/** Reads the policy file of a repository at two commits, and its organisation's of now. */
export function policyChange(client: GitHubClient): AppHost['policyChange'] {
  return async ({ repository, before, after }) => {
    const variables = {
      organised: hasOrganisation(repository),
      // A branch that was made just now had none.
      before: at(before ?? '0'.repeat(40)),
      after: at(after),
    };
    const read = await askAbout(client, { repository, query, variables, data, mayBeGone });
    if (!read.ok) return read;
    const { repository: found, organisation } = read.value;
    if (found === null) return refused(answeredWithErrors);
    const was = found.before;
    const now = found.after;
    return ok({
      before: was === null || before === null ? null : { ...was, commit: before },
      after: now === null ? null : { ...now, commit: after },
      organisation,
    });
  };
}
