import { describe, expect, it } from 'vitest';
import { advance, replay, takes } from '../../../lib/core/run/advance.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import {
  ana,
  answered,
  approved,
  chain,
  claimed,
  completed,
  event,
  gathered,
  hash,
  kim,
  next,
  runOf,
  sampleData,
  sourceOf,
  waiting,
} from '../../support/entry.ts';

const byAna = event('approval.recorded', { by: ana, source: sourceOf('21'), have: 2, need: 2 });
const first = event('approval.recorded', { need: 2 });

function refuses(events: readonly RunEvent[], one: RunEvent): void {
  expect(takes(runOf(events), one)).toBeNull();
}

describe('a run', () => {
  it('tells from its entries alone where it stands', () => {
    const run = replay(chain(completed));
    expect(run).toMatchObject({
      state: 'completed',
      head: { count: completed.length },
      tally: { have: 1, need: 1 },
      intent: true,
      held: false,
      fence: 1,
      sent: true,
      effect: { id: '555', number: 8, url: 'https://github.com/acme/payments/issues/8' },
      issue: { number: 7, id: '777', nodeId: 'I_777' },
      checkRun: { id: '42', url: 'https://github.com/acme/payments/runs/42' },
      told: false,
    });
    expect(run.approvals).toEqual([
      expect.objectContaining({ by: kim, at: '2026-11-30T14:12:40Z', nodeId: 'IC_13' }),
    ]);
  });

  it('knows the parts of its check run by the entry each begins with, and none of one opened anew', () => {
    const part = event('published', { what: 'check_run_part', id: '43', url: 'u', entries: [hash] });
    expect(runOf([...waiting, part]).auditParts).toEqual([{ id: '43', url: 'u', first: hash }]);
    expect(runOf([...waiting, part, event('published')]).auditParts).toEqual([]);
    expect(runOf([...waiting, event('published', { what: 'answer' })]).auditParts).toEqual([]);
  });

  it('stays as it was when it does not take an entry', () => {
    const run = runOf(waiting);
    const answer = advance(run, next(run, event('claim.taken')));
    expect(answer).toEqual({
      ok: false,
      fault: { code: 'event_unexpected', state: 'awaiting_approval', type: 'claim.taken' },
    });
  });

  it('cannot be replayed from entries that do not follow one another', () => {
    expect(() => replay(chain([event('run.expired')]))).toThrow('run.expired does not follow created');
  });

  it('takes no more of the runner’s events once its proposal was received', () => {
    const received = [...gathered, event('proposal.received')];
    for (const late of gathered.slice(1)) refuses(received, late);
    refuses(received, event('proposal.received'));
    refuses(received, event('gathering.failed'));
    refuses(gathered, event('proposal.accepted'));
  });

  it('that gathered in vain never executes', () => {
    const failed = [...gathered, event('gathering.failed')];
    expect(runOf(failed).state).toBe('failed');
    refuses(failed, event('run.resumed'));
    expect(takes(runOf(failed), event('run.cancelled'))).toBe('cancelled');
  });
});

describe('approvals', () => {
  it('AP-38: one person counts once, under another login too', () => {
    const once = [...waiting, first];
    refuses(once, event('approval.recorded', { source: sourceOf('22'), have: 2, need: 2 }));
    refuses(once, event('approval.recorded', { by: { id: kim.id, login: 'kim' }, have: 2, need: 2 }));
    expect(takes(runOf(once), byAna)).toBe('awaiting_approval');
  });

  it('that claim more people than there are do not count', () => {
    refuses(waiting, event('approval.recorded', { have: 2, need: 2 }));
    refuses(waiting, event('approval.recorded', { have: 0 }));
    refuses(waiting, event('approval.recorded', { need: 0 }));
  });

  it('lead to an intent only when they are enough', () => {
    refuses(waiting, event('intent.recorded'));
    refuses([...waiting, first], event('intent.recorded'));
    expect(takes(runOf([...waiting, first, byAna]), event('intent.recorded'))).toBe('awaiting_approval');
    refuses(approved, event('intent.recorded'));
  });

  it('AP-24: are neither taken nor acted on while the proposal is held', () => {
    const held = event('run.held');
    refuses([...waiting, held], event('approval.recorded'));
    refuses([...waiting, event('approval.recorded'), held], event('intent.recorded'));
    refuses([...approved, held], event('claim.taken'));
    expect(
      takes(runOf([...waiting, held, event('run.released')]), event('approval.recorded')),
    ).not.toBeNull();
    refuses(waiting, event('run.released'));
  });

  it('that were voided take the intent with them, and the same person may approve anew', () => {
    const voided = [...approved, event('approvals.voided')];
    expect(runOf(voided)).toMatchObject({ approvals: [], tally: null, intent: false, intentAt: null });
    refuses(voided, event('claim.taken'));
    const anew = [
      ...voided,
      event('approval.recorded', { source: sourceOf('23') }),
      event('intent.recorded'),
    ];
    expect(takes(runOf(anew), event('claim.taken'))).toBe('executing');
    expect(runOf(anew).approvals.map(({ nodeId }) => nodeId)).toEqual(['IC_23']);
  });

  it('keep the entry, the comment and the digest that they stand on', () => {
    const entries = chain([...waiting, event('approval.recorded')]);
    const { source } = sampleData['approval.recorded'];
    expect(replay(entries).approvals).toEqual([
      {
        kind: 'comment',
        by: kim,
        at: source.at,
        entry: entries.at(-1)?.digest,
        nodeId: source.nodeId,
        bodyDigest: source.bodyDigest,
        url: source.url,
      },
    ]);
    expect(sampleData['approval.recorded'].hash).toBe(hash);
  });
});

