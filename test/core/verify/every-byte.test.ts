import { expect, test } from 'vitest';
import { endsWell, wholeRun } from '../../support/whole-run.ts';
import { exportOf, nobody, verify } from './support.ts';

// A run without evidence, so that every byte of its file can be changed in turn.
const run = wholeRun(endsWell, { excerpts: [] });
const exported = exportOf(run);
const bytes = Buffer.from(exported, 'utf8');

/** The places where a byte, changed in these bits, is not found. */
function missed(bits: number, places: Iterable<number>, keys?: typeof nobody): readonly number[] {
  const found: number[] = [];
  for (const at of places) {
    const byte = bytes[at] ?? 0;
    bytes[at] = byte ^ bits;
    if (verify(bytes, keys).answer !== 'fail') found.push(at);
    bytes[at] = byte;
  }
  return found;
}

function every(step: number): Iterable<number> {
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) => index * step);
}

test('the export of a run that ended well verifies with the App’s key', () => {
  expect(verify(exported)).toMatchObject({ answer: 'pass', entries: run.entries.length, state: 'completed' });
});

test('AU-01: every single byte of an export that changes is found', { timeout: 240_000 }, () => {
  expect(bytes.length).toBeGreaterThan(8000);
  expect(missed(0x01, every(1))).toEqual([]);
});

test('AU-01: a byte that changes in any of its bits is found', () => {
  for (const bits of [0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff])
    expect(missed(bits, every(53))).toEqual([]);
});

test('a changed byte is found without any key too: the file’s own key no longer fits it', () => {
  expect(missed(0x02, every(23), nobody)).toEqual([]);
});

test('AU-02: an export that ends anywhere before its end is found', () => {
  for (let end = 0; end < bytes.length; end += end < 200 || end > bytes.length - 600 ? 1 : 13)
    expect([end, verify(bytes.subarray(0, end)).answer]).toEqual([end, 'fail']);
});
