import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endsWell, wholeRun } from '../../support/whole-run.ts';
import type { ByteOrder } from './change-bytes.ts';
import { exportOf, verify } from './support.ts';

// A run without evidence, so that every byte of its file can be changed in turn.
const run = wholeRun(endsWell, { excerpts: [] });
const text = exportOf(run);
const bytes = Buffer.from(text, 'utf8');

function change(order: Omit<ByteOrder, 'text'>): Promise<unknown> {
  const worker = new Worker(join(import.meta.dirname, 'change-bytes.ts'), { workerData: { text, ...order } });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

test('the export of a run that ended well verifies with the App’s key', () => {
  expect(verify(text)).toMatchObject({ answer: 'pass', entries: run.entries.length, state: 'completed' });
});

test('AU-01: every single byte of an export that changes is found', { timeout: 240_000 }, async () => {
  expect(bytes.length).toBeGreaterThan(8000);
  const found = await change({ bits: [0x01], step: 1, known: true });
  expect(found).toEqual({ tried: bytes.length, missed: [] });
});

test('AU-01: a byte that changes in any of its bits is found', { timeout: 240_000 }, async () => {
  const bits = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff];
  expect(await change({ bits, step: 53, known: true })).toMatchObject({ missed: [] });
});

test('a changed byte is found without any key too: the file’s own key no longer fits it', async () => {
  expect(await change({ bits: [0x02], step: 23, known: false })).toMatchObject({ missed: [] });
});

test('AU-02: an export that ends anywhere before its end is found', () => {
  for (let end = 0; end < bytes.length; end += end < 200 || end > bytes.length - 200 ? 1 : 29)
    expect([end, verify(bytes.subarray(0, end)).answer]).toEqual([end, 'fail']);
});
