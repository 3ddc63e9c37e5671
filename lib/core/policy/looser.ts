import { actionTypes } from '../action/types.ts';
import type { ShapeFault } from '../json/shape.ts';
import type { Risk } from '../proposal/proposal.ts';
import { looserRule } from './looser-rule.ts';
import { matches } from './glob.ts';
import type { Policy } from './policy.ts';
import { actionPolicyOf, isLess, ruleNamed } from './rule-for.ts';
import { durationInWords } from './words.ts';
import type { WrittenPolicy } from './written.ts';

/** A policy file and what it comes to. */
export interface Said {
  readonly written: WrittenPolicy;
  readonly policy: Policy;
}

/** How a bound is told: whose it is. */
interface BoundWords {
  /** Behind `what`: `the organisation allows`. */
  readonly allows: string;
  /** Behind a value: `, as the organisation says`. */
  readonly says: string;
  /** Before a name or a time: `the organisation’s `. */
  readonly whose: string;
}

const ofOrganisation: BoundWords = {
  allows: 'the organisation allows',
  says: ', as the organisation says',
  whose: 'the organisation’s ',
};

/**
 * Where the repository's policy is looser than what its organisation's file says, by the repository's keys.
 * What the organisation's file leaves out is the repositories' own to say.
 */
export function looserThan(
  organisation: Said,
  repository: Said,
  words: BoundWords = ofOrganisation,
): readonly ShapeFault[] {
  const all = [looserLists, looserBundles, looserActions, looserAccepts, looserRules, looserLimits];
  return all.flatMap((looser) => looser(organisation, repository, words));
}

function looserLists({ written: above }: Said, { written }: Said, words: BoundWords): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  for (const key of ['seals', 'runners', 'environments', 'events'] as const) {
    const own = written[key] ?? [];
    const allowed: readonly string[] = above[key] ?? own;
    if (own.some((one) => !allowed.includes(one)))
      faults.push({ path: key, expected: `only what ${words.allows}: ${allowed.join(', ')}` });
  }
  if (above.evidence === 'private' && written.evidence === 'public')
    faults.push({ path: 'evidence', expected: `private${words.says}` });
  return faults;
}

function looserBundles(
  { written: above, policy }: Said,
  { written }: Said,
  words: BoundWords,
): readonly ShapeFault[] {
  if (above.bundles === null) return [];
  const faults: ShapeFault[] = [];
  for (const [id, { refs }] of written.bundles ?? []) {
    const bound = policy.bundles?.find((one) => one.id === id);
    if (bound === undefined)
      faults.push({ path: `bundles.${id}`, expected: `a bundle that ${words.allows}` });
    else if (refs !== null && bound.refs !== null && !isWithin(refs, bound.refs))
      faults.push({
        path: `bundles.${id}.refs`,
        expected: `only refs that ${words.allows}: ${bound.refs.join(', ')}`,
      });
  }
  return faults;
}

function looserActions(
  { written: above, policy }: Said,
  { written }: Said,
  words: BoundWords,
): readonly ShapeFault[] {
  if (above.actions === null) return [];
  const faults: ShapeFault[] = [];
  for (const [type, { targets, risk, expires }] of written.actions ?? []) {
    const path = `actions.${type}`;
    const bound = policy.actions.find((one) => one.type === type);
    if (bound === undefined) {
      faults.push({ path, expected: `an action type that ${words.allows}` });
      continue;
    }
    if (targets !== null && !isWithin(targets, bound.targets))
      faults.push({
        path: `${path}.targets`,
        expected: `only targets that ${words.allows}: ${bound.targets.join(', ')}`,
      });
    if (risk !== null && isLess(risk, bound.risk))
      faults.push({ path: `${path}.risk`, expected: `${bound.risk} or more${words.says}` });
    if (expires !== null && bound.expiresMs !== null && (expires === 'never' || expires > bound.expiresMs))
      faults.push({
        path: `${path}.expires`,
        expected: `at most ${words.whose}${durationInWords(bound.expiresMs)}`,
      });
  }
  return faults;
}

/** Whoever decides for a repository can do what its people could not: the organisation may say who. */
function looserAccepts(
  { written: above, policy }: Said,
  { written }: Said,
  words: BoundWords,
): readonly ShapeFault[] {
  if (above.accepts === null) return [];
  return (written.accepts ?? []).flatMap(([name, id]) =>
    policy.accepts.some((one) => one.name === name && one.id === id)
      ? []
      : [{ path: `accepts.${name}`, expected: `a repository that ${words.allows}, by name and id` }],
  );
}

/** Both the rules that carry the same name, and those that apply where the organisation's file has another apply. */
function looserRules(organisation: Said, repository: Said, words: BoundWords): readonly ShapeFault[] {
  const bounds = new Map(
    (organisation.written.rules ?? []).map(([name]) => [name, ruleNamed(organisation.policy, name)]),
  );
  const sameName = (repository.written.rules ?? []).flatMap(([name]) => {
    const bound = bounds.get(name);
    if (bound === undefined) return [];
    return looserRule(bound, ruleNamed(repository.policy, name)).map(({ member, expected }) => ({
      path: `rules.${name}.${member}`,
      expected: `${expected}${words.says}`,
    }));
  });
  const otherName = [...actionTypes.keys()].flatMap((type) =>
    (['low', 'medium', 'high'] as const).flatMap((risk) => {
      const name = boundName(organisation, type, risk);
      const own = ruleNameOf(repository.policy, type, risk);
      const bound = name === null ? undefined : bounds.get(name);
      if (bound === undefined || own === null || own === name) return [];
      const differences = looserRule(bound, ruleNamed(repository.policy, own)).map(
        ({ member, expected }) => `${member}: ${expected}`,
      );
      if (differences.length === 0) return [];
      const expected = `a rule as strict as ${words.whose}${name} (${differences.join('; ')})`;
      return [{ path: `actions.${type}.rule`, expected }];
    }),
  );
  return [...sameName, ...distinctFaults(otherName)];
}

function looserLimits({ written: above }: Said, { written }: Said, words: BoundWords): readonly ShapeFault[] {
  return (['per-day', 'per-actor-per-day'] as const).flatMap((key) => {
    const [most, own] = [above.limits?.[key] ?? null, written.limits?.[key] ?? null];
    if (most === null || own === null || own <= most) return [];
    return [{ path: `limits.${key}`, expected: `at most ${most}${words.says}` }];
  });
}

/** A pattern that is not written above in the same words is within only where it names one thing that fits. */
function isWithin(own: readonly string[], above: readonly string[]): boolean {
  return own.every(
    (one) => above.includes(one) || (!one.includes('*') && above.some((pattern) => matches(pattern, one))),
  );
}

function ruleNameOf(policy: Policy, type: string, risk: Risk): string | null {
  return actionPolicyOf(policy, type)?.rules[risk] ?? null;
}

/** A type that nobody's file lists yet is bound, too: once the repository's does, by the organisation's `default`. */
function boundName({ written, policy }: Said, type: string, risk: Risk): string | null {
  return ruleNameOf(policy, type, risk) ?? (written.actions === null ? 'default' : null);
}

/** The same rule applies at every risk, as a rule, and one fault is enough. */
function distinctFaults(faults: readonly ShapeFault[]): readonly ShapeFault[] {
  return faults.filter(
    (fault, index) =>
      index === faults.findIndex(({ path, expected }) => path === fault.path && expected === fault.expected),
  );
}
