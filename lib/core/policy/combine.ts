import type { ApprovalRule } from '../proposal/proposal.ts';
import { defaultAction, defaultRule } from './defaults.ts';
import type { ActionPolicy, BundlePolicy, Policy, PolicyLimits } from './policy.ts';
import type { WrittenAction, WrittenPolicy, WrittenRule } from './written.ts';

/**
 * What a file comes to over the policy above it: what it leaves out is inherited, what it says replaces that,
 * member by member. Whether it may say so is another question: `looserThan`.
 */
export function combine(above: Policy, written: WrittenPolicy): Policy {
  return {
    version: 1,
    frozen: above.frozen ?? written.frozen,
    evidence: written.evidence ?? above.evidence,
    seals: written.seals?.toSorted() ?? above.seals,
    runners: written.runners?.toSorted() ?? above.runners,
    environments: written.environments?.toSorted() ?? above.environments,
    events: written.events?.toSorted() ?? above.events,
    bundles: written.bundles === null ? above.bundles : bundlesOf(above, written.bundles),
    actions: written.actions === null ? above.actions : actionsOf(above, written.actions),
    accepts: written.accepts === null ? above.accepts : acceptsOf(written.accepts),
    rules: rulesOf(above.rules, written.rules ?? []),
    limits: limitsOf(above.limits, written.limits),
    remindMs: written.remind ?? above.remindMs,
  };
}

function bundlesOf(above: Policy, written: NonNullable<WrittenPolicy['bundles']>): readonly BundlePolicy[] {
  return written.toSorted(byKey).map(([id, { refs }]) => ({
    id,
    refs: refs?.toSorted() ?? above.bundles?.find((bundle) => bundle.id === id)?.refs ?? null,
  }));
}

function actionsOf(
  above: Policy,
  written: readonly (readonly [string, WrittenAction])[],
): readonly ActionPolicy[] {
  return written.toSorted(byKey).map(([type, { targets, risk, expires, rule }]) => {
    const base = above.actions.find((one) => one.type === type) ?? defaultAction;
    const expiresMs = expires === 'never' ? null : expires;
    return {
      type,
      targets: targets?.toSorted() ?? base.targets,
      risk: risk ?? base.risk,
      expiresMs: expires === null ? base.expiresMs : expiresMs,
      rules: rule ?? base.rules,
    };
  });
}

function acceptsOf(written: NonNullable<WrittenPolicy['accepts']>): Policy['accepts'] {
  return written.toSorted(byKey).map(([name, id]) => ({ name, id }));
}

function rulesOf(
  above: readonly ApprovalRule[],
  written: readonly (readonly [string, WrittenRule])[],
): readonly ApprovalRule[] {
  const all = new Map(above.map((rule) => [rule.name, rule]));
  for (const [name, rule] of written) all.set(name, ruleOf(all.get(name) ?? null, name, rule));
  return [...all].toSorted(byKey).map(([, rule]) => rule);
}

/** Who may approve is said as a whole: whoever names people by role, team or id has named all of them. */
function ruleOf(above: ApprovalRule | null, name: string, written: WrittenRule): ApprovalRule {
  const base = above ?? { ...defaultRule, roles: [] };
  const { roles, teams, users } = written;
  const says = roles !== null || teams !== null || users !== null;
  const who = says ? { roles: roles ?? [], teams: teams ?? [], users: users ?? [] } : base;
  return {
    name,
    reason: written.reason ?? base.reason,
    roles: who.roles,
    teams: who.teams,
    users: who.users,
    count: written.count ?? base.count,
    initiatorMayApprove: written['initiator-may-approve'] ?? base.initiatorMayApprove,
    evidenceAuthorsMayApprove: written['evidence-authors-may-approve'] ?? base.evidenceAuthorsMayApprove,
    mention: written.mention ?? base.mention,
  };
}

function limitsOf(above: PolicyLimits, written: WrittenPolicy['limits']): PolicyLimits {
  return {
    perDay: written?.['per-day'] ?? above.perDay,
    perActorPerDay: written?.['per-actor-per-day'] ?? above.perActorPerDay,
  };
}

/** By code units, as canonical texts sort: the order in a file changes nothing. */
function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
