import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../lib/core/audit/entry.ts';
import { verifyChain } from '../../../lib/core/audit/entry.ts';
import { advance, created, replay, takes, type Run } from '../../../lib/core/run/advance.ts';
import type { EventType, RunEvent } from '../../../lib/core/run/event.ts';
import { isTerminal } from '../../../lib/core/run/state.ts';
import {
  ana,
  answered,
  claimed,
  dana,
  event,
  eventTypes,
  kim,
  next,
  runOf,
  waiting,
} from '../../support/entry.ts';

const anyEvent: fc.Arbitrary<RunEvent> = fc
  .record({
    type: fc.constantFrom(...eventTypes),
    by: fc.constantFrom(kim, ana, dana),
    number: fc.integer({ min: 0, max: 4 }),
    need: fc.integer({ min: 0, max: 2 }),
    flag: fc.boolean(),
  })
  .map(({ type, by, number, need, flag }) => twisted(type, { by, number, need, flag }));

/** Streams from the start, and from where the interesting ones begin: most random ones never get there. */
const streams = fc.tuple(
  fc.constantFrom<readonly RunEvent[]>([], waiting, claimed, answered),
  fc.array(anyEvent, { maxLength: 60 }),
);

interface Step {
  readonly before: Run;
  readonly entry: Entry;
  readonly after: Run;
}

describe('over random streams of events', () => {
  it('a terminal state never changes', () => {
    every(({ before, after }) => {
      if (isTerminal(before.state)) expect(after.state).toBe(before.state);
    });
  });

  it('I2: nothing is claimed without an intent, and no intent is there without enough distinct people', () => {
    every(({ before, entry }) => {
      if (entry.type === 'claim.taken') {
        expect(before.intent).toBe(true);
        expect(before.held).toBe(false);
      }
      if (entry.type === 'intent.recorded') {
        const people = new Set(before.approvals.map(({ by }) => by.id));
        expect(people.size).toBe(before.approvals.length);
        expect(people.size).toBeGreaterThanOrEqual(before.tally?.need ?? Infinity);
      }
    });
  });

  it('I1: at most one write is started, and what was sent never becomes sendable again', () => {
    fc.assert(
      fc.property(streams, (stream) => {
        const steps = walk(stream);
        expect(steps.filter(({ entry }) => entry.type === 'write.started').length).toBeLessThanOrEqual(1);
        for (const { before, after } of steps) if (before.sent) expect(after.sent).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('the number of the claim grows by one with each claim, and by nothing else', () => {
    every(({ before, entry, after }) => {
      expect(after.fence - before.fence).toBe(entry.type === 'claim.taken' ? 1 : 0);
      if (entry.type === 'write.started') expect(entry.data.fence).toBe(before.fence);
    });
  });

  it('I5: a run that was rejected, expired, superseded or cancelled while it waited sends nothing', () => {
    every(({ before }) => {
      if (before.state === 'rejected' || before.state === 'expired' || before.state === 'superseded')
        expect(before.sent).toBe(false);
    });
  });

  it('a run is verified, and completed, only with an effect that is known', () => {
    every(({ after }) => {
      if (after.state === 'verifying' || after.state === 'completed') expect(after.effect).not.toBeNull();
    });
  });

  it('I3, I7: replaying any prefix gives what going on step by step gave, and the chain holds', () => {
    fc.assert(
      fc.property(streams, (stream) => {
        const steps = walk(stream);
        const entries = steps.map(({ entry }) => entry);
        const last = steps.at(-1)?.after ?? created;
        expect(verifyChain(entries, last.head)).toBeNull();
        for (const [index, { after }] of steps.entries()) {
          const prefix = replay(entries.slice(0, index + 1));
          expect(prefix).toEqual(after);
          expect(replay(entries.slice(index + 1), prefix)).toEqual(last);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('a state changes only by an entry, and every entry moves the head', () => {
    every(({ before, entry, after }) => {
      expect(after.head).toEqual({ count: before.head.count + 1, digest: entry.digest });
      expect(after.state).toBe(takes(before, entry));
    });
  });
});

function every(check: (step: Step) => void): void {
  fc.assert(
    fc.property(streams, (stream) => {
      for (const step of walk(stream)) check(step);
    }),
    { numRuns: 1000 },
  );
}

/** Every step that the run takes of a stream; what it does not take is left out. */
function walk([prefix, events]: readonly [readonly RunEvent[], readonly RunEvent[]]): readonly Step[] {
  const steps: Step[] = [];
  let before = created;
  for (const one of [...prefix, ...events]) {
    const entry = next(before, one);
    const answer = advance(before, entry);
    if (!answer.ok) continue;
    steps.push({ before, entry, after: answer.value });
    before = answer.value;
  }
  return steps;
}

interface Twist {
  readonly by: typeof kim;
  readonly number: number;
  readonly need: number;
  readonly flag: boolean;
}

function twisted(type: EventType, { by, number, need, flag }: Twist): RunEvent {
  if (type === 'approval.recorded') return event(type, { by, have: number, need });
  if (type === 'claim.taken' || type === 'write.started') return event(type, { fence: number });
  if (type === 'execution.failed') return event(type, { sent: flag });
  if (type === 'published') return event(type, { what: flag ? 'issue' : 'result' });
  return event(type);
}

it('the streams reach every state but those before a proposal', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(streams, (stream) => {
      for (const { after } of walk(stream)) reached.add(after.state);
    }),
    { numRuns: 1000, seed: 1 },
  );
  expect([...reached].toSorted()).toEqual(
    expect.arrayContaining([
      'completed',
      'mismatched',
      'unverified',
      'uncertain',
      'failed',
      'rejected',
      'cancelled',
    ]),
  );
  expect(runOf(waiting).state).toBe('awaiting_approval');
});