describe('execution', () => {
  it.each(['run.rejected', 'run.cancelled', 'run.superseded', 'run.expired'] as const)(
    'AP-54, I5: %s wins until the claim, and comes too late after it',
    (type) => {
      const ended = runOf([...approved, event(type)]);
      expect(ended.state).toBe(type.slice(4));
      expect(takes(ended, event('claim.taken'))).toBeNull();
      refuses(claimed, event(type));
      refuses([...claimed, event('write.started')], event(type));
    },
  );

  it('ID-07: needs an intent, and a claim with the next number', () => {
    refuses([...waiting, event('approval.recorded')], event('claim.taken'));
    refuses(approved, event('claim.taken', { fence: 2 }));
    refuses(claimed, event('claim.taken', { fence: 1 }));
    expect(runOf([...claimed, event('claim.taken', { fence: 2 })]).fence).toBe(2);
  });

  it('ID-07: a worker whose claim was taken over sends nothing', () => {
    const taken = [...claimed, event('claim.taken', { fence: 2 })];
    refuses(taken, event('write.started', { fence: 1 }));
    expect(takes(runOf(taken), event('write.started', { fence: 2 }))).toBe('executing');
  });

  it('ID-02: never starts a second write, whatever happened to the first', () => {
    const sent = [...claimed, event('write.started')];
    refuses(sent, event('write.started'));
    refuses([...sent, event('claim.taken', { fence: 2 })], event('write.started', { fence: 2 }));
    const ambiguous = runOf([...sent, event('write.ambiguous'), event('run.resumed')]);
    expect(ambiguous).toMatchObject({ state: 'uncertain', sent: true });
    expect(takes(ambiguous, event('write.started'))).toBeNull();
  });

  it('has no answer to a write that was not started', () => {
    refuses(claimed, event('write.answered'));
  });

  it('ID-08: an outcome that nobody knows counts as sent', () => {
    expect(runOf([...claimed, event('write.ambiguous')])).toMatchObject({ state: 'uncertain', sent: true });
  });

  it('that failed before anything was sent may be resumed, under a new claim', () => {
    const resumed = [...claimed, event('execution.failed'), event('run.resumed')];
    expect(runOf(resumed)).toMatchObject({ state: 'executing', sent: false });
    refuses(resumed, event('claim.taken', { fence: 1 }));
    expect(takes(runOf(resumed), event('claim.taken', { fence: 2 }))).toBe('executing');
  });

  it('that failed after something was sent is not resumed, whatever the failure says of itself', () => {
    for (const sent of [true, false]) {
      const failed = [...claimed, event('write.started'), event('execution.failed', { sent })];
      expect(runOf(failed)).toMatchObject({ state: 'failed', sent: true });
      refuses(failed, event('run.resumed'));
    }
    refuses([...claimed, event('execution.failed', { sent: true })], event('run.resumed'));
  });

  it('that GitHub turned away for want of a permission was not sent, and may be resumed and sent', () => {
    const away = event('execution.failed', { code: 'permission_missing', sent: true, status: 403 });
    const failed = [...claimed, event('write.started'), away];
    expect(runOf(failed)).toMatchObject({ state: 'failed', sent: false });
    const again = [...failed, event('run.resumed'), event('claim.taken', { fence: 2 })];
    expect(takes(runOf(again), event('write.started', { fence: 2 }))).toBe('executing');
    refuses([...again, event('write.started', { fence: 2 })], event('write.started', { fence: 2 }));
  });

  it.each([
    ['another answer', { code: 'target_refused', status: 403 }],
    ['no answer', { code: 'permission_missing', status: null }],
    ['another status', { code: 'permission_missing', status: 404 }],
  ] as const)('that failed for want of a permission with %s counts as sent', (_, data) => {
    const failed = [...claimed, event('write.started'), event('execution.failed', { ...data, sent: true })];
    refuses(failed, event('run.resumed'));
  });

  it('goes on from uncertain only when the write is found', () => {
    const uncertain = [...claimed, event('write.started'), event('write.ambiguous'), event('run.resumed')];
    expect(runOf(uncertain).state).toBe('uncertain');
    expect(runOf([...uncertain, event('write.ambiguous')]).state).toBe('uncertain');
    expect(runOf([...uncertain, event('write.found')])).toMatchObject({
      state: 'verifying',
      effect: { id: '555' },
    });
  });

  it.each(['readback.differed', 'readback.unreadable'] as const)('after %s only reads back again', (type) => {
    const run = runOf([...answered, event(type), event('run.resumed')]);
    expect(run.state).toBe('verifying');
    expect(takes(run, event('write.started'))).toBeNull();
    expect(takes(run, event('readback.equal'))).toBe('completed');
  });
});

describe('telling', () => {
  it('begins anew with each end, and is done when the issue was told', () => {
    const told = event('published', { what: 'issue' });
    const end = [...waiting, event('run.expired')];
    expect(runOf(end).told).toBe(false);
    expect(runOf([...end, event('published', { what: 'result' })]).told).toBe(false);
    expect(runOf([...end, event('published', { what: 'answer' })]).told).toBe(false);
    expect(runOf([...end, told]).told).toBe(true);
    const mismatched = [...answered, event('readback.differed'), told];
    expect(runOf(mismatched).told).toBe(true);
    expect(runOf([...mismatched, event('run.resumed')]).told).toBe(false);
    expect(runOf([...mismatched, event('run.cancelled')]).told).toBe(false);
  });
});
