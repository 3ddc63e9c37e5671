import { describe, expect, it } from 'vitest';
import { renderStateDiagram, renderTransitionTable } from '../../../lib/core/run/diagram.ts';
import { states } from '../../../lib/core/run/state.ts';

describe('the generated pages', () => {
  it('draw every way between two states, and the end of each that is over', async () => {
    await expect(renderStateDiagram()).toMatchFileSnapshot('./pages/diagram.mmd');
  });

  it('list every event that a state takes', async () => {
    await expect(renderTransitionTable()).toMatchFileSnapshot('./pages/transitions.md');
    for (const state of states) expect(renderTransitionTable()).toContain(`| \`${state}\` |`);
  });
});
