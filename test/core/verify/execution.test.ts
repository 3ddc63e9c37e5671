import { expect, test } from 'vitest';
import type { EventType, RunEvent } from '../../../lib/core/run/event.ts';
import { verifyRun, type Verification } from '../../../lib/core/verify/verify.ts';
import { ana, event, eventTypes } from '../../support/entry.ts';
import { extend, wholeRun, type WholeRun } from '../../support/whole-run.ts';
import { base, exportOf, found, laidOut, statementOf, twisted, verify } from './support.ts';

function judged(run: WholeRun): Verification {
  return verifyRun(laidOut(run));
}

/** The story with events put before the first of a type, or in its place. */
function before(type: RunEvent['type'], ...more: readonly RunEvent[]): WholeRun {
  return twisted((events) => events.flatMap((one) => (one.type === type ? [...more, one] : [one])));
}

function without(...types: readonly RunEvent['type'][]): WholeRun {
  return twisted((events) => events.filter(({ type }) => !types.includes(type)));
}

function instead(type: RunEvent['type'], ...more: readonly RunEvent[]): WholeRun {
  return twisted((events) => events.flatMap((one) => (one.type === type ? more : [one])));
}

/** An event as the entry with a number, whatever stands before it. */
function lone(type: EventType, seq: number): ReturnType<typeof extend> {
  return extend(base.read, base.entries.slice(0, seq), [event(type)]).slice(seq);
}

test('a run that ends well was sent once, in order', () => {
  const verified = verify(exportOf(base));
  expect(found(verified, 'order').said).toBe(
    '1 approval, then intent, then claim, then one sending, then its result, in this order',
  );
  expect(found(verified, 'single_execution').said).toBe(
    'one request sent (entry 10), answered once: https://github.com/acme/payments/issues/8',
  );
});

test.each([
  ['an intent without an approval', without('approval.recorded'), 'intent.recorded 6'],
  ['a second intent', before('claim.taken', event('intent.recorded')), 'intent.recorded 8'],
  ['a claim without an intent', without('intent.recorded'), 'claim.taken 7'],
  ['a claim out of count', instead('claim.taken', event('claim.taken', { fence: 2 })), 'claim.taken 8'],
  ['an approval behind the claim', before('rights.read', event('approval.recorded')), 'approval.recorded 9'],
  [
    'approvals voided behind the claim',
    before('rights.read', event('approvals.voided')),
    'approvals.voided 9',
  ],
  ['rights read before the claim', before('claim.taken', event('rights.read')), 'rights.read 8'],
  ['a sending without a claim', without('claim.taken', 'rights.read'), 'write.started 8'],
  [
    'a sending under an old claim',
    before('write.started', event('claim.taken', { fence: 2 })),
    'write.started 11',
  ],
  ['a sending before the right was read again', without('rights.read'), 'write.started 9'],
  ['an answer without a sending', without('write.started'), 'write.answered 10'],
  ['something found without a claim', before('claim.taken', event('write.found')), 'write.found 8'],
  ['a read-back of nothing', without('write.answered'), 'readback.equal 11'],
  ['a rejection behind the claim', before('write.started', event('run.rejected')), 'run.rejected 10'],
  ['a second taking in', before('intent.recorded', event('proposal.received')), 'proposal.received 7'],
  ['a second acceptance', before('intent.recorded', event('proposal.accepted')), 'proposal.accepted 7'],
  ['a second start', before('intent.recorded', event('run.started')), 'run.started 7'],
  ['a tool called behind the taking in', before('intent.recorded', event('tool.called')), 'tool.called 7'],
])('%s is out of order, and named', (_, run, expected) => {
  const { code, said, seq } = found(judged(run), 'order');
  expect([code, `${said.split(' ')[0]} ${seq}`]).toEqual(['out_of_order', expected]);
});

test('a chain that does not begin with the start, or tells before the acceptance, is out of order', () => {
  const headless = { ...base, entries: base.entries.slice(1) };
  expect(found(judged(headless), 'order')).toMatchObject({ code: 'out_of_order', seq: 0 });
  const unreceived = { ...base, entries: base.entries.toSpliced(3, 1) };
  expect(found(judged(unreceived), 'order')).toMatchObject({ code: 'out_of_order', seq: 3 });
  const unaccepted = { ...base, entries: base.entries.toSpliced(4, 2) };
  expect(found(judged(unaccepted), 'order')).toMatchObject({ code: 'out_of_order', seq: 4 });
  const early = { ...base, entries: [...base.entries.slice(0, 3), ...base.entries.slice(5)] };
  expect(found(judged(early), 'order')).toMatchObject({ code: 'out_of_order', seq: 3 });
});

