import { describe, expect, it } from 'vitest';
import { renderStatus } from '../../../lib/core/publication/status.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import { approved, completed, dana, event, waiting } from '../../support/entry.ts';
import type { Twist } from '../../support/proposal.ts';
import { readPage } from '../proposal/page.ts';
import { checkRunUrl, marker, oneOfTwo, viewOf } from './view.ts';

function statusOf(events: readonly RunEvent[], twist: Twist = {}, url: string | null = checkRunUrl): string {
  return renderStatus({ ...viewOf(events, twist), by: dana, checkRunUrl: url, marker });
}

describe('the answer to /status', () => {
  it.each<readonly [string, readonly RunEvent[]]>([
    ['waiting', [...waiting, oneOfTwo]],
    ['held', [...waiting, event('run.held')]],
    ['approved', approved],
    ['completed', completed],
  ])('of a run that is %s reads as stored, and ends with its marker', async (name, events) => {
    const text = statusOf(events);
    await expect(text).toMatchFileSnapshot(`./pages/status-${name}.md`);
    expect(text.split('\n').at(-1)).toBe(marker);
  });

  it('calls nobody but who asked, who approved, and who ended it', () => {
    const rule = { teams: ['acme/sre'], mention: ['acme/sre'] };
    expect(readPage(statusOf([...waiting, oneOfTwo], { rule })).mentions).toEqual([
      '@octo-kim',
      '@octo-dana',
    ]);
  });

  it('says whether whoever started the run may approve', () => {
    expect(statusOf(waiting)).toContain('Whoever started this run can’t approve it.');
    expect(statusOf(waiting, { rule: { initiatorMayApprove: true } })).not.toContain('Whoever started');
  });

  it('has no link while there is no check run', () => {
    expect(readPage(statusOf(waiting, {}, null)).links).toEqual([]);
  });
});
