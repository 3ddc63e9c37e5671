import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteLedger, readSqliteLedger } from '../../../lib/adapters/store/sqlite.ts';
import { openRun } from '../../ledger/build.ts';
import { child } from './child.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  path = join(directory, 'data', 'ledger.sqlite');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const locked = expect.objectContaining({ name: 'StoreFault', code: 'ledger_locked' });

test('a second process is refused while the first one has the ledger', async () => {
  const ledger = await openSqliteLedger(path);
  const second = await child(
    path,
    'await openSqliteLedger(path).catch((error) => { console.log(error.code + " " + error.message); });',
  ).ended;
  expect(second.stdout).toContain('ledger_locked Another process writes the ledger at');
  await ledger.close();
});

test('a second opening in the same process is refused, too', async () => {
  const ledger = await openSqliteLedger(path);
  await expect(openSqliteLedger(path)).rejects.toEqual(locked);
  await ledger.close();
});

test('another name of the same file is the same ledger', async () => {
  const ledger = await openSqliteLedger(path);
  const link = join(directory, 'link.sqlite');
  symlinkSync(path, link);
  await expect(openSqliteLedger(link)).rejects.toEqual(locked);
  await ledger.close();
});

test('the ledger is free again after it was closed, and after SIGKILL', async () => {
  await (await openSqliteLedger(path)).close();
  const holder = child(
    path,
    'await openSqliteLedger(path); console.log("open"); setInterval(() => {}, 1000);',
  );
  await new Promise((resolve) => holder.process.stdout.once('data', resolve));
  await expect(openSqliteLedger(path)).rejects.toEqual(locked);
  holder.process.kill('SIGKILL');
  expect((await holder.ended).signal).toBe('SIGKILL');
  await (await openSqliteLedger(path)).close();
});

test('a refused opening leaves the ledger to the one who has it', async () => {
  const ledger = await openSqliteLedger(path);
  await expect(openSqliteLedger(path)).rejects.toEqual(locked);
  expect(await ledger.open(openRun(1))).toBe('opened');
  await ledger.close();
});

test('another process reads along, and sees what is appended meanwhile', async () => {
  const ledger = await openSqliteLedger(path);
  await ledger.open(openRun(1));
  const script = `const ledger = await readSqliteLedger(path);
    console.log(JSON.stringify((await ledger.byRun({ run: ${JSON.stringify(openRun(1).run)} })).entries.length));
    await ledger.close();`;
  expect(await child(path, script).ended).toMatchObject({ stdout: '2\n', stderr: '' });
  const reader = await readSqliteLedger(path);
  await ledger.open(openRun(2));
  expect(await reader.byRun({ run: openRun(2).run })).toMatchObject({ run: openRun(2).run });
  await reader.close();
  await ledger.close();
});

test('a reader sees a run as it stood at one moment, however fast it grows', async () => {
  const ledger = await openSqliteLedger(path);
  await ledger.open(openRun(1));
  await ledger.close();
  const { run } = openRun(1);
  const growing = child(
    path,
    `const ledger = await openSqliteLedger(path);
    let { entries } = await ledger.byRun({ run: ${JSON.stringify(run)} });
    while (entries.length < 600) {
      const fresh = more({ run: ${JSON.stringify(run)} }, entries);
      await ledger.append({ run: ${JSON.stringify(run)}, expected: entries.length, entries: fresh, row: row() });
      entries = [...entries, ...fresh];
      if (entries.length === 10) writeSync(1, 'growing');
    }
    await ledger.close();`,
  );
  await new Promise((resolve) => growing.process.stdout.once('data', resolve));
  const reader = await readSqliteLedger(path);
  const counts: number[] = [];
  const over = new AbortController();
  const ended = growing.ended.finally(() => over.abort());
  while (!over.signal.aborted) {
    counts.push((await reader.byRun({ run }))?.entries.length ?? 0);
    // The store answers at once: without a turn of the event loop the end of the other process is never heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await reader.close();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect(new Set(counts).size).toBeGreaterThan(2);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});

test('a closed ledger can be read, and is not held by its reader', async () => {
  const ledger = await openSqliteLedger(path);
  await ledger.open(openRun(1));
  await ledger.close();
  const reader = await readSqliteLedger(path);
  expect(await reader.byHash({ hash: openRun(1).hash })).toMatchObject({ run: openRun(1).run });
  await (await openSqliteLedger(path)).close();
  await reader.close();
});

test('a ledger that is not there cannot be read, and is not made', async () => {
  await expect(readSqliteLedger(path)).rejects.toMatchObject({ code: 'ledger_missing' });
  expect(() => statSync(path)).toThrow('ENOENT');
});

test('the files are their owner’s alone', async () => {
  const ledger = await openSqliteLedger(path);
  await ledger.open(openRun(1));
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}.lock`])
    expect(statSync(file).mode & 0o077).toBe(0);
  await ledger.close();
});

test('a closed ledger answers nothing', async () => {
  const ledger = await openSqliteLedger(path);
  await ledger.close();
  await ledger.close();
  await expect(ledger.due({ now: 0, limit: 1 })).rejects.toMatchObject({ code: 'ledger_failed' });
});
