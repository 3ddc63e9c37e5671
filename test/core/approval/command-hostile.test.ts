import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../lib/core/approval/command.ts';
import { hashVerbs } from '../../../lib/core/approval/verb.ts';
import { naughtyTexts } from '../../support/naughty.ts';

const hash = 'a3'.repeat(32);

/** Whether the work can be done in this time. A busy machine lengthens single runs, so it has a hundred tries. */
function canTakeUnder(boundMs: number, work: () => void): boolean {
  for (let tries = 0; tries < 100; tries += 1) {
    const start = performance.now();
    work();
    if (performance.now() - start < boundMs) return true;
  }
  return false;
}

describe('AP-12: the time does not depend on what 64 kB are made of', () => {
  it.each([
    ['blanks', ' '.repeat(65_536)],
    ['blanks before a letter', `${' '.repeat(30_000)}x`],
    ['blanks behind a command', `/approve ${hash}${' '.repeat(65_000)}x`],
    ['slashes', '/'.repeat(65_536)],
    ['verbs', '/approve '.repeat(7_000)],
  ])('%s, in under 5 ms', (_, body) => {
    expect(canTakeUnder(5, () => parseCommand(body))).toBe(true);
  });

  it.each([
    ['DO-02 open comments of HTML', '<!--'],
    ['DO-02 closed ones', '<!-->'],
    ['DO-02 closed ones around text', '<!-- a -->'],
    ['DO-02 open ones with dashes', '<!------'],
    ['tags', '<a'],
    ['line feeds', '\n'],
    ['lone CRs', '\r'],
    ['quotes', '>\n'],
    ['lines', 'a/\n'],
    ['zero-width spaces', '\u200b'],
    ['combining marks', '\u0301'],
    ['look-alikes', '\u0430'],
    ['full-width slashes', '\uff0f'],
    ['entities', '&#x0000'],
    ['paths', 'x/approve '],
    ['verbs in prose', 'x /approve '],
    ['slips on lines of their own', '/approved\n'],
    ['a rejection with verbs in its reason', 'or /approve '],
    ['mentions', '@a'],
    ['numbers', '1.'],
    ['backticks', '`'],
    ['hashes', `approve ${hash} `],
    ['rejections', `/reject ${hash}\n`],
  ])('DO-02: %s, in under 50 ms', (_, unit) => {
    const body = unit.repeat(Math.floor(65_536 / unit.length));
    expect(canTakeUnder(50, () => parseCommand(body))).toBe(true);
    expect(canTakeUnder(50, () => parseCommand(`/reject ${hash} ${body}`))).toBe(true);
  });

  it('DO-02: verbs before a hash at the very end, in under 50 ms', () => {
    const body = '/approve '.repeat(7000) + hash;
    expect(canTakeUnder(50, () => parseCommand(body))).toBe(true);
  });

  it('a body of 1 MB costs nothing', () => {
    const body = '/approve '.repeat(120_000);
    expect(parseCommand(body)).toEqual({ kind: 'none' });
    expect(canTakeUnder(1, () => parseCommand(body))).toBe(true);
  });
});

describe('nothing but the grammar gives a command', () => {
  const exact = /^\/(?:approve|cancel|resume|reject) [0-9a-f]{64}(?![0-9a-f])/;

  it('for any edit of a command', () => {
    const edit = fc.tuple(
      fc.nat({ max: 90 }),
      fc.nat({ max: 3 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...hashVerbs), edit, (verb, [at, removed, inserted]) => {
        const line = `/${verb} ${hash}`;
        const body = line.slice(0, at) + inserted + line.slice(at + removed);
        const parsed = parseCommand(body);
        if (parsed.kind !== 'command') return;
        expect(body).toMatch(exact);
        expect(parsed.hash).toBe(body.slice(parsed.verb.length + 2, parsed.verb.length + 66));
        if (parsed.verb !== 'reject')
          expect(body.slice(parsed.verb.length + 66)).toMatch(/^(?:[ \t\n]|\r\n)*$/);
      }),
      { numRuns: 10_000 },
    );
  });

  it('for every character put at every place of an approval', () => {
    const line = `/approve ${hash}`;
    const characters = [
      '\0',
      '\r',
      '\u000b',
      '\f',
      '\u0085',
      '\u00a0',
      '\u00ad',
      '\u200b',
      '\u202e',
      '\u2028',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\u{e0061}',
      '\ud800',
      '\u0430',
      '\uff13',
      '`',
      '>',
      'A',
    ];
    for (const character of characters) {
      for (let at = 0; at <= line.length; at += 1)
        expect(parseCommand(line.slice(0, at) + character + line.slice(at)).kind).not.toBe('command');
    }
  });

  it('DO-12: naughty texts around a command neither throw nor approve', () => {
    for (const text of naughtyTexts) {
      expect(parseCommand(text).kind).not.toBe('command');
      if (text.trim() === '') continue;
      for (const body of [`${text}/approve ${hash}`, `/approve ${hash}${text}`, `/approve ${text}`])
        expect(parseCommand(body).kind).not.toBe('command');
    }
  });
});
