import { checkAction } from '../action/check.ts';
import { withholdingFault } from '../evidence/withheld.ts';
import { canonical } from '../json/canonical.ts';
import { parseJson } from '../json/parse.ts';
import { readShape, type ShapeFault } from '../json/shape.ts';
import type { RefusalCode } from '../refusal.ts';
import { ok, refused, type Result } from '../result.ts';
import { parseInstant } from '../time/instant.ts';
import { idempotencyKeyOf, keyRunIdOf } from './idempotency-key.ts';
import type { Proposal } from './proposal.ts';
import { proposalShape } from './shape.ts';

/** Why a text is no proposal. Paths start at the proposal: `action.input.title`. */
export interface ProposalFault {
  readonly code: Extract<
    RefusalCode,
    'proposal_malformed' | 'expiry_invalid' | 'action_unknown' | 'action_refused' | 'idempotency_key_wrong'
  >;
  readonly faults: readonly ShapeFault[];
}

/**
 * Reads a proposal from its canonical text, strictly: the text is canonical, every member of the format
 * is there and no other, the action is one that its type takes, and the idempotency key is recomputed.
 * It says nothing about whether the proposal is true: seal, run and policy are the App's to check.
 */
export function parseProposal(text: string): Result<Proposal, ProposalFault> {
  const json = parseJson(text);
  if (!json.ok) return fault('proposal_malformed', '(document)', `strict JSON (${json.fault.code})`);
  if (canonical(json.value) !== text) return fault('proposal_malformed', '(document)', 'canonical JSON');
  const read = readShape(proposalShape, json.value);
  if (!read.ok) return refused({ code: 'proposal_malformed', faults: read.fault });
  return checkTogether(read.value);
}

/** The rules that bind one member to another. */
function checkTogether(proposal: Proposal): Result<Proposal, ProposalFault> {
  const { repository, action, policy, evidence, issuedAt, expiresAt } = proposal;
  const target = action.target.repository;
  if (target.ownerId !== repository.ownerId)
    return fault('proposal_malformed', 'action.target.repository', 'a repository of the same owner');
  if ((target.id === repository.id) !== (target.name === repository.name))
    return fault('proposal_malformed', 'action.target.repository', 'one name for one repository id');
  const { roles, teams, users } = policy.rule;
  if (roles.length + teams.length + users.length === 0)
    return fault('proposal_malformed', 'policy.rule', 'somebody who may approve');
  if (expiresAt !== null && !isBefore(issuedAt, expiresAt))
    return fault('expiry_invalid', 'expiresAt', 'an instant behind issuedAt');
  const withholding = withholdingFault(evidence);
  if (withholding !== null) return fault('proposal_malformed', 'evidence', withholding);
  const checked = checkAction(action);
  if (!checked.ok) return checked;
  const { type, input } = action;
  const key = {
    repositoryId: repository.id,
    runId: keyRunIdOf(proposal),
    type,
    target: action.target,
    input,
  };
  if (idempotencyKeyOf(key) !== action.idempotencyKey)
    return fault('idempotency_key_wrong', 'action.idempotencyKey', 'the key that the action gives');
  return ok(proposal);
}

function isBefore(earlier: string, later: string): boolean {
  const [first, second] = [parseInstant(earlier), parseInstant(later)];
  return first.ok && second.ok && first.value < second.value;
}

function fault(code: ProposalFault['code'], path: string, expected: string): Result<never, ProposalFault> {
  return refused({ code, faults: [{ path, expected }] });
}
