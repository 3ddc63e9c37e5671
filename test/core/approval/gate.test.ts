/** 30 to 32: one gate for every verb, under any rule, for anybody; against a second, plainer telling of the rules. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rightFor } from '../../../lib/core/approval/decide.ts';
import { evaluate, executionFault } from '../../../lib/core/approval/evaluate.ts';
import type { HeadAuthors, PersonFacts } from '../../../lib/core/approval/facts.ts';
import { judge } from '../../../lib/core/approval/judge.ts';
import { teamsNeeded } from '../../../lib/core/approval/needs.ts';
import { ownTerms, type Terms } from '../../../lib/core/approval/terms.ts';
import { verbs } from '../../../lib/core/approval/verb.ts';
import type { Permission, TeamStanding } from '../../../lib/core/port/app-host.ts';
import type { ApprovalRule, Proposal } from '../../../lib/core/proposal/proposal.ts';
import { baseRule } from '../../support/proposal.ts';
import { proposalWith } from './person.ts';

const ids = ['1', '2', '3'] as const;
const teams = ['acme/sre', 'acme/ops'] as const;
const builtIn = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
const own = ['Captain', 'captain'] as const;

const base = proposalWith({});

const rule: fc.Arbitrary<ApprovalRule> = fc
  .record({
    roles: fc.subarray<string>([...builtIn, ...own]),
    teams: fc.subarray<string>([...teams]),
    users: fc.subarray<string>([...ids]),
    count: fc.integer({ min: 1, max: 3 }),
    initiatorMayApprove: fc.boolean(),
    evidenceAuthorsMayApprove: fc.boolean(),
  })
  .map((twist) => ({ ...baseRule, ...twist }));

const permission: fc.Arbitrary<Permission> = fc.record({
  account: fc.record({ id: fc.constantFrom(...ids), login: fc.constantFrom('a', 'b') }),
  type: fc.constantFrom('User', 'User', 'User', 'Bot', 'Organization'),
  role: fc.constantFrom('none' as const, ...builtIn),
  roleName: fc.constantFrom('none', ...builtIn, ...own),
});

const standing = fc.constantFrom<TeamStanding>('member', 'not_member', 'unreadable');
const standings: fc.Arbitrary<ReadonlyMap<string, TeamStanding>> = fc.tuple(standing, standing).map(
  ([sre, ops]) =>
    new Map([
      ['acme/sre', sre],
      ['acme/ops', ops],
    ] as const),
);

const facts: fc.Arbitrary<PersonFacts> = fc.record({ permission, teams: standings });

const headAuthors = fc.oneof(
  fc.constantFrom<HeadAuthors>('none', 'unreadable'),
  fc.subarray<string>([...ids]),
);

const proposal: fc.Arbitrary<Proposal> = fc
  .record({
    rule,
    starter: fc.constantFrom(...ids),
    again: fc.constantFrom(...ids),
    author: fc.constantFrom(...ids),
  })
  .map(({ rule: shown, starter, again, author }) => {
    const { origin, policy } = base;
    if (!('actions' in origin)) throw new Error('the base comes from an Actions run');
    const actions = { ...origin.actions, actor: starter, triggeringActor: again };
    const evidence = base.evidence.map((receipt) => ({ ...receipt, authors: [author] }));
    return { ...base, origin: { actions }, evidence, policy: { ...policy, rule: shown } };
  });

const terms: fc.Arbitrary<Terms> = fc
  .record({ of: proposal, second: fc.option(rule), headAuthors })
  .map(({ of, second, headAuthors: authors }) => {
    const first = ownTerms(of);
    const rules = second === null ? first.rules : [...first.rules, { from: 'policy', rule: second } as const];
    const need = Math.max(...rules.map((one) => one.rule.count));
    return { ...first, rules, need, headAuthors: authors };
  });

/** The rules once more, told in the plainest way: whether somebody may, if every fact is known. */
function mayPlainly(on: Terms, who: PersonFacts): boolean {
  const { account, type, role, roleName } = who.permission;
  if (type !== 'User' || on.rules.length === 0) return false;
  if (on.headAuthors !== 'none' && (on.headAuthors === 'unreadable' || on.headAuthors.includes(account.id)))
    return false;
  for (const { rule: one } of on.rules) {
    if (!one.initiatorMayApprove && on.initiators.has(account.id)) return false;
    if (!one.evidenceAuthorsMayApprove && on.evidenceAuthors.has(account.id)) return false;
    let named = one.users.includes(account.id);
    for (const name of one.roles) {
      const isBuiltIn = builtIn.some((known) => known === name);
      if (isBuiltIn ? name === role : name === roleName) named = true;
    }
    for (const team of one.teams) if (who.teams.get(team) === 'member') named = true;
    if (!named) return false;
  }
  return true;
}

