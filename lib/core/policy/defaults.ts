import { actionTypes } from '../action/types.ts';
import type { ApprovalRule } from '../proposal/proposal.ts';
import type { ActionPolicy, Policy } from './policy.ts';

/** The rule that applies where no policy file says another. */
export const defaultRule: ApprovalRule = {
  name: 'default',
  reason: null,
  roles: ['maintain', 'admin'],
  teams: [],
  users: [],
  count: 1,
  initiatorMayApprove: false,
  evidenceAuthorsMayApprove: true,
  mention: [],
};

/** How long a proposal may wait where no policy file says otherwise: 24 hours. */
const defaultExpiryMs: number = 24 * 3_600_000;

/** What holds for an action type where no policy file says otherwise. */
export const defaultAction: Omit<ActionPolicy, 'type'> = {
  targets: ['this'],
  risk: 'low',
  expiresMs: defaultExpiryMs,
  rules: { low: 'default', medium: 'default', high: 'default' },
};

/** What is allowed where no policy file lists action types: what a person can undo, and nothing else. */
const defaultActions: readonly ActionPolicy[] = [...actionTypes.values()]
  .filter(({ byDefault }) => byDefault)
  .map(({ type }) => ({ ...defaultAction, type }))
  .toSorted((left, right) => (left.type < right.type ? -1 : 1));

/** What applies where neither the repository nor its organisation has a policy file. */
export const defaultPolicy: Policy = {
  version: 1,
  frozen: null,
  evidence: 'private',
  // As far as the operator's settings accept them: without its keys, no seal of a kind holds.
  seals: ['app', 'hmac', 'oidc'],
  runners: ['github-hosted'],
  environments: null,
  events: ['issues', 'schedule', 'workflow_dispatch'],
  bundles: null,
  actions: defaultActions,
  accepts: [],
  rules: [defaultRule],
  limits: { perDay: null, perActorPerDay: null },
  remindMs: null,
};
