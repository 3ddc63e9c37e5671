import { looserThan, type Said } from './looser.ts';
import type { Policy } from './policy.ts';
import type { WrittenPolicy } from './written.ts';

/** In what a policy lets more happen than the one before it, by key and in words. Empty: it is as strict. */
export function loosened(before: Policy, after: Policy): readonly string[] {
  const words = { allows: 'it allowed', says: '', whose: '' };
  const looser = looserThan(wholly(before), wholly(after), words);
  return [
    ...(before.frozen !== null && after.frozen === null ? ['frozen: no longer'] : []),
    ...(before.bundles !== null && after.bundles === null ? ['bundles: any, before only some'] : []),
    ...(before.environments !== null && after.environments === null
      ? ['environments: any and none, before only some']
      : []),
    ...(['perDay', 'perActorPerDay'] as const).flatMap((limit) =>
      before.limits[limit] !== null && after.limits[limit] === null
        ? [`limits: ${limit === 'perDay' ? 'per-day' : 'per-actor-per-day'} is gone`]
        : [],
    ),
    ...looser.map(({ path, expected }) => `${path}: before ${expected}`),
  ];
}

/** A policy as a file would say it that leaves nothing out. */
function wholly(policy: Policy): Said {
  const written: WrittenPolicy = {
    version: 1,
    frozen: policy.frozen,
    evidence: policy.evidence,
    seals: policy.seals,
    runners: policy.runners,
    environments: policy.environments,
    events: policy.events,
    bundles: policy.bundles?.map(({ id, refs }) => [id, { refs }]) ?? null,
    actions: policy.actions.map(({ type, targets, risk, expiresMs, rules }) => [
      type,
      { targets, risk, expires: expiresMs ?? 'never', rule: rules },
    ]),
    accepts: policy.accepts.map(({ name, id }) => [name, id]),
    rules: policy.rules.map((rule) => [
      rule.name,
      {
        reason: rule.reason,
        roles: rule.roles,
        teams: rule.teams,
        users: rule.users,
        count: rule.count,
        'initiator-may-approve': rule.initiatorMayApprove,
        'evidence-authors-may-approve': rule.evidenceAuthorsMayApprove,
        mention: rule.mention,
      },
    ]),
    limits: { 'per-day': policy.limits.perDay, 'per-actor-per-day': policy.limits.perActorPerDay },
    remind: policy.remindMs,
  };
  return { written, policy };
}