/** The same facts with every team that could not be read taken for this. */
function settledAs(who: PersonFacts, as: TeamStanding): PersonFacts {
  const known = [...who.teams].map(([team, one]): [string, TeamStanding] => [
    team,
    one === 'unreadable' ? as : one,
  ]);
  return { ...who, teams: new Map(known) };
}

describe('whether somebody may approve', () => {
  it('is yes exactly where the rules, told plainly, say so', () => {
    fc.assert(
      fc.property(terms, facts, (on, who) => {
        expect(judge(on, who).answer === 'yes').toBe(mayPlainly(on, who));
      }),
      { numRuns: 3000 },
    );
  });

  it('24, 58. is open only where what could not be read would decide it', () => {
    fc.assert(
      fc.property(terms, facts, (on, who) => {
        const { answer } = judge(on, who);
        const known = on.headAuthors === 'unreadable' ? { ...on, headAuthors: 'none' as const } : on;
        const atBest = mayPlainly(known, settledAs(who, 'member'));
        if (answer === 'no') expect(atBest).toBe(false);
        if (answer === 'unknown') expect(atBest).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('needs no other teams than those that are asked for', () => {
    fc.assert(
      fc.property(terms, facts, (on, who) => {
        const needed = new Set(teamsNeeded(on, who.permission));
        const asked = { ...who, teams: new Map([...who.teams].filter(([team]) => needed.has(team))) };
        expect(judge(on, asked).answer).toBe(judge(on, who).answer);
      }),
      { numRuns: 3000 },
    );
  });

  it('is never helped by one rule more, or by a name less in a rule', () => {
    fc.assert(
      fc.property(terms, facts, rule, (on, who, more) => {
        const stricter = { ...on, rules: [...on.rules, { from: 'policy', rule: more } as const] };
        const fewer = on.rules.map((one) => ({ ...one, rule: { ...one.rule, users: [], teams: [] } }));
        for (const other of [stricter, { ...on, rules: fewer }])
          if (judge(other, who).answer === 'yes') expect(judge(on, who).answer).toBe('yes');
      }),
      { numRuns: 1000 },
    );
  });

  it('11. is the same for one account, whatever it is called', () => {
    fc.assert(
      fc.property(terms, facts, (on, who) => {
        const { account } = who.permission;
        const renamed = {
          ...who,
          permission: { ...who.permission, account: { ...account, login: 'other' } },
        };
        expect(judge(on, renamed)).toEqual(judge(on, who));
      }),
    );
  });
});

describe('30, 31. every verb goes through the gate', () => {
  it.each(verbs)('/%s', (verb) => {
    fc.assert(
      fc.property(proposal, facts, (of, who) => {
        const on = ownTerms(of);
        const { type, role, account } = who.permission;
        const shown = of.policy.rule;
        const grounds = { ...on, initiators: new Set<string>(), evidenceAuthors: new Set<string>() };
        const says =
          type === 'User' &&
          (['write', 'maintain', 'admin'].includes(role) ||
            on.initiators.has(account.id) ||
            mayPlainly(grounds, who));
        const may = verb === 'approve' || verb === 'resume' ? mayPlainly(on, who) : says;
        expect(rightFor(verb, of, on, who).ok, JSON.stringify(shown)).toBe(may);
      }),
      { numRuns: 600 },
    );
  });
});

describe('what is granted', () => {
  it('has as many distinct people who may as the strictest rule asks for, and nobody else counts', () => {
    fc.assert(
      fc.property(terms, fc.array(facts, { maxLength: 6 }), (on, people) => {
        const voices = people.map((who) => ({
          by: who.permission.account,
          at: 0,
          judgement: judge(on, who),
        }));
        const decision = evaluate({ ...on, expiresAt: 1 }, voices, 0);
        if (decision.outcome !== 'granted') return;
        const may = new Set(
          people.filter((who) => mayPlainly(on, who)).map((who) => who.permission.account.id),
        );
        expect(may.size).toBeGreaterThanOrEqual(Math.max(...on.rules.map((one) => one.rule.count)));
        expect(executionFault(decision)).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });
});
