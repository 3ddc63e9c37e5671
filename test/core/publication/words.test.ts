import { describe, expect, it } from 'vitest';
import { digestText } from '../../../lib/core/json/digest.ts';
import { whatHappened } from '../../../lib/core/publication/event-words.ts';
import { renderTimeline } from '../../../lib/core/publication/timeline.ts';
import { sentenceOf } from '../../../lib/core/publication/view.ts';
import { counted, effectLink, link, mention, secondInWords } from '../../../lib/core/publication/words.ts';
import { event, eventTypes, waiting, sourceOf } from '../../support/entry.ts';
import { readPage } from '../proposal/page.ts';
import { viewOf } from './view.ts';

describe('words', () => {
  it('AP-35: mention a login as GitHub has them, and show any other', () => {
    for (const login of ['octo-dana', 'a', 'mona_acme', 'A1-']) expect(mention({ login })).toBe(`@${login}`);
    for (const login of ['dependabot[bot]', '', '_a', 'a_', 'a__b', '-a', 'a b', 'acme/sre', 'a\n', 'а'])
      expect(readPage(mention({ login })).mentions, login).toEqual([]);
  });

  it('link only to an address that can’t break out of the link', () => {
    expect(link('x', 'https://github.com/a/b/issues/1#issuecomment-2')).toBe(
      '[x](https://github.com/a/b/issues/1#issuecomment-2)',
    );
    for (const url of [
      'javascript:alert(1)',
      'https://x/)',
      'https://x/ y',
      'https://x/<y>',
      'https://x/\n',
      '',
      '/x',
    ])
      expect(link('x', url)).toBe('x');
  });

  it('call an object by its number, or the result', () => {
    const url = 'https://x/8';
    expect(effectLink({ number: 8, url }, null)).toBe('[#8](https://x/8)');
    expect(effectLink({ number: null, url }, null)).toBe('[the result](https://x/8)');
  });

  it('call a workflow that was started by its run', () => {
    const url = 'https://x/acme/payments/actions/runs/19480311208';
    expect(effectLink({ number: null, url }, null)).toBe(`[Actions run 19480311208](${url})`);
    expect(effectLink({ number: null, url }, 'acme/public')).toBe(
      `[Actions run 19480311208 in acme/public](${url})`,
    );
    expect(effectLink({ number: null, url: `${url}/x` }, null)).toBe(`[the result](${url}/x)`);
  });

  it('call an object of another repository by that one’s name, too', () => {
    const url = 'https://x/8';
    expect(effectLink({ number: 8, url }, 'acme/public')).toBe('[acme/public#8](https://x/8)');
    expect(effectLink({ number: null, url }, 'acme/public')).toBe('[the result in acme/public](https://x/8)');
  });

  it('count in numbers that can be read', () => {
    expect([0, 1, 2, 1902].map((count) => counted(count, 'entry', 'entries'))).toEqual([
      '0 entries',
      '1 entry',
      '2 entries',
      '1,902 entries',
    ]);
  });

  it('show what is no time as it is', () => {
    expect(secondInWords('2026-11-30T14:10:00.999Z')).toBe('2026-11-30 14:10:00');
    expect(secondInWords('soon')).toBe('`soon`');
  });

  it.each(eventTypes)('tell %s in one line, all of it inside the cell', (type) => {
    const words = whatHappened(event(type), null);
    expect(words).toMatch(/^[^\n|]{5,200}$/);
  });

  it('tell a press from a comment', () => {
    const pressed = event('approval.recorded', { source: sourceOf('42', { kind: 'button' }) });
    expect(whatHappened(pressed, null)).toMatch(/^\[approved, by button\]/);
    expect(whatHappened(event('approval.recorded'), null)).toMatch(/^\[approved\]/);
  });
});

describe('a view', () => {
  it('of an action type that nobody knows is a fault', () => {
    const view = viewOf(waiting);
    const { proposal } = view;
    const unknown = { ...proposal, action: { ...proposal.action, type: 'x' } };
    expect(() => sentenceOf({ ...view, proposal: unknown })).toThrow('the proposal was not parsed');
  });
});

describe('the timeline', () => {
  it('names a person without a login by id', () => {
    const view = viewOf(waiting);
    const [first] = view.entries;
    if (first === undefined) throw new TypeError('the run has entries');
    const entries = [{ ...first, actor: { kind: 'person', id: '1002', login: null } as const }];
    expect(renderTimeline({ ...view, entries }, 2000)).toContain('| @1002 |');
  });

  it('shows no row, and the count of all, where not one fits', () => {
    const id = 'x'.repeat(500);
    const started = event('run.started', { bundle: { id, version: id, digest: digestText('b') } });
    const table = renderTimeline(viewOf([started, event('gathering.failed')]), 200);
    expect(table.split('\n')).toEqual([
      expect.stringContaining('| # |'),
      '|---|---|---|---|---|',
      expect.stringContaining('**2 entries left out here**'),
    ]);
  });
});
