import { describe, expect, it } from 'vitest';
import { hasSay, stillNeeded, teamsForSay } from '../../../lib/core/approval/eligibility.ts';
import { baseRule } from '../../support/proposal.ts';
import { dana, facts, kim, proposalWith } from './person.ts';

const proposal = proposalWith({});
const none = { ...kim, role: 'none', roleName: 'none' } as const;

describe('who has a say', () => {
  it.each([
    ['admin', true],
    ['maintain', true],
    ['write', true],
    ['triage', false],
    ['read', false],
    ['none', false],
  ] as const)('32. the role %s: %s', (role, says) => {
    expect(hasSay(proposal, facts({ ...kim, role }))).toBe(says);
  });

  it('whoever the rule names by id, by a weak role, by an own role or by a team', () => {
    const named = proposalWith({
      rule: { users: ['1002'], roles: ['triage', 'Night watch'], teams: ['acme/sre'] },
    });
    const other = { ...none, account: { id: '9', login: 'nine' } };
    expect(hasSay(named, facts(none))).toBe(true);
    expect(hasSay(named, facts(other))).toBe(false);
    expect(hasSay(named, facts({ ...other, role: 'triage' }))).toBe(true);
    expect(hasSay(named, facts({ ...other, role: 'read', roleName: 'Night watch' }))).toBe(true);
    expect(hasSay(named, facts(other, { 'acme/sre': 'member' }))).toBe(true);
    expect(hasSay(named, facts(other, { 'acme/sre': 'not_member' }))).toBe(false);
    expect(hasSay(named, facts(other, { 'acme/sre': 'unreadable' }))).toBe(false);
  });

  it('whoever started the run, without any role', () => {
    expect(hasSay(proposal, facts({ ...dana, role: 'none' }))).toBe(true);
  });

  it('29. a bot has none, whatever its role', () => {
    expect(hasSay(proposal, facts({ ...kim, type: 'Bot', role: 'admin' }))).toBe(false);
  });
});

describe('which teams are asked for to know it', () => {
  const teamed = proposalWith({ rule: { teams: ['acme/sre'] } });

  it('none of whoever has one anyway, or never', () => {
    expect(teamsForSay(teamed, kim)).toEqual([]);
    expect(teamsForSay(teamed, { ...dana, role: 'none' })).toEqual([]);
    expect(teamsForSay(teamed, { ...none, type: 'Bot' })).toEqual([]);
  });

  it('the rule’s, of everybody else', () => {
    expect(teamsForSay(teamed, none)).toEqual(['acme/sre']);
    expect(teamsForSay(proposal, none)).toEqual([]);
  });
});

describe('how many are still needed', () => {
  it('6, AP-38: one person counts once, however often they said yes', () => {
    const rule = { ...baseRule, count: 2 };
    expect(stillNeeded(rule, [])).toBe(2);
    expect(stillNeeded(rule, [{ by: { id: '1' } }, { by: { id: '1' } }])).toBe(1);
    expect(stillNeeded(rule, [{ by: { id: '1' } }, { by: { id: '2' } }, { by: { id: '3' } }])).toBe(0);
  });
});
