import type { EvidenceReceipt } from '../evidence/receipt.ts';
import {
  anyObject,
  either,
  exactly,
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  pattern,
  type Shape,
} from '../json/shape.ts';
import {
  bundleId,
  digest,
  distinct,
  fullName,
  id,
  instant,
  line,
  login,
  name,
  roleName,
  ruleName,
  sha,
  team,
  version,
  workflowRef,
} from './grammar.ts';
import {
  proposalKind,
  type Action,
  type ApprovalRule,
  type Origin,
  type Proposal,
  type RepositoryRef,
} from './proposal.ts';

/** How many receipts a proposal holds at most. */
export const maxEvidence = 64;

const repository: Shape<RepositoryRef> = object({ id, ownerId: id, name: fullName });

const agentName = pattern('a name of an agent or key', /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/);

const origin: Shape<Origin> = (value, path) => {
  const shape: Shape<Origin> =
    typeof value === 'object' && value !== null && 'agent' in value
      ? object({ agent: object({ principal: agentName, key: agentName, minter: id }) })
      : object({ actions: actionsOrigin });
  return shape(value, path);
};

const actionsOrigin = object({
  runId: id,
  attempt: integer(1, 10_000),
  workflowRef,
  sha,
  event: pattern('the name of an event', /^[a-z][a-z_]{0,63}$/),
  actor: id,
  triggeringActor: id,
});

/** The approval rule: bounded, so that a reader can take it in and a body can hold it. */
const ruleShape: Shape<ApprovalRule> = object({
  name: ruleName,
  reason: nullable(line('one visible line of at most 300 characters, or null', 300)),
  roles: distinct(roleName, 20),
  teams: distinct(team, 20),
  users: distinct(id, 50),
  count: integer(1, 20),
  initiatorMayApprove: flag(),
  evidenceAuthorsMayApprove: flag(),
  mention: distinct(either(team, login), 20),
});

const policySource = either(exactly('default'), object({ commit: sha, digest }));

/** A receipt, with every member. The excerpt's bytes are bounded by the body that shows it. */
const receiptShape: Shape<EvidenceReceipt> = object({
  step: name,
  server: name,
  tool: name,
  descriptor: digest,
  arguments: digest,
  output: digest,
  redacted: digest,
  excerpt: digest,
  bytes: object({ output: integer(0, Number.MAX_SAFE_INTEGER), excerpt: integer(0, 65_536) }),
  authors: either(exactly('unknown'), distinct(id, 100)),
  flags: distinct(
    oneOf('binary_content', 'not_text', 'shortened', 'structured_content_differs', 'escaped', 'withheld'),
    6,
  ),
  artifact: nullable(digest),
});

const action: Shape<Action> = object({
  type: pattern('the name of an action type', /^[a-z]+(?:\.[a-z]+(?:-[a-z]+)*){1,4}$/),
  target: object({ repository }),
  input: anyObject(),
  precondition: nullable(anyObject()),
  idempotencyKey: pattern('cs- and 32 lowercase hexadecimal digits', /^cs-[0-9a-f]{32}$/),
});

/** A proposal with every member that the format lists and no other. What members mean together, `parseProposal` checks. */
export const proposalShape: Shape<Proposal> = object({
  kind: exactly(proposalKind),
  nonce: pattern('32 lowercase hexadecimal digits', /^[0-9a-f]{32}$/),
  issuedAt: instant,
  expiresAt: nullable(instant),
  risk: oneOf('low', 'medium', 'high'),
  repository,
  origin,
  bundle: nullable(object({ id: bundleId, version, digest })),
  policy: object({ source: policySource, rule: ruleShape }),
  action,
  evidence: list(receiptShape, maxEvidence),
  events: object({ count: integer(1, 4096), head: digest }),
});
