import type { PolicySources, PolicyState } from '../../core/policy/policy.ts';
import { readPolicies } from '../../core/policy/read.ts';
import type { Policies } from '../../core/port/policies.ts';
import type { ReadWritten } from '../../core/port/written-text.ts';

/** How many answers are kept: a policy is asked for at every decision and changes once a week. */
const maxKept = 64;

/** Policy files, read with a reader of YAML. What was read of the same files is not read again. */
export function policies(readYaml: ReadWritten): Policies {
  const kept = new Map<string, PolicyState>();
  return {
    read(sources) {
      if (sources.repository === null && sources.organisation === null)
        return readPolicies(sources, readYaml);
      const key = keyOf(sources);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const state = readPolicies(sources, readYaml);
      const oldest = kept.size < maxKept ? undefined : kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(key, state);
      return state;
    },
  };
}

function keyOf(sources: PolicySources): string {
  return JSON.stringify([sources.repository, sources.organisation]);
}
