import { describe, expect, it } from 'vitest';
import { evaluate, executionFault } from '../../../lib/core/approval/evaluate.ts';
import { judge } from '../../../lib/core/approval/judge.ts';
import type { Decision, Voice } from '../../../lib/core/approval/judgement.ts';
import type { Terms } from '../../../lib/core/approval/terms.ts';
import { dana, facts, kim, termsWith } from './person.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const expiresAt = now + 1000;
const two = termsWith({ count: 2 }, { expiresAt });
const ana = { ...kim, account: { id: '1003', login: 'octo-ana' } };

/** One person's yes, judged on these terms. */
function voice(terms: Terms, permission = kim, twist: Partial<Voice> = {}): Voice {
  return { by: permission.account, at: now, judgement: judge(terms, facts(permission)), ...twist };
}

function outcome(decision: Decision): string {
  return 'code' in decision ? `${decision.outcome}: ${decision.code}` : decision.outcome;
}

describe('what approvals come to', () => {
  it('waits for as many more as are missing', () => {
    expect(evaluate(two, [], now)).toMatchObject({
      outcome: 'waiting',
      more: 2,
      grounds: { need: 2, have: 0 },
    });
    expect(evaluate(two, [voice(two)], now)).toMatchObject({
      outcome: 'waiting',
      more: 1,
      grounds: { have: 1 },
    });
  });

  it('88. is granted when as many distinct people said yes as must', () => {
    expect(evaluate(two, [voice(two), voice(two, ana)], now)).toMatchObject({
      outcome: 'granted',
      grounds: { need: 2, have: 2 },
    });
  });

  it('AP-38: one person counts once, whatever they are called by now', () => {
    const renamed = { ...kim, account: { id: '1002', login: 'kim-renamed' } };
    expect(outcome(evaluate(two, [voice(two), voice(two, renamed)], now))).toBe('waiting');
  });

  it('whoever is judged a no does not count, and with too few it is refused by their code', () => {
    const voices = [voice(two), voice(two, dana)];
    expect(evaluate(two, voices, now)).toMatchObject({
      outcome: 'refused',
      code: 'initiator_excluded',
      grounds: { have: 1 },
    });
    const three = [...voices, voice(two, ana)];
    expect(outcome(evaluate(two, three, now))).toBe('granted');
  });

  it('a person with one yes and one no counts as a no', () => {
    const one = termsWith({}, { expiresAt });
    const doubted = voice(one, kim, { judgement: judge(one, facts({ ...kim, role: 'read' })) });
    expect(outcome(evaluate(one, [voice(one), doubted], now))).toBe('refused: not_eligible');
  });

  it('58. what could not be read is faulted, however many others said yes', () => {
    const team = termsWith({ roles: ['maintain'], teams: ['acme/sre'] });
    const unread = voice(team, { ...ana, role: 'read' });
    expect(outcome(evaluate(team, [voice(team), unread], now))).toBe('faulted: team_unreadable');
  });

  it('what was judged when it was said counts as it was', () => {
    expect(outcome(evaluate(two, [voice(two, dana, { judgement: 'recorded' }), voice(two)], now))).toBe(
      'granted',
    );
  });

  it('frozen, nothing is granted', () => {
    const frozen = { ...two, frozen: 'release week' };
    expect(outcome(evaluate(frozen, [voice(two), voice(two, ana)], now))).toBe('refused: frozen');
  });

  it.each([
    [{ roles: [], teams: [], users: [] }, {}],
    [{}, { rules: [] }],
    [{}, { need: 0 }],
  ])('35. an empty set of approvers refuses: %j %j', (rule, twist) => {
    const terms = termsWith(
      {},
      { rules: [{ from: 'proposal', rule: { ...ruleOf(two), ...rule } }], ...twist },
    );
    expect(outcome(evaluate(terms, [voice(two), voice(two, ana)], now))).toBe('refused: nobody_eligible');
  });

  it('35. two rules of which one names nobody refuse', () => {
    const empty = { ...ruleOf(two), roles: [] };
    const terms = { ...two, rules: [...two.rules, { from: 'policy', rule: empty } as const] };
    expect(outcome(evaluate(terms, [], now))).toBe('refused: nobody_eligible');
  });

  it.each([
    ['teams', ['acme/sre']],
    ['users', ['1002']],
  ])('a rule that names somebody by %s alone is not empty', (key, names) => {
    const terms = termsWith({ roles: [], [key]: names });
    expect(outcome(evaluate(terms, [], now))).toBe('waiting');
  });

  it('AP-48: a yes at the very instant of the expiry is too late, one millisecond before is not', () => {
    const late = [voice(two), voice(two, ana, { at: expiresAt })];
    expect(outcome(evaluate(two, late, expiresAt))).toBe('refused: expired');
    const just = [voice(two), voice(two, ana, { at: expiresAt - 1 })];
    expect(outcome(evaluate(two, just, expiresAt + 1))).toBe('granted');
  });

  it('too few are refused when the time is over', () => {
    expect(outcome(evaluate(two, [voice(two)], expiresAt - 1))).toBe('waiting');
    expect(outcome(evaluate(two, [voice(two)], expiresAt))).toBe('refused: expired');
    expect(outcome(evaluate({ ...two, expiresAt: null }, [voice(two)], expiresAt))).toBe('waiting');
  });

  it('tells what it rests on', () => {
    const voices = [voice(two)];
    const { need, rules } = two;
    expect(evaluate(two, voices, now).grounds).toEqual({
      need,
      have: 1,
      frozen: null,
      expiresAt,
      rules,
      voices,
    });
  });
});

describe('whether a run may execute', () => {
  const one = termsWith({}, { expiresAt });
  const fault = (terms: Terms, voices: readonly Voice[]): string | null =>
    executionFault(evaluate(terms, voices, now));

  it('may when it is granted by people whose right was read just now', () => {
    expect(fault(one, [voice(one)])).toBeNull();
  });

  it('may not on what was judged before', () => {
    expect(fault(one, [voice(one, kim, { judgement: 'recorded' })])).toBe('right_unreadable');
  });

  it('AP-41: an approver who lost the right has lost it, whatever the reason', () => {
    const weak = { ...kim, role: 'read' } as const;
    expect(fault(one, [voice(one, weak)])).toBe('right_lost');
    expect(fault(one, [voice(one, dana)])).toBe('right_lost');
  });

  it('says by its own code what stops it else', () => {
    expect(
      fault(termsWith({}, { headAuthors: ['1002'] }), [voice(termsWith({}, { headAuthors: ['1002'] }))]),
    ).toBe('author_excluded');
    expect(fault({ ...one, frozen: 'x' }, [voice(one)])).toBe('frozen');
    const unread = termsWith({}, { headAuthors: 'unreadable' });
    expect(fault(unread, [voice(unread)])).toBe('right_unreadable');
  });

  it('may not where the policy asks for more people by now', () => {
    expect(fault(two, [voice(two)])).toBe('policy_mismatch');
  });
});

function ruleOf({ rules }: Terms): Terms['rules'][number]['rule'] {
  const [first] = rules;
  if (first === undefined) throw new Error('the base has a rule');
  return first.rule;
}
