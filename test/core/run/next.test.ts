import { describe, expect, it } from 'vitest';
import { dueAt, nextStep, type Situation } from '../../../lib/core/run/next.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import { states } from '../../../lib/core/run/state.ts';
import {
  answered,
  approved,
  chain,
  claimed,
  completed,
  event,
  gathered,
  runOf,
  waiting,
} from '../../support/entry.ts';

const told = event('published', { what: 'issue' });
const expiresAt = 2_000_000;
/** As the sample of a plan says. */
const remindAt = Date.parse('2026-12-01T12:10:00.000Z');

function situation(events: readonly RunEvent[], twist: Partial<Situation> = {}): Situation {
  const entries = chain(events);
  return {
    run: runOf(events),
    entries,
    published: entries.length,
    expiresAt,
    now: 1_000_000,
    heldFence: null,
    ...twist,
  };
}

function step(events: readonly RunEvent[], twist: Partial<Situation> = {}): string | null {
  return nextStep(situation(events, twist))?.do ?? null;
}

const accepted = [...gathered, event('proposal.received'), event('proposal.accepted')];
const waits = [...waiting, told];

describe('what a run does next by itself', () => {
  it('nothing while it is on the runner', () => {
    expect(step(gathered)).toBeNull();
  });

  it('labels its issue, then opens its check run, then waits for people', () => {
    expect(step(accepted)).toBe('tell_issue');
    expect(step([...accepted, told])).toBe('open_check_run');
    expect(step(waits)).toBeNull();
  });

  it('brings its check run up to date when something was added', () => {
    expect(step(waits, { published: 3 })).toBe('update_check_run');
  });

  it('TM-04: expires at the very instant, unless people approved before', () => {
    expect(step(waits, { now: expiresAt - 1 })).toBeNull();
    expect(step(waits, { now: expiresAt })).toBe('expire');
    expect(step(waits, { now: expiresAt, expiresAt: null })).toBeNull();
    expect(step([...approved, told], { now: expiresAt })).toBe('claim');
  });

  it('claims once the intent stands, and not while it is held', () => {
    expect(step(approved)).toBe('claim');
    expect(step([...waits, event('approval.recorded', { need: 2 })])).toBeNull();
    const held = { ...runOf(approved), held: true };
    expect(step([...approved, told], { run: { ...held, told: true } })).toBeNull();
  });

  it('acts only under the claim that it holds; after a restart it claims anew', () => {
    expect(step(claimed, { heldFence: 1 })).toBe('execute');
    expect(step(claimed)).toBe('claim');
    expect(step(claimed, { heldFence: 2 })).toBe('claim');
  });

  it('ID-08: after a send it only looks, whoever holds the claim', () => {
    const sent = [...claimed, event('write.started')];
    expect(step(sent)).toBe('look');
    expect(step(sent, { heldFence: 1 })).toBe('look');
  });

  it('reads back what was answered', () => {
    expect(step(answered)).toBe('verify');
  });

  it('tells the end once: the result, then the issue, then the check run', () => {
    const result = event('published', { what: 'result' });
    expect(step(completed)).toBe('tell_result');
    expect(step([...completed, result])).toBe('tell_issue');
    expect(step([...completed, result, told], { published: 1 })).toBe('update_check_run');
    expect(step([...completed, result, told])).toBeNull();
  });

  it('leaves what goes on until it is to be looked at again, and tells no end before there is one', () => {
    const again = '2026-12-01T12:00:00.000Z';
    const at = Date.parse(again);
    const pending = [...answered, event('readback.pending', { again })];
    const watched = { ...situation(pending), published: pending.length };
    expect(nextStep({ ...watched, now: at - 1 })).toBeNull();
    expect(dueAt(watched, at - 1)).toBe(at);
    expect(nextStep({ ...watched, published: 1, now: at - 1 })?.do).toBe('update_check_run');
    expect(nextStep({ ...watched, now: at })?.do).toBe('verify');
    const unread = [...pending, event('readback.unreadable', { code: 'outcome_pending' })];
    expect(step(unread)).toBe('tell_result');
    expect(step([...unread, event('run.resumed')])).toBe('verify');
  });

  it('tells a second end anew after a resumption', () => {
    const result = event('published', { what: 'result' });
    const unread = [...answered, event('readback.unreadable'), result, told];
    expect(step(unread)).toBeNull();
    const resumed = [...unread, event('run.resumed')];
    expect(step(resumed)).toBe('verify');
    expect(step([...resumed, event('readback.equal')])).toBe('tell_result');
  });

  it('looks once more when a person asks an uncertain run to, and then waits again', () => {
    const uncertain = [
      ...claimed,
      event('write.started'),
      event('write.ambiguous'),
      event('published', { what: 'result' }),
      told,
    ];
    expect(step(uncertain)).toBeNull();
    const asked = [...uncertain, event('run.resumed')];
    expect(step(asked)).toBe('look');
    expect(step([...asked, event('write.ambiguous')])).toBe('tell_result');
  });

  it('answers every command that waits for its answer', () => {
    const refusal = [...waits, event('command.refused')];
    expect(step(refusal)).toBe('answer');
    const [entry] = chain(refusal).slice(-1);
    const answer = event('published', { what: 'answer', entries: [entry?.digest ?? ''] });
    expect(step([...refusal, answer])).toBeNull();
    expect(step([...refusal, answer, event('command.answered')])).toBe('answer');
  });

  it('tells on the newer proposal’s issue what it replaced', () => {
    expect(step([...waits, event('run.replaces')])).toBe('answer');
  });

  it('reminds people when it is time, once, and not while nobody can decide', () => {
    const planned = [...waits, event('reminder.planned')];
    expect(step(planned, { now: remindAt - 1, expiresAt: null })).toBeNull();
    expect(step(planned, { now: remindAt, expiresAt: null })).toBe('remind');
    const reminded = [...planned, event('published', { what: 'reminder' })];
    expect(step(reminded, { now: remindAt, expiresAt: null })).toBeNull();
    const held = [...planned, event('run.held')];
    expect(step(held, { now: remindAt, expiresAt: null })).toBeNull();
    expect(step([...held, event('run.released')], { now: remindAt, expiresAt: null })).toBe('remind');
    expect(step([...planned, event('run.rejected')], { now: remindAt })).toBe('tell_result');
    const { run } = situation(planned);
    expect(step(planned, { now: remindAt, expiresAt: null, run: { ...run, remindAt: 'soon' } })).toBeNull();
  });

  it('AP-43: says nothing on an issue that is gone, and tells the check run', () => {
    const lost = event('issue.lost');
    expect(step([...waits, event('command.refused'), lost])).toBeNull();
    expect(step([...waits, lost], { published: 3 })).toBe('update_check_run');
    expect(step([...accepted, told, lost])).toBe('open_check_run');
    expect(step([...completed, lost])).toBeNull();
    expect(step([...claimed, lost], { heldFence: 1 })).toBe('execute');
  });

  it.each(states)('a run that is %s, fully told, waits or goes on, and never throws', (state) => {
    const base = situation([...completed, event('published', { what: 'result' }), told]);
    const next = nextStep({ ...base, run: { ...base.run, state } });
    const goesOn = state === 'executing' || state === 'verifying' || state === 'awaiting_approval';
    expect(next !== null).toBe(goesOn);
  });
});

describe('when a run is due', () => {
  it('at once while something is to be done', () => {
    expect(dueAt(situation(completed), 5)).toBe(5);
  });

  it('at its reminder, where that comes before its expiry and is still to come', () => {
    const planned = situation([...waits, event('reminder.planned')], { expiresAt: remindAt + 5 });
    expect(dueAt(planned, 5)).toBe(remindAt);
    expect(dueAt({ ...planned, expiresAt: null }, 5)).toBe(remindAt);
    expect(dueAt({ ...planned, expiresAt: remindAt - 5 }, 5)).toBe(remindAt - 5);
    const held = situation([...waits, event('reminder.planned'), event('run.held')], { expiresAt: null });
    expect(dueAt({ ...held, expiresAt: remindAt + 5 }, remindAt)).toBe(remindAt + 5);
  });

  it('at its expiry while it waits, and never at an end', () => {
    expect(dueAt(situation(waits), 5)).toBe(expiresAt);
    expect(dueAt(situation([...completed, event('published', { what: 'result' }), told]), 5)).toBeNull();
  });
});
