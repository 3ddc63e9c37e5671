import { describe, expect, test } from 'vitest';
import { isElsewhere, targetFault, type TargetNow } from '../../../lib/core/policy/target.ts';
import { buildProposal } from '../../support/proposal.ts';
import { stateOf } from './files.ts';

const there = { id: '702', ownerId: '77', name: 'acme/public' };
const repository = { id: '701', ownerId: '77', name: 'acme/control' };
const { proposal } = buildProposal({
  proposal: { repository },
  action: { target: { repository: there } },
});

function seen(text: string | null, twist: Partial<TargetNow> = {}): TargetNow {
  return { repository: there, archived: false, policy: stateOf(text), ...twist };
}

const accepting = 'version: 1\naccepts: {acme/control: 701}\n';

describe('a target elsewhere', () => {
  test('is another repository than the one that decides, by its id', () => {
    expect(isElsewhere(proposal)).toBe(true);
    expect(isElsewhere(buildProposal().proposal)).toBe(false);
  });

  test('takes what its own policy accepts', () => {
    expect(targetFault(proposal, seen(accepting))).toBe(null);
    const listed = `${accepting}actions: {github.issue.create: {targets: [acme/pub*]}}\n`;
    expect(targetFault(proposal, seen(listed))).toBe(null);
  });

  test.each<[string, TargetNow | null, string]>([
    ['is gone, or out of reach', null, 'target_missing'],
    ['has another name', seen(accepting, { repository: { ...there, name: 'acme/Public' } }), 'target_moved'],
    ['has another id', seen(accepting, { repository: { ...there, id: '703' } }), 'target_moved'],
    ['has another owner', seen(accepting, { repository: { ...there, ownerId: '78' } }), 'target_moved'],
    ['is archived', seen(accepting, { archived: true }), 'target_archived'],
    ['has a policy with faults', seen('version: 2'), 'target_policy_invalid'],
    ['has no policy', seen(null), 'target_unaccepted'],
    ['accepts nobody', seen('version: 1'), 'target_unaccepted'],
    ['accepts another id', seen('version: 1\naccepts: {acme/control: 700}'), 'target_unaccepted'],
    ['accepts another name', seen('version: 1\naccepts: {acme/other: 701}'), 'target_unaccepted'],
    ['does not list the type', seen(`${accepting}actions: {github.issue.label: {}}`), 'target_unaccepted'],
    [
      'does it only elsewhere itself',
      seen(`${accepting}actions: {github.issue.create: {targets: [acme/ops]}}`),
      'target_unaccepted',
    ],
    ['is frozen', seen(`${accepting}frozen: audit week`), 'target_frozen'],
  ])('PO-16: that %s takes nothing', (_, now, code) => {
    expect(targetFault(proposal, now)).toBe(code);
  });

  test('takes nothing that nobody can undo unless it lists that', () => {
    const { action } = proposal;
    const dispatch = { ...proposal, action: { ...action, type: 'github.workflow.dispatch' } };
    expect(targetFault(dispatch, seen(accepting))).toBe('target_unaccepted');
    const listed = `${accepting}actions: {github.workflow.dispatch: {}}`;
    expect(targetFault(dispatch, seen(listed))).toBe(null);
  });
});
