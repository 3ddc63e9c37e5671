import { expect, test } from 'vitest';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { DataOf, RunEvent, Source } from '../../../lib/core/run/event.ts';
import { verifyRun } from '../../../lib/core/verify/verify.ts';
import { ana, dana, event, kim, sourceOf } from '../../support/entry.ts';
import type { Twist } from '../../support/proposal.ts';
import { extend, wholeRun, type WholeRun } from '../../support/whole-run.ts';
import { base, exportOf, found, laidOut, statementOf, twisted, verify } from './support.ts';

type Approval = DataOf<'approval.recorded'>;

/** A run whose one approval was entered otherwise. */
function approvedAs(change: Partial<Approval>, twist: Twist = {}): WholeRun {
  return twisted(
    (events) =>
      events.map((one): RunEvent =>
        one.type === 'approval.recorded' ? { ...one, data: { ...one.data, ...change } } : one,
      ),
    twist,
  );
}

/** A press of Approve on the run's check run. */
function press(twist: Partial<Source> = {}): Source {
  const bodyDigest = digestText(`/approve ${base.read.hash}`);
  return sourceOf('42', { kind: 'button', bodyDigest, ...twist });
}

function codeOf(run: WholeRun): string {
  const { code, seq } = found(verifyRun(laidOut(run)), 'approvers');
  return seq === null ? code : `${code} ${seq}`;
}

const right = { role: 'maintain', basis: 'role maintain', readAt: '2026-11-30T14:12:41Z' };

test('AU-10: the approvers are told by number and by the login they had then', () => {
  expect(found(verify(exportOf(base)), 'approvers').said).toBe('1 of 1 distinct: octo-kim (1002)');
});

test('a press of Approve on the run’s own check run is an approval', () => {
  const run = approvedAs({ source: press() });
  expect(found(verifyRun(laidOut(run)), 'approvers').answer).toBe('pass');
});

test.each([
  ['another hash', approvedAs({ hash: digestText('other') }), 'approval_of_other_hash 6'],
  ['somebody who started the run', approvedAs({ by: dana }), 'initiator_approved 6'],
  [
    'a role that the rule does not list',
    approvedAs({ right: { ...right, role: 'write', basis: 'role write' } }),
    'approver_not_eligible 6',
  ],
  [
    'a role beside its own basis',
    approvedAs({ right: { ...right, role: 'write' } }),
    'approver_not_eligible 6',
  ],
  [
    'a member of a team that the rule does not name',
    approvedAs({ right: { ...right, basis: 'member of acme/dev' } }, { rule: { teams: ['acme/sre'] } }),
    'approver_not_eligible 6',
  ],
  [
    'a basis that nobody knows',
    approvedAs({ right: { ...right, basis: 'friend' } }),
    'approver_not_eligible 6',
  ],
  [
    'a name that is not in the rule',
    approvedAs({ right: { ...right, basis: 'named by the rule' } }),
    'approver_not_eligible 6',
  ],
  ['a press on another check run', approvedAs({ source: press({ id: '43' }) }), 'press_differs 6'],
  [
    'a press of another button',
    approvedAs({ source: press({ bodyDigest: digestText('/reject') }) }),
    'press_differs 6',
  ],
  ['a press that nobody delivered', approvedAs({ source: press({ delivery: null }) }), 'press_differs 6'],
  ['a count below the rule’s', approvedAs({ need: 1 }, { rule: { count: 2 } }), 'approvals_miscounted 6'],
  [
    'a time before the proposal',
    approvedAs({ source: sourceOf('13', { at: '2026-11-30T14:09:59Z' }) }),
    'approval_out_of_time 6',
  ],
  [
    'the very moment of expiry',
    approvedAs({ source: sourceOf('13', { at: '2026-12-01T14:10:00Z' }) }),
    'approval_out_of_time 6',
  ],
  ['a time that is none', approvedAs({ source: sourceOf('13', { at: 'soon' }) }), 'approval_out_of_time 6'],
  [
    'evidence that the approver wrote',
    approvedAs({}, { rule: { evidenceAuthorsMayApprove: false }, receipt: { authors: ['1002'] } }),
    'evidence_author_approved 6',
  ],
])('an approval with %s does not count', (_, run, code) => {
  expect(codeOf(run)).toBe(code);
});

