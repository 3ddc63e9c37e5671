import type { Digest } from '../json/digest.ts';
import type { ApprovalRule, Risk } from '../proposal/proposal.ts';

/** How a proposal's origin may be proved. */
export type SealKind = 'oidc' | 'hmac' | 'app';

/** Where a job runs: on GitHub's own machines, or on somebody's. */
export type RunnerEnvironment = 'github-hosted' | 'self-hosted';

/** A bundle that may propose, and the Git refs whose workflow files may run it. */
export interface BundlePolicy {
  readonly id: string;
  /** Whole refs (`refs/heads/main`), in which `*` stands for anything but a slash. Null: from any ref. */
  readonly refs: readonly string[] | null;
}

/** Another repository of the same account that may decide for this one. Both its name and its id must fit. */
export interface AcceptedRepository {
  /** `owner/name`, for whoever reads the policy. */
  readonly name: string;
  /** Numeric id, as a decimal string: a name can be given to another repository. */
  readonly id: string;
}

/** What holds for the actions of one type. */
export interface ActionPolicy {
  readonly type: string;
  /** `this` for the repository that decides, or `owner/name`, in which `*` stands for anything but a slash. */
  readonly targets: readonly string[];
  /** The least risk that a proposal of this type has. */
  readonly risk: Risk;
  /** The longest time that a proposal waits. Null: without end. */
  readonly expiresMs: number | null;
  /** The name of the rule that applies, by the proposal's risk. */
  readonly rules: Readonly<Record<Risk, string>>;
}

/** How many proposals are taken in within 24 hours; null: without bound. */
export interface PolicyLimits {
  readonly perDay: number | null;
  /** The same, for each person who starts runs. */
  readonly perActorPerDay: number | null;
}

/** What applies in one repository: the organisation's file, the repository's, and what neither says. No member is optional. */
export interface Policy {
  readonly version: 1;
  /** Why nothing is approved or executed at present; null when nothing is frozen. */
  readonly frozen: string | null;
  /** Whether a public repository shows excerpts of evidence, or only their digests. */
  readonly evidence: 'public' | 'private';
  readonly seals: readonly SealKind[];
  readonly runners: readonly RunnerEnvironment[];
  /** Deployment environments that jobs that propose must stand in, one of them. Null: any, and none. */
  readonly environments: readonly string[] | null;
  /** The events that may start a run that proposes. */
  readonly events: readonly string[];
  /** Ascending by id. Null: any bundle, from any ref, and agents' drafts. */
  readonly bundles: readonly BundlePolicy[] | null;
  /** Ascending by type. A type that is not listed is not allowed. */
  readonly actions: readonly ActionPolicy[];
  /** Ascending by name. Whose proposals may be done here, beside the repository's own. */
  readonly accepts: readonly AcceptedRepository[];
  /** Ascending by name. One is named `default`. */
  readonly rules: readonly ApprovalRule[];
  readonly limits: PolicyLimits;
  /** How long before its end a waiting proposal is recalled to whom its rule mentions; null: never. */
  readonly remindMs: number | null;
}

/** A policy file's text as GitHub gave it. */
export interface PolicyText {
  /** The default branch's head that it was read at: 40 lowercase hexadecimal digits. */
  readonly commit: string;
  /** Null where the file is binary, cut short, or longer than 64 KiB: there is one, and nobody can read it. */
  readonly text: string | null;
}

/** The policy files that apply to a repository. Null stands for a file that is definitely not there. */
export interface PolicySources {
  readonly repository: PolicyText | null;
  /** The same path in `<owner>/.github`; null too for that repository itself. */
  readonly organisation: PolicyText | null;
}

/** Whose file says something. */
export type PolicyOwner = 'repository' | 'organisation';

/** A place in a policy file; line and column count from 1. */
export interface PolicyPlace {
  readonly owner: PolicyOwner;
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with a policy file: where, under which key (`rules.default.count`), and what was expected there. */
export interface PolicyFault extends PolicyPlace {
  readonly path: string;
  readonly expected: string;
}

/** What the policy files of a repository come to. A faulty one allows nothing. */
export type PolicyState =
  /** Neither file is there. */
  | { readonly kind: 'default'; readonly policy: Policy }
  | {
      readonly kind: 'written';
      readonly policy: Policy;
      /** Head of the repository's default branch that its file was read at; of the organisation's, where only that has one. */
      readonly commit: string;
      /** Digest of the policy as it applies: `digestPolicy`. */
      readonly digest: Digest;
      /** Where the files say something, by key: `frozen`, `rules.default.count`, `actions.github.issue.create`. */
      readonly places: ReadonlyMap<string, PolicyPlace>;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly PolicyFault[] };
