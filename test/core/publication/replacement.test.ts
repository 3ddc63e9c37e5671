import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../lib/core/proposal/difference.ts';
import { preconditionDifferences, proposalDifferences } from '../../../lib/core/publication/differences.ts';
import { renderReplacement } from '../../../lib/core/publication/replacement.ts';
import { renderResult } from '../../../lib/core/publication/result.ts';
import { claimed, event, waiting } from '../../support/entry.ts';
import { baseInput } from '../../support/proposal.ts';
import { readPage } from '../proposal/page.ts';
import { checkRunUrl, marker, viewOf } from './view.ts';

const older = viewOf(waiting);
const title = 'payments: 5xx | above `20` %';
const newer = viewOf(waiting, { action: { input: { ...baseInput, title } } });

describe('users 42, 44: where one proposal replaces another', () => {
  it('the newer issue names the older one, both hashes, and the difference by field', async () => {
    const { hash, proposal } = older;
    const body = renderReplacement({ ...newer, older: { hash, proposal, issue: 7 }, marker });
    await expect(body).toMatchFileSnapshot('./pages/replacement.md');
    expect(body.split('\n').at(-1)).toBe(marker);
    expect(body).toContain(hash);
    expect(body).toContain(newer.hash);
  });

  it('the older issue names the newer one, both hashes, and the difference by field', async () => {
    const view = viewOf([...waiting, event('run.superseded')]);
    const { hash, proposal } = newer;
    const { body } = renderResult({ ...view, checkRunUrl, newer: { hash, proposal, issue: 9 }, marker });
    await expect(body).toMatchFileSnapshot('./pages/result-replaced.md');
    expect(body).toContain(hash);
    expect(body).toContain('in #9');
  });

  it('says so where both propose the same', () => {
    expect(proposalDifferences(differencesOf(older.proposal, older.proposal))).toContain('the same');
  });

  it('shows values as they are, cut where they are long, and counts fields beyond twenty', () => {
    const differences = Array.from({ length: 22 }, (_, index) => ({
      field: `action.input.f${index}`,
      older: null,
      newer: `"${'x'.repeat(500)}<img src=x>@all"`,
    }));
    const table = proposalDifferences(differences);
    expect(table).toContain('| and 2 more | | |');
    expect(table).toContain('| nothing | `"xxx');
    expect(table.length).toBeLessThan(5000);
    expect(readPage(table).images).toBe(0);
  });
});

describe('users 44: a target that changed', () => {
  const differing = [
    { field: 'ref.sha', expected: 'a'.repeat(40), observed: 'b'.repeat(40) },
    { field: 'file.sha', expected: 'c'.repeat(40), observed: null },
  ];

  it('is told by field in the result', async () => {
    const view = viewOf([
      ...claimed,
      event('precondition.differed', { differing }),
      event('execution.failed', { code: 'precondition_failed', sent: false, status: null }),
    ]);
    const { body } = renderResult({ ...view, checkRunUrl, newer: null, marker });
    await expect(body).toMatchFileSnapshot('./pages/result-target-changed.md');
    expect(body).toContain(preconditionDifferences(differing));
  });

  it('is not told where something else stopped the run later', () => {
    const view = viewOf([
      ...claimed,
      event('precondition.differed', { differing }),
      event('execution.failed'),
      event('run.resumed'),
      event('claim.taken', { fence: 2 }),
      event('execution.failed', { code: 'frozen', sent: false, status: null }),
    ]);
    const { body } = renderResult({ ...view, checkRunUrl, newer: null, marker });
    expect(body).not.toContain('| field |');
  });
});