test('an approval that is entered as the App’s is no person’s', () => {
  const entries = extend(base.read, base.entries.slice(0, 6), [event('published')]).slice(0, 6);
  const approval = event('approval.recorded', { hash: base.read.hash, by: kim });
  const [entry] = extend(base.read, entries, [approval]).slice(6);
  if (entry === undefined) throw new Error('one event makes one entry');
  const asApp = { ...entry, actor: { kind: 'app', id: kim.id, login: null } } as const;
  expect(codeOf({ ...base, entries: [...entries, asApp] })).toBe('approval_not_a_persons 6');
});

test.each([
  [
    'a person that the rule names',
    approvedAs({ right: { ...right, basis: 'named by the rule' } }, { rule: { users: ['1002'] } }),
  ],
  [
    'a member of a team that the rule names',
    approvedAs({ right: { ...right, basis: 'member of acme/sre' } }, { rule: { teams: ['acme/sre'] } }),
  ],
  [
    'a custom role, whose standing is the App’s word',
    approvedAs({ right: { ...right, role: 'release', basis: 'role release' } }),
  ],
  [
    'an initiator, where the rule lets them',
    approvedAs({ by: dana }, { rule: { initiatorMayApprove: true } }),
  ],
  [
    'evidence by somebody else',
    approvedAs({}, { rule: { evidenceAuthorsMayApprove: false }, receipt: { authors: ['9'] } }),
  ],
  ['a person of a proposal that never expires', approvedAs({}, { proposal: { expiresAt: null } })],
  ['evidence by nobody knows whom', approvedAs({}, { rule: { evidenceAuthorsMayApprove: false } })],
])('an approval by %s counts', (_, run) => {
  expect(codeOf(run)).toBe('ok');
});

test('one person counts once, and one approval of two is not enough for a claim', () => {
  const twice = twisted((events) =>
    events.flatMap((one): readonly RunEvent[] => (one.type === 'approval.recorded' ? [one, one] : [one])),
  );
  expect(codeOf(twice)).toBe('approver_twice 7');
  const short = approvedAs({ need: 2 }, { rule: { count: 2 } });
  expect(codeOf(short)).toBe('approvals_missing 8');
});

test('two distinct people approve where the rule asks for two', () => {
  const two = twisted(
    (events) =>
      events.flatMap((one): readonly RunEvent[] =>
        one.type === 'approval.recorded'
          ? [
              { ...one, data: { ...one.data, need: 2 } },
              event('approval.recorded', { ...one.data, by: ana, have: 2, need: 2 }),
            ]
          : one.type === 'rights.read'
            ? [one, event('rights.read', { by: ana })]
            : [one],
      ),
    { rule: { count: 2 } },
  );
  expect(found(verify(exportOf(two)), 'approvers').said).toBe(
    '2 of 2 distinct: octo-kim (1002), octo-ana (1003)',
  );
});

test('approvals that were voided count no more, and a run that still waits says so', () => {
  const waits = wholeRun(
    ({ read }) => [
      event('approval.recorded', { hash: read.hash, need: 2 }),
      event('approvals.voided', { code: 'comment_edited' }),
      event('approval.recorded', { hash: read.hash, by: ana, source: sourceOf('17'), need: 2 }),
    ],
    { rule: { count: 2 } },
    true,
  );
  const { code, said } = found(verifyRun(laidOut(waits)), 'approvers');
  expect([code, said]).toEqual(['ok', '1 of 2 distinct: octo-ana (1003), not enough yet']);
});

test('a run that nobody approved was not done', () => {
  const rejected = wholeRun(() => [event('run.rejected')]);
  expect(found(verify(exportOf(rejected)), 'approvers').said).toBe('nobody approved, and nothing was done');
});

test('approvers that the App did not sign are found', () => {
  const { hash, summary } = statementOf(base);
  const other = { by: ana, at: '2026-11-30T14:12:40Z', entry: digestText('other') };
  const statement = { hash, summary: { ...summary, approvers: [other] } };
  const verified = verifyRun({ ...laidOut(base), statement });
  expect(found(verified, 'approvers').code).toBe('approvers_differ');
});

test('without entries, or without a record that reads, nobody can say who approved', () => {
  const presented = laidOut(base);
  expect(found(verifyRun({ ...presented, entries: null }), 'approvers').code).toBe('entries_missing');
  const unread = {
    ...presented,
    read: { ok: false, fault: { code: 'record_malformed', detail: '' } },
  } as const;
  expect(found(verifyRun(unread), 'approvers').code).toBe('record_unread');
});
