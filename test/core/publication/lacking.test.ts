import { describe, expect, it } from 'vitest';
import { headline } from '../../../lib/core/publication/headline.ts';
import { lackingInWords, permissionsInWords } from '../../../lib/core/publication/lacking.ts';
import { nextStep } from '../../../lib/core/publication/next-step.ts';
import { renderRefusal } from '../../../lib/core/publication/refusal.ts';
import { renderResult } from '../../../lib/core/publication/result.ts';
import { claimed, event, kim, waiting } from '../../support/entry.ts';
import { checkRunUrl, docsUrl, marker, oneOfTwo, viewOf } from './view.ts';

const subject = 'actions: write, contents: read';
const lacks = event('alert.raised', { code: 'permission_missing', subject });

describe('a proposal whose permission the App lacks', () => {
  const view = viewOf([...waiting, lacks]);

  it('says so at once, which ones, and who can grant them', () => {
    expect(headline(view)).toBe('The App lacks a permission for this');
    expect(nextStep(view)).toMatch(
      /^The App lacks `actions: write` and `contents: read`, .*Permissions & events/,
    );
  });

  it('says so no longer once an approval counts, and again where it is missing again', () => {
    expect(lackingInWords(viewOf([...waiting, lacks, oneOfTwo]))).toBeNull();
    expect(headline(viewOf([...waiting, lacks, oneOfTwo]))).toBe('Waiting for 1 more approval');
    expect(headline(viewOf([...waiting, oneOfTwo, lacks]))).toBe('The App lacks a permission for this');
  });

  it('is not mistaken for one with another alert', () => {
    const other = event('alert.raised', { code: 'nobody_eligible', subject: '0 of 1' });
    expect(lackingInWords(viewOf([...waiting, other]))).toBeNull();
    expect(lackingInWords(viewOf([...waiting, lacks, other]))).not.toBeNull();
  });

  it('answers an approval with what is missing', () => {
    const { hash } = view;
    const details = {
      state: 'awaiting_approval',
      stillNeeded: 1,
      replacedBy: null,
      policy: null,
      lacking: permissionsInWords(view),
    } as const;
    const text = renderRefusal({
      code: 'permission_missing',
      verb: 'approve',
      by: kim,
      hash,
      details,
      docsUrl,
      marker,
    });
    expect(text).toMatch(
      /^\*\*Not approved: the App lacks a permission, @octo-kim\.\*\* It lacks `actions: write` and/,
    );
  });
});

describe('a run that failed for want of a permission', () => {
  const failed = event('execution.failed', { code: 'permission_missing', sent: false, status: null });
  const away = event('execution.failed', { code: 'permission_missing', sent: true, status: 403 });
  const told = (...events: Parameters<typeof viewOf>[0]): string =>
    renderResult({ ...viewOf([...claimed, ...events]), checkRunUrl, marker, newer: null }).body;

  it('names what was found missing, and that nothing was sent', () => {
    const text = told(lacks, failed);
    expect(text).toContain('It needs `actions: write` and `contents: read`. Nothing was sent.');
    expect(text).toContain('/resume ');
  });

  it('that GitHub turned away names what the type needs, and may be resumed', () => {
    const text = told(event('write.started'), away);
    expect(text).toContain('It needs `issues: write`. GitHub turned the request away at ');
    expect(text).toContain('nothing was done.');
    expect(text).toContain('/resume ');
  });
});
