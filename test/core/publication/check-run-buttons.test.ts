import { describe, expect, it } from 'vitest';
import { renderButtons } from '../../../lib/core/publication/check-run-buttons.ts';
import { approved, claimed, completed, event, runOf, waiting } from '../../support/entry.ts';

describe('the buttons of a check run', () => {
  const shown = renderButtons(runOf(waiting));

  it('are Approve and Reject, while the run waits', () => {
    expect(shown.map(({ label, identifier }) => [label, identifier])).toEqual([
      ['Approve', 'approve'],
      ['Reject', 'reject'],
    ]);
  });

  it('fit what GitHub takes', () => {
    expect(shown.length).toBeLessThanOrEqual(3);
    for (const { label, description, identifier } of shown) {
      expect(label.length).toBeLessThanOrEqual(20);
      expect(description.length).toBeLessThanOrEqual(40);
      expect(identifier.length).toBeLessThanOrEqual(20);
    }
  });

  it.each([
    ['held', [...waiting, event('run.held')]],
    ['approved by enough people', approved],
    ['being carried out', claimed],
    ['done', completed],
    ['rejected', [...waiting, event('run.rejected')]],
  ] as const)('are none of a run that is %s', (_, events) => {
    expect(renderButtons(runOf(events))).toEqual([]);
  });
});