test('before the taking in only the runner writes, and behind the end nothing of a run’s course comes again', () => {
  const early = [
    'run.started',
    'server.started',
    'flow.started',
    'step.skipped',
    'step.expected',
    'tool.called',
    'tool.answered',
    'flow.ended',
    'servers.stopped',
  ];
  const gathering = [
    ...early,
    'attention.asked',
    'attention.answered',
    'gathering.failed',
    'proposal.composed',
  ];
  const talk = [
    'command.refused',
    'command.answered',
    'alert.raised',
    'published',
    'run.held',
    'run.released',
  ];
  for (const type of eventTypes) {
    const first = { ...base, entries: [...base.entries.slice(0, 2), ...lone(type, 2)] };
    const expected =
      type === 'run.started'
        ? 'out_of_order'
        : [...gathering, 'proposal.received'].includes(type)
          ? 'ok'
          : 'out_of_order';
    expect([type, found(judged(first), 'order').code]).toEqual([type, expected]);
    const last = { ...base, entries: [...base.entries, ...lone(type, 15)] };
    if (talk.includes(type)) expect([type, found(judged(last), 'order').code]).toEqual([type, 'ok']);
    if (gathering.includes(type))
      expect([type, found(judged(last), 'order').code]).toEqual([type, 'out_of_order']);
  }
});

test('a run that was refused after it failed, resumed and done passes', () => {
  const resumed = instead(
    'rights.read',
    event('execution.failed', { code: 'right_lost', sent: false, status: null }),
    event('run.resumed'),
    event('claim.taken', { fence: 2 }),
    event('rights.read'),
  );
  const started = twisted((events) =>
    events.flatMap((one): readonly RunEvent[] => {
      if (one.type === 'write.started') return [event('write.started', { fence: 2 })];
      if (one.type !== 'rights.read') return [one];
      return [
        event('execution.failed', { code: 'right_lost', sent: false, status: null }),
        event('run.resumed'),
        event('claim.taken', { fence: 2 }),
        one,
      ];
    }),
  );
  expect(judged(resumed).answer).toBe('fail');
  expect(judged(started).answer).toBe('pass');
});

test('nothing was sent where people rejected it', () => {
  const verified = verify(exportOf(wholeRun(() => [event('run.rejected')])));
  expect(verified).toMatchObject({ answer: 'pass', state: 'rejected' });
  expect(found(verified, 'order').said).toBe('nothing was done');
  expect(found(verified, 'single_execution').said).toBe('nothing was sent');
  expect(found(verified, 'read_back').said).toBe('nothing was made, so there is nothing to read back');
});

test('a second sending, and a second result, are never a single execution', () => {
  const sent = before('write.answered', event('write.started'));
  expect(found(judged(sent), 'single_execution')).toMatchObject({ code: 'sent_twice', seq: 11 });
  const made = before('readback.equal', event('write.found'));
  expect(found(judged(made), 'single_execution')).toMatchObject({ code: 'made_twice', seq: 12 });
});

test('an intent for another action, key or repository is found', () => {
  const { type, idempotencyKey } = base.read.proposal.action;
  for (const change of [{ type: 'github.issue.close' }, { idempotencyKey: 'cs-0' }, { repositoryId: '9' }]) {
    const data = { type, idempotencyKey, repositoryId: '701', ...change };
    const run = instead('intent.recorded', event('intent.recorded', data));
    expect(found(judged(run), 'single_execution')).toMatchObject({ code: 'intent_differs', seq: 7 });
  }
});

test('what was found made already needs no sending', () => {
  const run = twisted((events) =>
    events
      .filter(({ type }) => type !== 'write.started')
      .map((one): RunEvent => (one.type === 'write.answered' ? event('write.found') : one)),
  );
  expect(found(judged(run), 'single_execution').said).toBe(
    'nothing sent, found made: https://github.com/acme/payments/issues/8',
  );
  expect(judged(run).answer).toBe('pass');
});

const away = event('execution.failed', { code: 'permission_missing', sent: true, status: 403 });
const resumed = [event('run.resumed'), event('claim.taken', { fence: 2 }), event('rights.read')] as const;
const sentAgain = event('write.started', { fence: 2 });

test('a request that GitHub turned away may be sent again, and counts as the one that was sent', () => {
  const run = before('write.answered', away, ...resumed, sentAgain);
  expect(found(judged(run), 'single_execution').said).toBe(
    'one request sent (entry 15), answered once: https://github.com/acme/payments/issues/8',
  );
  const only = twisted((events) => [...events.slice(0, -2), away]);
  expect(found(verify(exportOf(only)), 'single_execution').said).toBe(
    'one request sent, and refused with 403',
  );
});

