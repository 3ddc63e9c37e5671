import type { PolicySources, PolicyState } from '../policy/policy.ts';

/** Reads policy files: strict YAML, the organisation's first, which the repository's may only tighten. */
export interface Policies {
  /** No I/O: the same texts give the same answer. Whatever cannot be read, or is looser, makes it faulty. */
  read(sources: PolicySources): PolicyState;
}
