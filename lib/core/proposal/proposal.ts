import type { EvidenceReceipt } from '../evidence/receipt.ts';
import type { Digest } from '../json/digest.ts';
import type { JsonObject } from '../json/value.ts';

/** The `kind` of a proposal: it is hashed with the rest, so no other document can share its hash. */
export const proposalKind = 'countersign/proposal@1';

/** How much harm the action could do, as the bundle or the policy says. */
export type Risk = 'low' | 'medium' | 'high';

/** A repository by the ids that never change, and the name it had then. Ids are decimal strings. */
export interface RepositoryRef {
  readonly id: string;
  readonly ownerId: string;
  /** `owner/name`. */
  readonly name: string;
}

/** The Actions run that composed the proposal. Both actors count as initiators. */
export interface ActionsOrigin {
  readonly runId: string;
  readonly attempt: number;
  /** `owner/repo/.github/workflows/file.yml@refs/heads/main`. */
  readonly workflowRef: string;
  readonly sha: string;
  readonly event: string;
  /** Numeric id, as a decimal string. */
  readonly actor: string;
  readonly triggeringActor: string;
}

/** The agent that composed the proposal through the App. The key's minter counts as initiator. */
export interface AgentOrigin {
  readonly principal: string;
  readonly key: string;
  readonly minter: string;
}

/** Who composed a proposal: an Actions run, or an agent through the App. */
export type Origin = { readonly actions: ActionsOrigin } | { readonly agent: AgentOrigin };

/** Repository roles that GitHub knows, weakest first. A custom role amounts to one of them too. */
export const builtInRoles = ['read', 'triage', 'write', 'maintain', 'admin'] as const;

/** One of the roles that every repository has. */
export type Role = (typeof builtInRoles)[number];

/** Who must say yes, as the reader sees it. Someone in any of the three lists is an approver. */
export interface ApprovalRule {
  readonly name: string;
  /** Why the rule is as it is, for the reader; null where the policy says nothing. */
  readonly reason: string | null;
  /** The five built-in roles, met by what a right amounts to; any other is a custom role's exact name. */
  readonly roles: readonly string[];
  /** `org/slug`. */
  readonly teams: readonly string[];
  /** Numeric ids, as decimal strings. */
  readonly users: readonly string[];
  /** How many distinct people. At least 1. */
  readonly count: number;
  readonly initiatorMayApprove: boolean;
  readonly evidenceAuthorsMayApprove: boolean;
  /** `org/slug` or logins that the issue mentions. */
  readonly mention: readonly string[];
}

/** The approval rule that applies, and where it comes from. */
export interface PolicyRef {
  readonly source: 'default' | { readonly commit: string; readonly digest: Digest };
  readonly rule: ApprovalRule;
}

/** What would be done. One per proposal. */
export interface Action {
  readonly type: string;
  /** Where: always a repository of the same installation. */
  readonly target: { readonly repository: RepositoryRef };
  /** As the action type's own shape says. */
  readonly input: JsonObject;
  /** What must still hold right before the write, as `parsePrecondition` reads it, or null: nothing is compared. */
  readonly precondition: JsonObject | null;
  /** `cs-` and 32 hexadecimal digits. */
  readonly idempotencyKey: string;
}

/** Everything that is approved. Its hash is SHA-256 of its canonical text. */
export interface Proposal {
  readonly kind: typeof proposalKind;
  /** 32 hexadecimal digits from a random source: two runs never share a hash. */
  readonly nonce: string;
  readonly issuedAt: string;
  /** Null only where the policy says `never`. */
  readonly expiresAt: string | null;
  readonly risk: Risk;
  readonly repository: RepositoryRef;
  readonly origin: Origin;
  /** Null for an agent's draft. */
  readonly bundle: { readonly id: string; readonly version: string; readonly digest: Digest } | null;
  readonly policy: PolicyRef;
  readonly action: Action;
  readonly evidence: readonly EvidenceReceipt[];
  /** The head of the runner's event chain. */
  readonly events: { readonly count: number; readonly head: Digest };
}

/** The numeric ids of everyone who started the proposal. None of them approves, unless the rule lets them. */
export function initiatorsOf(proposal: Proposal): ReadonlySet<string> {
  const { origin } = proposal;
  return new Set(
    'actions' in origin ? [origin.actions.actor, origin.actions.triggeringActor] : [origin.agent.minter],
  );
}

/** The name of the artifact that holds the whole evidence of a run's proposal, if one does. */
export function artifactNameOf(run: string): string {
  return `countersign-evidence-${run}`;
}

/**
 * The id of the run that a proposal belongs to: repository, Actions run, attempt and nonce. Derived, so
 * that a record cannot claim another run's id.
 */
export function runIdOf(proposal: Pick<Proposal, 'repository' | 'origin' | 'nonce'>): string {
  const { repository, origin, nonce } = proposal;
  const source = 'actions' in origin ? `${origin.actions.runId}-${origin.actions.attempt}` : 'agent';
  return `${repository.id}-${source}-${nonce.slice(0, 8)}`;
}