test('a request that was turned away takes none back that was sent before it', () => {
  const run = before('write.answered', event('write.started'), away, ...resumed, sentAgain);
  expect(found(judged(run), 'single_execution').code).toBe('sent_twice');
});

test('an outcome that is not known is neither pass nor fail, whoever closed the run', () => {
  const uncertain = twisted((events) => [...events.slice(0, -2), event('write.ambiguous')]);
  const closed = twisted((events) => [
    ...events.slice(0, -2),
    event('write.ambiguous'),
    event('run.cancelled'),
  ]);
  const looked = twisted((events) => [...events.slice(0, -3), event('write.ambiguous')]);
  for (const run of [uncertain, closed, looked]) {
    const verified = verify(exportOf(run));
    expect(verified.answer).toBe('cannot_say');
    expect(found(verified, 'single_execution').code).toBe('outcome_unknown');
  }
});

test('what GitHub definitely refused was sent once, and made nothing', () => {
  const failed = event('execution.failed', { code: 'target_refused', sent: true, status: 422 });
  const verified = verify(exportOf(twisted((events) => [...events.slice(0, -2), failed])));
  expect(verified).toMatchObject({ answer: 'pass', state: 'failed' });
  expect(found(verified, 'single_execution').said).toBe('one request sent, and refused with 422');
});

test('a result that differs from what was approved fails, though the record is whole', () => {
  const run = instead('readback.equal', event('readback.differed', { fields: 5, differing: ['title'] }));
  const verified = verify(exportOf(run));
  expect(found(verified, 'read_back')).toMatchObject({ code: 'result_differs', seq: 12 });
  expect(found(verified, 'read_back').said).toBe('1 of 5 fields differ from what was approved');
  expect(verified).toMatchObject({ answer: 'fail', state: 'mismatched' });
});

test('a result that was never read back, or could not be, is not known', () => {
  const unread = verify(exportOf(without('readback.equal')));
  expect([unread.answer, found(unread, 'read_back').code]).toEqual(['cannot_say', 'not_read_back']);
  const unreadable = verify(exportOf(instead('readback.equal', event('readback.unreadable'))));
  expect([unreadable.answer, found(unreadable, 'read_back').code]).toEqual([
    'cannot_say',
    'read_back_unreadable',
  ]);
});

test('equal fields that are fewer than the action has, or that differ after all, are found', () => {
  const few = instead('readback.equal', event('readback.equal', { fields: 4 }));
  expect(found(judged(few), 'read_back')).toMatchObject({ code: 'fields_missing', seq: 12 });
  const both = instead('readback.equal', event('readback.equal', { fields: 5, differing: ['body'] }));
  expect(found(judged(both), 'read_back')).toMatchObject({ code: 'read_back_contradicts', seq: 12 });
});

test('another result or read-back than the App signed is found', () => {
  const { hash, summary } = statementOf(base);
  const effect = { id: '556', number: 9, url: 'https://github.com/acme/payments/issues/9' };
  const statement = { hash, summary: { ...summary, effect, readBack: null } };
  const verified = verifyRun({ ...laidOut(base), statement });
  expect(found(verified, 'single_execution')).toMatchObject({ code: 'effect_differs', seq: 11 });
  expect(found(verified, 'read_back')).toMatchObject({ code: 'read_back_differs', seq: 12 });
});

test('another result than the App signed is found also where there is none', () => {
  const none = wholeRun(() => [event('run.rejected', { by: ana })]);
  const { hash, summary } = statementOf(base);
  const statement = { hash, summary };
  const verified = verifyRun({ ...laidOut(none), statement });
  expect(found(verified, 'single_execution')).toMatchObject({ code: 'effect_differs', seq: null });
  expect(found(verified, 'read_back')).toMatchObject({ code: 'read_back_differs', seq: null });
});

test('without entries nobody can say what was done; without the record, how many fields there were', () => {
  const presented = laidOut(base);
  const blind = verifyRun({ ...presented, entries: null });
  for (const check of ['order', 'single_execution', 'read_back'] as const)
    expect(found(blind, check).code).toBe('entries_missing');
  const unread = verifyRun({
    ...presented,
    read: { ok: false, fault: { code: 'record_malformed', detail: '' } },
  });
  expect(found(unread, 'read_back').code).toBe('record_unread');
  expect(found(unread, 'single_execution').code).toBe('ok');
  const { proposal } = base.read;
  const action = { ...proposal.action, type: 'github.unknown' };
  const value = { ...base.read, proposal: { ...proposal, action } };
  const unknown = verifyRun({ ...presented, read: { ok: true, value } });
  expect(found(unknown, 'read_back').code).toBe('fields_missing');
});
