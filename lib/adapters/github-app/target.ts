import { hasOrganisation, policyFields } from '../../core/policy/file.ts';
import type { PolicyText } from '../../core/policy/policy.ts';
import type { AppHost } from '../../core/port/app-host.ts';
import type { Action } from '../../core/proposal/proposal.ts';
import { ok } from '../../core/result.ts';
import { flag, id, members, orNull, short, type Reader } from './answer.ts';
import type { GitHubClient, Place } from './client.ts';
import { askAbout } from './graph.ts';
import { policyFile } from './policy-files.ts';

/** Where an action is done. The one place that says so. */
export function placeOf(action: Action): Pick<Place, 'repository'> {
  return { repository: action.target.repository.name };
}

/** A name that was given up leads on to its repository, which then tells its present one. */
const query = `query Target($owner: String!, $name: String!, $organised: Boolean!) {
  repository(owner: $owner, name: $name) {
    databaseId
    nameWithOwner
    isArchived
    owner { ... on User { databaseId } ... on Organization { databaseId } }
    ${policyFields}
  }
  organisation: repository(owner: $owner, name: ".github") @include(if: $organised) {
    ${policyFields}
  }
}`;

const facts = members({
  databaseId: id,
  nameWithOwner: short,
  isArchived: flag,
  owner: members({ databaseId: id }),
});

const repository: Reader<ReturnType<typeof facts> & { readonly policy: PolicyText | null }> = (value) => ({
  ...facts(value),
  policy: policyFile(value),
});

const data = members({ repository: orNull(repository), organisation: orNull(policyFile) });

/** A null inside one of them would pass for a policy that is not there. */
function mayBeGone([, ...rest]: readonly unknown[]): boolean {
  return rest.length === 0;
}

/** Reads the repository that an action is for. May be seconds behind, as every read at GitHub may. */
export function target(client: GitHubClient): AppHost['target'] {
  return async ({ repository: name }) => {
    const variables = { organised: hasOrganisation(name) };
    const read = await askAbout(client, { repository: name, query, variables, data, mayBeGone });
    if (!read.ok) return read;
    const { repository: found, organisation } = read.value;
    if (found === null) return ok(null);
    const { databaseId, nameWithOwner, isArchived: archived, owner, policy } = found;
    return ok({
      repository: { id: databaseId, ownerId: owner.databaseId, name: nameWithOwner },
      archived,
      policy: { repository: policy, organisation },
    });
  };
}
