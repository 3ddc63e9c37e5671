import { describe, expect, it } from 'vitest';
import { created, takes, type Run } from '../../../lib/core/run/advance.ts';
import { conclusionOf, isTerminal, states, type State } from '../../../lib/core/run/state.ts';
import { table } from '../../../lib/core/run/table.ts';
import {
  event,
  eventTypes,
  runOf,
  answered,
  approved,
  claimed,
  gathered,
  waiting,
} from '../../support/entry.ts';

/** For each state a run that got there by taken events, with everything behind it that an event may need. */
const runs: Readonly<Record<State, Run>> = {
  created,
  gathering: runOf(gathered),
  needs_attention: runOf([...gathered, event('attention.asked')]),
  awaiting_approval: runOf(waiting),
  executing: runOf(claimed),
  verifying: runOf(answered),
  completed: runOf([...answered, event('readback.equal')]),
  mismatched: runOf([...answered, event('readback.differed')]),
  unverified: runOf([...answered, event('readback.unreadable')]),
  uncertain: runOf([...claimed, event('write.started'), event('write.ambiguous')]),
  failed: runOf([...claimed, event('execution.failed')]),
  rejected: runOf([...waiting, event('run.rejected')]),
  expired: runOf([...waiting, event('run.expired')]),
  superseded: runOf([...waiting, event('run.superseded')]),
  cancelled: runOf([...waiting, event('run.cancelled')]),
};

/** The states as the design draws them: where a run can go from each, itself aside. */
const drawn: Readonly<Record<State, readonly State[]>> = {
  created: ['gathering'],
  gathering: ['needs_attention', 'awaiting_approval', 'failed'],
  needs_attention: ['gathering'],
  awaiting_approval: ['executing', 'rejected', 'expired', 'superseded', 'cancelled'],
  executing: ['verifying', 'uncertain', 'failed'],
  verifying: ['completed', 'mismatched', 'unverified'],
  completed: [],
  mismatched: ['verifying', 'cancelled'],
  unverified: ['verifying', 'cancelled'],
  uncertain: ['verifying', 'cancelled'],
  failed: ['executing', 'cancelled'],
  rejected: [],
  expired: [],
  superseded: [],
  cancelled: [],
};

describe('the state table', () => {
  it('reads states that really are the ones they stand for', () => {
    for (const state of states) expect(runs[state].state).toBe(state);
  });

  it.each(states)('leads from %s only where the design draws a line', (state) => {
    const reached = new Set(Object.values(table[state]));
    reached.delete(state);
    expect([...reached].toSorted()).toEqual([...drawn[state]].toSorted());
  });

  it.each(states)(
    'a run in %s takes an event only where the table lists it, and is led where it says',
    (state) => {
      for (const type of eventTypes) {
        const led = takes(runs[state], event(type));
        expect(led === null || led === table[state][type], type).toBe(true);
        if (table[state][type] === undefined) expect(led, type).toBeNull();
      }
    },
  );

  it('lists no event that no run ever takes', () => {
    // Some events need more behind them than a bare run of their state has.
    const more: readonly Run[] = [
      ...Object.values(runs),
      runOf([...gathered, event('proposal.received')]),
      runOf([...waiting, event('run.held')]),
      runOf([...waiting, event('approval.recorded')]),
      runOf(approved),
      runOf([...claimed, event('write.started')]),
    ];
    const missing = states.flatMap((state) =>
      Object.keys(table[state])
        .filter(
          (type) =>
            !more.some(
              (run) => run.state === state && eventTypes.some((one) => one === type && taken(run, one)),
            ),
        )
        .map((type) => `${state}: ${type}`),
    );
    expect(missing).toEqual([]);
  });

  it('lets nothing but words follow a terminal state', () => {
    const terminal = states.filter((state) => isTerminal(state));
    expect(terminal).toEqual(['completed', 'rejected', 'expired', 'superseded', 'cancelled']);
    for (const state of terminal) {
      expect(table[state]).toEqual({
        'command.refused': state,
        'command.answered': state,
        'run.replaces': state,
        'issue.lost': state,
        'alert.raised': state,
        published: state,
      });
    }
  });

  it('can leave every state that is not terminal', () => {
    for (const state of states) expect(drawn[state].length > 0).toBe(!isTerminal(state));
  });
});

describe('the check run’s conclusion', () => {
  it('paints a commit green only after verification, and red only where something was or may have been done wrong', () => {
    expect(by('success')).toEqual(['completed']);
    expect(by('failure')).toEqual(['mismatched', 'unverified', 'uncertain', 'failed']);
    expect(by('neutral')).toHaveLength(10);
  });
});

function taken(run: Run, type: (typeof eventTypes)[number]): boolean {
  // A later claim needs the next number.
  const fence = type === 'claim.taken' ? { fence: run.fence + 1 } : {};
  return takes(run, event(type, fence)) !== null;
}

function by(conclusion: string): readonly State[] {
  return states.filter((state) => conclusionOf(state) === conclusion);
}
