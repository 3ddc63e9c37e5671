import { describe, expect, it } from 'vitest';
import { eligibility, eligiblePeople, hasSay, stillNeeded } from '../../../lib/core/approval/eligibility.ts';
import type { Permission } from '../../../lib/core/port/app-host.ts';
import { baseRule, buildProposal } from '../../support/proposal.ts';

const kim: Permission = {
  account: { id: '1002', login: 'octo-kim' },
  type: 'User',
  role: 'maintain',
  roleName: 'maintain',
};

const { proposal } = buildProposal();

function withRule(rule: Parameters<typeof buildProposal>[0] & object): typeof proposal {
  return buildProposal(rule).proposal;
}

describe('who may approve', () => {
  it('a maintainer and an administrator may by the default rule', () => {
    expect(eligibility(proposal, kim)).toEqual({ ok: true, value: 'role maintain' });
    expect(eligibility(proposal, { ...kim, role: 'admin', roleName: 'admin' }).ok).toBe(true);
  });

  it('a custom role counts by the permission it carries, and is shown by its own name', () => {
    expect(eligibility(proposal, { ...kim, roleName: 'release-captain' })).toEqual({
      ok: true,
      value: 'role release-captain',
    });
    expect(eligibility(proposal, { ...kim, role: 'write', roleName: 'maintain' }).ok).toBe(false);
  });

  it.each(['write', 'triage', 'read', 'none'] as const)('AP-31, AP-32: the role %s is not enough', (role) => {
    expect(eligibility(proposal, { ...kim, role })).toEqual({ ok: false, fault: 'not_eligible' });
  });

  it.each(['Bot', 'Organization', ''])('AP-34: an account of type "%s" never approves', (type) => {
    expect(eligibility(proposal, { ...kim, type, role: 'admin' })).toEqual({
      ok: false,
      fault: 'not_eligible',
    });
  });

  it('AP-37: neither actor of the Actions run approves its own proposal', () => {
    const { origin } = proposal;
    if (!('actions' in origin)) throw new Error('the base comes from an Actions run');
    const rerun = withRule({
      proposal: { origin: { actions: { ...origin.actions, triggeringActor: '1002' } } },
    });
    expect(eligibility(rerun, kim)).toEqual({ ok: false, fault: 'initiator_excluded' });
    const dana = { ...kim, account: { id: '1001', login: 'octo-dana' } };
    expect(eligibility(rerun, dana)).toEqual({ ok: false, fault: 'initiator_excluded' });
  });

  it('the minter of an agent’s key is its initiator', () => {
    const agent = withRule({
      proposal: { origin: { agent: { principal: 'a', key: 'k', minter: '1002' } }, bundle: null },
    });
    expect(eligibility(agent, kim)).toEqual({ ok: false, fault: 'initiator_excluded' });
  });

  it('an initiator may where the rule says so', () => {
    const own = withRule({ rule: { initiatorMayApprove: true, users: ['1001'] } });
    const dana = { ...kim, account: { id: '1001', login: 'octo-dana' }, role: 'none' as const };
    expect(eligibility(own, dana)).toEqual({ ok: true, value: 'named by the rule' });
  });

  it('AP-35: a person is named by id, never by a login that looks alike', () => {
    const named = withRule({ rule: { roles: [], users: ['1002'] } });
    expect(eligibility(named, { ...kim, role: 'none' }).ok).toBe(true);
    const twin = { ...kim, account: { id: '10020', login: 'octo-kim' } };
    expect(eligibility(named, twin)).toEqual({ ok: false, fault: 'not_eligible' });
  });

  it('an author of evidence may not where the rule leaves them out', () => {
    const receipt = { authors: ['1002'] };
    expect(eligibility(withRule({ receipt, rule: { evidenceAuthorsMayApprove: false } }), kim).ok).toBe(
      false,
    );
    expect(eligibility(withRule({ receipt }), kim).ok).toBe(true);
    expect(eligibility(withRule({ rule: { evidenceAuthorsMayApprove: false } }), kim).ok).toBe(true);
  });

  it('finds nobody where everyone is too weak or left out', () => {
    const dana = { ...kim, account: { id: '1001', login: 'octo-dana' }, role: 'admin' as const };
    expect(eligiblePeople(proposal, [dana, { ...kim, role: 'write' }])).toEqual([]);
    expect(eligiblePeople(proposal, [dana, kim])).toEqual([kim]);
  });
});

describe('who has a say', () => {
  it.each([
    ['write', true],
    ['maintain', true],
    ['triage', false],
    ['read', false],
    ['none', false],
  ] as const)('the role %s: %s', (role, says) => {
    expect(hasSay(proposal, { ...kim, role })).toBe(says);
  });

  it('someone the rule names and whoever started the run have one without any role', () => {
    const named = withRule({ rule: { users: ['1002'] } });
    expect(hasSay(named, { ...kim, role: 'none' })).toBe(true);
    expect(hasSay(proposal, { ...kim, account: { id: '1001', login: 'x' }, role: 'none' })).toBe(true);
  });

  it('a bot has none, whatever its role', () => {
    expect(hasSay(proposal, { ...kim, type: 'Bot', role: 'admin' })).toBe(false);
  });
});

describe('how many are still needed', () => {
  it('AP-38: one person counts once, however often they said yes', () => {
    const rule = { ...baseRule, count: 2 };
    expect(stillNeeded(rule, [])).toBe(2);
    expect(stillNeeded(rule, [{ by: { id: '1' } }, { by: { id: '1' } }])).toBe(1);
    expect(stillNeeded(rule, [{ by: { id: '1' } }, { by: { id: '2' } }, { by: { id: '3' } }])).toBe(0);
  });
});
