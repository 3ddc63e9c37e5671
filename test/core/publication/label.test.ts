import { describe, expect, it } from 'vitest';
import { labelsFor, proposalLabel, stateLabel } from '../../../lib/core/publication/label.ts';
import { states } from '../../../lib/core/run/state.ts';

describe('labels', () => {
  it('name each state that people see by a word of its own', () => {
    expect(states.map(stateLabel)).toEqual([
      'countersign: gathering',
      'countersign: gathering',
      'countersign: needs attention',
      'countersign: waiting',
      'countersign: executing',
      'countersign: verifying',
      'countersign: done',
      'countersign: mismatched',
      'countersign: unverified',
      'countersign: uncertain',
      'countersign: failed',
      'countersign: rejected',
      'countersign: expired',
      'countersign: superseded',
      'countersign: cancelled',
    ]);
    for (const state of states) expect(stateLabel(state).length).toBeLessThanOrEqual(50);
  });

  it('are the people’s own, ours, and exactly one state, from any state to any other', () => {
    const own = ['incident', 'countersign: my own', 'Countersign docs'];
    for (const from of states) {
      for (const to of states) {
        const labels = labelsFor(to, labelsFor(from, own));
        expect(labels).toEqual([...own, proposalLabel, stateLabel(to)]);
        expect(labelsFor(to, labels)).toEqual(labels);
      }
    }
  });

  it('say of a proposal that waits for nobody that nobody can approve it, until it ends', () => {
    const labels = labelsFor('awaiting_approval', ['mine', 'countersign: waiting'], true);
    expect(labels).toEqual(['mine', proposalLabel, 'countersign: nobody can approve']);
    expect(labelsFor('rejected', labels, true)).toEqual(['mine', proposalLabel, 'countersign: rejected']);
    expect(labelsFor('awaiting_approval', labels)).toEqual(['mine', proposalLabel, 'countersign: waiting']);
  });

  it('take the place of ours in another case, which GitHub holds for the same', () => {
    expect(labelsFor('completed', ['Countersign', 'COUNTERSIGN: Waiting', 'x'])).toEqual([
      'x',
      'countersign',
      'countersign: done',
    ]);
  });
});
