import { describe, expect, it } from 'vitest';
import { judge } from '../../../lib/core/approval/judge.ts';
import type { Judgement } from '../../../lib/core/approval/judgement.ts';
import { ownTerms, type BindingRule } from '../../../lib/core/approval/terms.ts';
import { standingInWords, type Standing } from '../../../lib/core/publication/standing.ts';
import { refusals } from '../../../lib/core/refusal.ts';
import type { TeamStanding } from '../../../lib/core/port/app-host.ts';
import { kim } from '../../support/entry.ts';
import { readRecord } from '../../support/proposal.ts';

const { proposal } = readRecord();
const own = ownTerms(proposal);
const [shown] = own.rules;
if (shown === undefined) throw new Error('a proposal shows its rule');

/** How kim is judged with this role, and this standing in acme/sre, by the proposal's rule and more. */
function judged(
  role: 'maintain' | 'write',
  rules: readonly BindingRule[] = [],
  sre?: TeamStanding,
): Judgement {
  return judge(
    { ...own, rules: [...own.rules, ...rules] },
    {
      permission: { account: kim, type: 'User', role, roleName: role },
      teams: new Map(sre === undefined ? [] : [['acme/sre', sre]]),
    },
  );
}

function told(judgement: Judgement, more: Partial<Extract<Standing, { kind: 'judged' }>> = {}): string {
  return standingInWords({ kind: 'judged', judgement, frozen: null, place: null, ...more }, kim);
}

const place = { owner: 'repository', line: 7, column: 3 } as const;
const today: BindingRule = {
  from: 'policy',
  rule: { ...shown.rule, name: 'strict', roles: ['admin'], teams: ['acme/sre'] },
};

describe('whether whoever asks /why could approve', () => {
  it('is a yes where every rule says so', () => {
    expect(told(judged('maintain'))).toBe(
      '**Could @octo-kim approve?** Yes, by every rule that applies.\n- By the rule that the proposal shows, `default`: yes',
    );
  });

  it('names the rule that says no, its code, and the line of the policy that would change it', () => {
    expect(told(judged('write'), { place })).toBe(
      `**Could @octo-kim approve?** No.\n- By the rule that the proposal shows, \`default\`, \`.github/countersign.yml:7\`: \`not_eligible\`. ${refusals.not_eligible}`,
    );
  });

  it('tells the rule of today apart from the proposal’s, with the line of that one only', () => {
    const organisation = { ...place, owner: 'organisation' } as const;
    expect(told(judged('maintain', [today], 'not_member'), { place: organisation }).split('\n')).toEqual([
      '**Could @octo-kim approve?** No.',
      '- By the rule that the proposal shows, `default`: yes',
      `- By the policy’s rule of today, \`strict\`, \`the organisation’s .github/countersign.yml:7\`: \`not_eligible\`. ${refusals.not_eligible}`,
    ]);
  });

  it('is no yes where a team could not be read', () => {
    const text = told(judged('maintain', [today], 'unreadable'));
    expect(text).toContain('Not as long as a fact can’t be read.');
    expect(text).toContain('`team_unreadable`');
  });

  it('never tells by which team: membership can be private', () => {
    const text = told(judged('maintain', [today], 'member'));
    expect(text).toContain('Yes, by every rule that applies.');
    expect(text).not.toContain('sre');
  });

  it('is a no for everybody while the policy is frozen, with its reason, as code', () => {
    const text = told(judged('maintain'), { frozen: 'audit, @acme/all' });
    expect(text).toContain(
      'No, nobody could at present.\n- `frozen`: nothing is approved at present. `audit, @acme/all`',
    );
    expect(text).not.toContain('Yes');
  });

  it('is a no for everybody where the policy gives no terms', () => {
    expect(standingInWords({ kind: 'refused', code: 'policy_invalid' }, kim)).toBe(
      `**Could @octo-kim approve?** No, nobody could at present.\n- \`policy_invalid\`. ${refusals.policy_invalid}`,
    );
  });
});
