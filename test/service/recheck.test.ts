import { describe, expect, it } from 'vitest';
import { defaultPolicy, defaultRule } from '../../lib/core/policy/defaults.ts';
import type { Policy, PolicyState } from '../../lib/core/policy/policy.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { ok } from '../../lib/core/result.ts';
import type { ApprovalRule } from '../../lib/core/proposal/proposal.ts';
import { ana, event, kim } from '../support/entry.ts';
import { look } from './recheck-support.ts';

const commit = 'b'.repeat(40);
const sha = 'a'.repeat(40);
const ref = { name: 'refs/heads/main', sha };
const pinned = { action: { precondition: { ref } } } as const;

function written(twist: Partial<Policy>): PolicyState {
  const policy = { ...defaultPolicy, ...twist };
  return { kind: 'written', policy, commit, digest: digestText('policy'), places: new Map() };
}

function ruled(rule: Partial<ApprovalRule>): PolicyState {
  return written({ rules: [{ ...defaultRule, ...rule }] });
}

describe('right before the write', () => {
  it('everything is read anew, and recorded: the policy in force, then each approver’s right', async () => {
    const { checked, types, asked } = await look();
    expect(checked.stop).toBeNull();
    expect(types).toEqual(['policy.read', 'rights.read']);
    expect(asked).toEqual(['permission of octo-kim']);
    expect(checked.events[0]).toEqual({
      event: { type: 'policy.read', data: { commit: null, digest: null } },
    });
  });

  it('PO-06: the digest of a policy that is written is recorded', async () => {
    const { checked } = await look({ policy: written({}) });
    expect(checked.stop).toBeNull();
    expect(checked.events[0]?.event.data).toEqual({ commit, digest: digestText('policy') });
  });

  it('a button’s approval asks for no comment, and for the issue all the same', async () => {
    const source = { kind: 'button', nodeId: 'CR_42' } as const;
    const byButton = [{ by: kim, source }];
    expect((await look({ approvals: byButton })).checked.stop).toBeNull();
    expect((await look({ approvals: byButton })).commentsAsked).toEqual([]);
    const both = [...byButton, { by: ana, source: {} }];
    expect(await look({ approvals: both })).toMatchObject({
      checked: { stop: null },
      commentsAsked: ['IC_14'],
    });
    expect((await look({ approvals: byButton, thread: { issue: null } })).checked.stop).toBe('issue_closed');
  });

  it.each([
    ['frozen', written({ frozen: 'holidays' })],
    ['policy_invalid', { kind: 'faulty', faults: [] }],
    ['policy_mismatch', written({ seals: ['oidc'] })],
    ['policy_mismatch', written({ actions: [] })],
    ['policy_mismatch', ruled({ count: 2 })],
    ['right_lost', ruled({ roles: ['admin'] })],
    ['right_lost', ruled({ roles: [], users: [ana.id] })],
  ] as const)('PO-06: stops as %s by the policy of this moment', async (code, policy) => {
    const { checked, types } = await look({ policy });
    expect(checked.stop).toBe(code);
    expect(types).not.toContain('write.started');
  });

  it('PO-06: an expiry that the policy made shorter counts for what was said before', async () => {
    const actions = [
      {
        type: 'github.issue.create',
        targets: ['this'],
        risk: 'low',
        expiresMs: 60_000,
        rules: { low: 'default', medium: 'default', high: 'default' },
      },
    ] as const;
    const late = [{ by: kim, source: { at: '2026-11-30T14:11:00Z' } }];
    expect((await look({ approvals: late, policy: written({ actions }) })).checked.stop).toBe('expired');
    expect((await look({ approvals: late })).checked.stop).toBeNull();
  });

  it.each([
    ['member', null],
    ['not_member', 'right_lost'],
    ['unreadable', 'team_unreadable'],
  ] as const)('users 24: a team that answers %s comes to %s', async (team, stop) => {
    const twist = { rule: { roles: [], teams: ['acme/sre'] } };
    const policy = ruled({ roles: [], teams: ['acme/sre'] });
    const { checked, asked } = await look({ twist, policy, team });
    expect(checked.stop).toBe(stop);
    expect(asked).toEqual(['permission of octo-kim', 'member of acme/sre']);
  });

  it('a team that only the policy of this moment names is asked for, too', async () => {
    const policy = ruled({ roles: [], teams: ['acme/sre'] });
    expect((await look({ policy, team: 'member' })).checked.stop).toBeNull();
    expect((await look({ policy })).checked.stop).toBe('right_lost');
  });

  it('AP-41: a right that is gone stops it, also where enough others are left', async () => {
    const approvals = [
      { by: kim, source: {} },
      { by: ana, source: {} },
    ];
    const lost = (login: string): object => (login === ana.login ? { role: 'read', roleName: 'read' } : {});
    expect((await look({ approvals, permission: lost })).checked.stop).toBe('right_lost');
    expect((await look({ approvals })).types).toEqual(['policy.read', 'rights.read', 'rights.read']);
  });

  it('AP-35: a login that leads to another account by now has no right', async () => {
    const other = { account: { id: '4711', login: kim.login } };
    expect((await look({ permission: () => other })).checked.stop).toBe('right_lost');
  });

  it('AP-44: a name that leads to another repository by now is left alone', async () => {
    expect((await look({ thread: { repositoryId: '4711' } })).checked.stop).toBe('repository_mismatch');
  });
});

