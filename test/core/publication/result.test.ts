import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../../lib/core/json/utf8.ts';
import { renderResult } from '../../../lib/core/publication/result.ts';
import { readPage } from '../proposal/page.ts';
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
  sourceOf,
  waiting,
} from '../../support/entry.ts';
import { checkRunUrl, marker, oneOfTwo, viewOf } from './view.ts';

function resultOf(events: readonly RunEvent[]): ReturnType<typeof renderResult> {
  return renderResult({ ...viewOf(events), checkRunUrl, newer: null, marker });
}

const sent = [...claimed, event('write.started')];

const ends: readonly (readonly [string, readonly RunEvent[]])[] = [
  ['completed', completed],
  ['mismatched', [...answered, event('readback.differed')]],
  ['unverified', [...answered, event('readback.unreadable')]],
  [
    'not-over',
    [...answered, event('readback.pending'), event('readback.unreadable', { code: 'outcome_pending' })],
  ],
  ['uncertain', [...sent, event('write.ambiguous')]],
  ['failed', [...claimed, event('execution.failed')]],
  [
    'failed-after-sending',
    [...sent, event('execution.failed', { code: 'target_refused', sent: true, status: 422 })],
  ],
  ['rejected', [...waiting, oneOfTwo, event('run.rejected')]],
  ['expired', [...waiting, oneOfTwo, event('run.expired')]],
  ['superseded', [...waiting, event('run.superseded')]],
  ['cancelled', [...waiting, event('run.cancelled')]],
];

describe('the result', () => {
  it.each(ends)('of a run that is %s reads as stored, and ends with its marker', async (name, events) => {
    const { body } = resultOf(events);
    await expect(body).toMatchFileSnapshot(`./pages/result-${name}.md`);
    expect(body.split('\n').at(-1)).toBe(marker);
  });

  it('exists only where a run ended or stopped', () => {
    for (const events of [[], gathered, [...gathered, event('attention.asked')], waiting, claimed, answered])
      expect(() => resultOf(events)).toThrow('result: a run that is');
  });

  it('carries the whole digests of the entries that it tells about, and of no others', () => {
    const entries = chain(completed);
    const { body, entries: told } = resultOf(completed);
    const types = entries.filter(({ digest }) => told.includes(digest)).map(({ type }) => type);
    expect(types).toEqual([
      'approval.recorded',
      'intent.recorded',
      'claim.taken',
      'write.started',
      'write.answered',
      'readback.equal',
    ]);
    const listed = readPage(body).fences.at(-1)?.text ?? '';
    expect(listed.match(/[0-9a-f]{64}/g)).toEqual(told);
  });

  it('does not tell of approvals that were voided', () => {
    const again = event('approval.recorded', { source: sourceOf('31') });
    const events = [
      ...waiting,
      event('approval.recorded'),
      event('approvals.voided'),
      again,
      event('run.rejected'),
    ];
    const { entries } = resultOf(events);
    const chained = chain(events);
    expect(entries).toEqual([chained.at(-2)?.digest, chained.at(-1)?.digest]);
  });

  it('tells the newest twenty entries of a run that was resumed again and again', () => {
    const again = Array.from({ length: 20 }, () => [event('run.resumed'), event('write.ambiguous')]).flat();
    expect(resultOf([...sent, event('write.ambiguous'), ...again]).entries).toHaveLength(20);
  });

  it('ID-21: says that nothing was sent when the effect was there before', () => {
    const { body } = resultOf([...claimed, event('write.found', { number: null }), event('readback.equal')]);
    expect(body).toContain(
      'It is [the result](https://github.com/acme/payments/issues/8). It was found made already; nothing was sent.',
    );
  });

  it('of a cancelled run says that what was sent stays as it is', () => {
    const { body } = resultOf([...answered, event('readback.differed'), event('run.cancelled')]);
    expect(body).toContain('What was sent before stays as it is.');
    expect(body).not.toContain('Nothing was done');
  });

  it('offers to resume only where nothing was sent', () => {
    const failed = (events: readonly RunEvent[]): string =>
      resultOf([...events, event('execution.failed')]).body;
    expect(failed(claimed)).toContain('/resume ');
    expect(failed(sent)).not.toContain('/resume ');
    expect(failed(sent)).toContain('/cancel ');
    expect(resultOf([...gathered, event('gathering.failed')]).body).not.toContain('/resume ');
  });

  it('names all who approved, each with the time', () => {
    const second = event('approval.recorded', { by: ana, source: sourceOf('32'), have: 2, need: 2 });
    expect(resultOf([...waiting, oneOfTwo, second, event('run.rejected')]).body).toContain(
      'Approved by @octo-kim (2026-11-30 14:12 UTC) and @octo-ana (2026-11-30 14:12 UTC).',
    );
  });

  it('of a run that never expires says no time', () => {
    const view = viewOf([...waiting, event('run.expired')]);
    const { body } = renderResult({
      ...view,
      proposal: { ...view.proposal, expiresAt: null },
      checkRunUrl,
      newer: null,
      marker,
    });
    expect(body).not.toContain('Its time was over');
  });

  it('shows a reason as quoted text, and no more of it than fits', () => {
    const reason = '```\n![](https://evil.example)\n@acme/all closes #1\n```';
    const page = readPage(resultOf([...waiting, event('run.rejected', { reason })]).body);
    expect(page.fences[0]).toEqual({ info: 'text', text: `${reason}\n` });
    expect(page.images).toBe(0);
    const long = resultOf([...waiting, event('run.rejected', { reason: 'é'.repeat(30_000) })]).body;
    expect(utf8Length(long)).toBeLessThan(4000);
    expect(resultOf([...waiting, event('run.rejected', { reason: '' })]).body).not.toContain(
      'The reason given',
    );
  });

  it('names ten fields that differ, and counts the others', () => {
    const differing = Array.from({ length: 12 }, (_, index) => `field${index}`);
    const { body } = resultOf([...answered, event('readback.differed', { fields: 20, differing })]);
    expect(body).toContain('12 of 20 fields differ: `field0`, ');
    expect(body).toContain('`field9` and 2 more.');
  });

  it('tells an end whose own entry is missing without a person or a number', () => {
    const view = viewOf(approved);
    const bare = (
      state: 'rejected' | 'cancelled' | 'completed' | 'mismatched' | 'uncertain' | 'failed' | 'superseded',
    ): string =>
      renderResult({
        ...view,
        run: { ...view.run, state, head: { count: 0, digest: null } },
        checkRunUrl,
        newer: null,
        marker,
      }).body;
    expect(bare('rejected')).toContain('**Rejected:**');
    expect(bare('cancelled')).toContain('**Cancelled:**');
    expect(bare('completed')).toContain('all 0 fields');
    expect(bare('mismatched')).toContain('0 of 0 fields');
    expect(bare('uncertain')).toContain('in 0 looks');
    expect(bare('failed')).toContain('Nothing was done.');
    expect(bare('superseded')).toContain('Look at the newer proposal.');
  });
});
