import { describe, expect, it } from 'vitest';
import {
  buttons,
  buttonSource,
  buttonsOf,
  isButton,
  isSecondClick,
  whoseCheckRun,
} from '../../../lib/core/approval/button.ts';
import { hashVerbs } from '../../../lib/core/approval/verb.ts';
import { digestText, type Digest } from '../../../lib/core/json/digest.ts';
import { states } from '../../../lib/core/run/state.ts';
import { hash } from '../../support/entry.ts';

const receivedAt = Date.UTC(2026, 10, 30, 14, 5, 40, 123);
const checkRun = { id: '8800', nodeId: 'CR_8800', url: 'https://github.com/acme/payments/runs/8800' };
const press = { checkRun, button: 'approve', hash, delivery: 'd-1', receivedAt } as const;

describe('a button', () => {
  it('is a verb that names its proposal by the hash, short enough for GitHub', () => {
    for (const button of buttons) {
      expect(hashVerbs).toContain(button);
      expect(button.length).toBeLessThanOrEqual(20);
      expect(isButton(button)).toBe(true);
    }
    for (const other of ['cancel', 'Approve', '', null, 3, {}]) expect(isButton(other)).toBe(false);
  });

  it('is there while a run waits for a person, and never else', () => {
    const waiting = { state: 'awaiting_approval', held: false, intent: false } as const;
    expect(buttonsOf(waiting)).toEqual(['approve', 'reject']);
    expect(buttonsOf({ ...waiting, held: true })).toEqual([]);
    expect(buttonsOf({ ...waiting, intent: true })).toEqual([]);
    const carrying = states.filter((state) => buttonsOf({ ...waiting, state }).length > 0);
    expect(carrying).toEqual(['awaiting_approval']);
  });
});

describe('a check run that somebody acted on', () => {
  const mark = { name: 'Countersign', sha: 'c0'.repeat(20), externalId: hash, id: '8800' };

  it('is the run’s own by name, commit, hash and id', () => {
    expect(whoseCheckRun(mark, mark)).toBe('own');
  });

  it.each([
    ['name', { name: 'Countersign policy' }],
    ['commit', { sha: 'c1'.repeat(20) }],
    ['hash', { externalId: 'b4'.repeat(32) }],
    ['hash left out', { externalId: null }],
    ['hash cut short', { externalId: hash.slice(0, 12) }],
  ])('is another one by its %s alone', (_, twist) => {
    expect(whoseCheckRun({ ...mark, ...twist }, mark)).toBe('foreign');
  });

  it('is outdated where another one has taken its place, or none is known', () => {
    expect(whoseCheckRun({ ...mark, id: '8799' }, mark)).toBe('outdated');
    expect(whoseCheckRun(mark, { ...mark, id: null })).toBe('outdated');
  });
});

describe('a press', () => {
  it('is kept with the check run, the time of its first receipt, and the command that it stands for', () => {
    expect(buttonSource(press)).toEqual({
      kind: 'button',
      id: '8800',
      nodeId: 'CR_8800',
      url: checkRun.url,
      at: '2026-11-30T14:05:40.123Z',
      bodyDigest: digestText(`/approve ${hash}`),
      delivery: 'd-1',
    });
  });

  describe('is the second click of two', () => {
    const first = { by: '1002', source: buttonSource(press) };
    const again = (twist: Partial<typeof press> | { readonly button: 'reject' } = {}) => {
      const second = { ...press, delivery: 'd-2', receivedAt: receivedAt + 400, ...twist };
      return { by: '1002', source: buttonSource(second), receivedAt: second.receivedAt };
    };

    it('within ten seconds, in whichever order they arrive', () => {
      expect(isSecondClick(first, again())).toBe(true);
      expect(isSecondClick(first, again({ receivedAt: receivedAt + 9_999 }))).toBe(true);
      expect(isSecondClick(first, again({ receivedAt: receivedAt - 400 }))).toBe(true);
    });

    it('and no longer than that', () => {
      expect(isSecondClick(first, again({ receivedAt: receivedAt + 10_000 }))).toBe(false);
    });

    it('of the same button, by the same person, on the same proposal', () => {
      expect(isSecondClick(first, { ...again(), by: '1003' })).toBe(false);
      expect(isSecondClick(first, again({ button: 'reject' }))).toBe(false);
      const other: Digest = digestText('another');
      expect(isSecondClick(first, again({ hash: other }))).toBe(false);
    });

    it('and never of a comment, nor of what has no time', () => {
      expect(isSecondClick({ ...first, source: { ...first.source, kind: 'comment' } }, again())).toBe(false);
      expect(isSecondClick({ ...first, source: { ...first.source, at: 'soon' } }, again())).toBe(false);
    });
  });
});
