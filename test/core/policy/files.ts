/** Policy files as tests write them. */
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';
import type { Policy, PolicyState } from '../../../lib/core/policy/policy.ts';
import { readPolicies } from '../../../lib/core/policy/read.ts';

export const commit: string = 'c'.repeat(40);
export const organisationCommit: string = 'd'.repeat(40);

/** What a repository's file and its organisation's come to; null: there is none. */
export function stateOf(repository: string | null, organisation: string | null = null): PolicyState {
  return readPolicies(
    {
      repository: repository === null ? null : { commit, text: repository },
      organisation: organisation === null ? null : { commit: organisationCommit, text: organisation },
    },
    readYaml,
  );
}

/** The policy of files without a fault. */
export function policyOf(repository: string, organisation: string | null = null): Policy {
  const state = stateOf(repository, organisation);
  if (state.kind === 'faulty') throw new Error(JSON.stringify(state.faults));
  return state.policy;
}

/** Faults as people read them: `3:5 rules.default.count: an integer from 1 to 20`. */
export function faultsOf(repository: string | null, organisation: string | null = null): readonly string[] {
  const state = stateOf(repository, organisation);
  if (state.kind !== 'faulty') return [];
  return state.faults.map(
    ({ owner, line, column, path, expected }) =>
      `${owner === 'organisation' ? 'organisation ' : ''}${line}:${column} ${path}: ${expected}`,
  );
}
