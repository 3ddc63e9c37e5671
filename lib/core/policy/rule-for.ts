import type { ApprovalRule, RepositoryRef, Risk } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import { ok, refused, type Result } from '../result.ts';
import { matches } from './glob.ts';
import type { ActionPolicy, Policy } from './policy.ts';

/** What a policy is asked about: an action, where it is decided, and what composed it. */
export interface PolicyQuestion {
  readonly type: string;
  readonly target: RepositoryRef;
  /** The repository that decides. */
  readonly repository: RepositoryRef;
  /** Null for an agent's draft. `ref` is the workflow's, whole: `refs/heads/main`. */
  readonly bundle: { readonly id: string; readonly ref: string } | null;
  readonly risk: Risk;
}

/** What a policy says to an action that it allows. */
export interface PolicyAnswer {
  readonly rule: ApprovalRule;
  /** The longest time to wait; null: without end. */
  readonly expiresMs: number | null;
  readonly riskFloor: Risk;
}

const ascending: readonly Risk[] = ['low', 'medium', 'high'];

/**
 * The rule that applies to an action, or why the policy does not allow it: `action_refused` for the type,
 * `target_disallowed` for the target, `bundle_refused` for the bundle or its ref, `risk_too_low` for a
 * risk under the floor. Neither `frozen` nor seal, runner, event or limit is asked here.
 */
export function ruleFor(policy: Policy, question: PolicyQuestion): Result<PolicyAnswer, RefusalCode> {
  const { type, target, repository, bundle, risk } = question;
  const action = actionPolicyOf(policy, type);
  if (action === null) return refused('action_refused');
  if (!action.targets.some((pattern) => isTarget(pattern, target, repository)))
    return refused('target_disallowed');
  if (!allowsBundle(policy, bundle)) return refused('bundle_refused');
  if (isLess(risk, action.risk)) return refused('risk_too_low');
  return ok({
    rule: ruleNamed(policy, action.rules[risk]),
    expiresMs: action.expiresMs,
    riskFloor: action.risk,
  });
}

/** The risk that a proposal of this type has at least: the policy's floor where a bundle says less. */
export function raisedRisk(policy: Policy, type: string, risk: Risk): Risk {
  const floor = actionPolicyOf(policy, type)?.risk ?? risk;
  return isLess(risk, floor) ? floor : risk;
}

/** Whether one risk is less than another. */
export function isLess(risk: Risk, than: Risk): boolean {
  return ascending.indexOf(risk) < ascending.indexOf(than);
}

/** A policy's rule of a name that the policy itself gives. Throws a TypeError for another name. */
export function ruleNamed({ rules }: Policy, name: string): ApprovalRule {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new TypeError(`policy: no rule of the name ${name}`);
  return rule;
}

/** What a policy says of an action type; null where it does not allow that type. */
export function actionPolicyOf(policy: Policy, type: string): ActionPolicy | null {
  return policy.actions.find((action) => action.type === type) ?? null;
}

/** Whether a pattern of `targets` names a repository, as the one that decides reads it. */
export function isTarget(pattern: string, target: RepositoryRef, repository: RepositoryRef): boolean {
  if (pattern === 'this') return target.id === repository.id;
  // GitHub tells names apart without regard to case.
  return matches(pattern.toLowerCase(), target.name.toLowerCase());
}

function allowsBundle({ bundles }: Policy, bundle: PolicyQuestion['bundle']): boolean {
  if (bundles === null) return true;
  const found = bundle === null ? undefined : bundles.find(({ id }) => id === bundle.id);
  if (found === undefined || bundle === null) return false;
  return found.refs === null || found.refs.some((pattern) => matches(pattern, bundle.ref));
}
