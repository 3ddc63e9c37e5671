import type { ShapeFault } from '../json/shape.ts';
import type { ApprovalRule } from '../proposal/proposal.ts';
import type { Policy } from './policy.ts';
import { ruleNamed } from './rule-for.ts';
import type { WrittenPolicy } from './written.ts';

/**
 * What a policy says that cannot work, though every part reads well by itself. Told where this file says
 * it: what an inherited part says was told where that is written.
 */
export function unsound(written: WrittenPolicy, policy: Policy): readonly ShapeFault[] {
  return [
    ...rulesWithoutPeople(written, policy),
    ...namesOfNoRule(written, policy),
    ...other(written, policy),
  ];
}

function rulesWithoutPeople(written: WrittenPolicy, policy: Policy): readonly ShapeFault[] {
  return (written.rules ?? []).flatMap(([name]) => faultsOf(ruleNamed(policy, name)));
}

function faultsOf({ name, roles, teams, users, count }: ApprovalRule): readonly ShapeFault[] {
  if (roles.length + teams.length > 0) return [];
  if (users.length === 0)
    return [{ path: `rules.${name}`, expected: 'somebody who may approve: roles, teams or users' }];
  if (users.length >= count) return [];
  return [{ path: `rules.${name}.count`, expected: `at most ${users.length}, as nobody else may approve` }];
}

function namesOfNoRule(written: WrittenPolicy, { rules }: Policy): readonly ShapeFault[] {
  const known = rules.map(({ name }) => name);
  return (written.actions ?? []).flatMap(([type, { rule }]) => {
    const unknown = Object.entries(rule ?? {}).filter(([, name]) => !known.includes(name));
    const [first] = unknown;
    if (first === undefined) return [];
    // One name for every risk is written as the name alone.
    const path = `actions.${type}.rule`;
    const whole = unknown.length === 3 && unknown.every(([, name]) => name === first[1]);
    return (whole ? [path] : unknown.map(([risk]) => `${path}.${risk}`)).map((at) => ({
      path: at,
      expected: `the name of a rule: ${known.join(', ')}`,
    }));
  });
}

function other(written: WrittenPolicy, policy: Policy): readonly ShapeFault[] {
  const { seals, runners, actions, remindMs } = policy;
  const faults: ShapeFault[] = [];
  // An HMAC is made with a key, wherever that is: it tells nothing about the machine.
  if (written.runners !== null && runners.length < 2 && seals.includes('hmac'))
    faults.push({
      path: 'runners',
      expected: 'both kinds, or seals without hmac beside it: that seal does not say which runner made it',
    });
  if (written.remind === null || remindMs === null) return faults;
  const short = actions.find(({ expiresMs }) => expiresMs !== null && remindMs >= expiresMs);
  if (short !== undefined)
    faults.push({ path: 'remind', expected: 'less than any action has until it expires' });
  return faults;
}