describe('AP-43: an issue that is not there', () => {
  it('may not be readable yet while it is young, and is gone when it is old', async () => {
    const young = await look({ thread: { issue: null } });
    expect(young).toMatchObject({ checked: { stop: 'issue_closed' }, types: [] });
    const old = await look({ thread: { issue: null }, laterMs: 3_600_000 });
    expect(old).toMatchObject({ checked: { stop: 'issue_gone' }, types: ['alert.raised', 'issue.lost'] });
  });

  it('is recorded once', async () => {
    const events = [event('issue.lost')];
    const again = await look({ thread: { issue: null }, laterMs: 3_600_000, events });
    expect(again).toMatchObject({ checked: { stop: 'issue_gone' }, types: [] });
  });

  it('is told apart from one that was moved', async () => {
    const issue = {
      title: '',
      body: '',
      open: true,
      locked: false,
      repositoryId: '4711',
      labels: [],
      lastEditedAt: null,
    };
    expect((await look({ thread: { issue } })).checked.stop).toBe('issue_moved');
  });
});

describe('what the action depends on', () => {
  it('is asked for in one question, and only where there is something', async () => {
    const observed = ok({ ref: { sha }, authors: [] });
    expect((await look({ twist: pinned, observed })).asked.filter((one) => one === 'target')).toHaveLength(1);
    expect((await look()).asked).not.toContain('target');
  });

  it('ID-20: stops where it differs, and is recorded either way', async () => {
    const equal = await look({ twist: pinned, observed: ok({ ref: { sha }, authors: [] }) });
    expect(equal).toMatchObject({ checked: { stop: null } });
    expect(equal.types).toEqual(['policy.read', 'rights.read', 'precondition.equal']);
    const moved = await look({ twist: pinned, observed: ok({ ref: { sha: commit }, authors: [] }) });
    expect(moved.checked.stop).toBe('precondition_failed');
    expect(moved.types.at(-1)).toBe('precondition.differed');
  });

  it('AP-40: can’t be read: it is asked again, and never a yes', async () => {
    await expect(look({ twist: pinned })).rejects.toThrow('execute: precondition: unreadable 502');
  });

  it('AP-44: is not read from another repository of the same name', async () => {
    const observed = ok({ ref: { sha }, authors: [], repositoryId: '4711' });
    expect((await look({ twist: pinned, observed })).checked.stop).toBe('repository_mismatch');
  });

  it.each([
    [[kim.id], 'author_excluded'],
    [[ana.id], null],
    [null, 'right_unreadable'],
  ])('users 34: its commit’s authors %o come to %s', async (authors, stop) => {
    const observed = ok({ ref: { sha }, authors });
    expect((await look({ twist: pinned, observed })).checked.stop).toBe(stop);
  });

  it('differs where the commit is not there any more, whoever wrote it', async () => {
    const { checked } = await look({ twist: pinned, observed: ok({ ref: null, authors: null }) });
    expect(checked.stop).toBe('precondition_failed');
  });
});
