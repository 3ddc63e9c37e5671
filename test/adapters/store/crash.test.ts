import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteLedger } from '../../../lib/adapters/store/sqlite.ts';
import { openRun } from '../../ledger/build.ts';
import { child } from './child.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  path = join(directory, 'ledger.sqlite');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const run = openRun(1);

/** Appends for ever, and says after each append how many entries there are. */
const appending = `
  const ledger = await openSqliteLedger(path);
  const { run } = openRun(1);
  let { entries } = await ledger.byRun({ run });
  for (;;) {
    const fresh = more({ run }, entries);
    await ledger.append({ run, expected: entries.length, entries: fresh, row: row() });
    entries = [...entries, ...fresh];
    writeSync(1, entries.length + "\\n");
  }`;

test('ID-01: of what was acknowledged nothing is lost by SIGKILL, and nothing is half there', async () => {
  const before = await openSqliteLedger(path);
  await before.open(run);
  await before.close();
  let stored = run.entries.length;
  for (const lines of [1, 20, 60]) {
    const writer = child(path, appending);
    await killAfter(writer.process, lines);
    const ended = await writer.ended;
    expect(ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
    const acknowledged = Number(ended.stdout.trimEnd().split('\n').at(-1));
    expect(acknowledged).toBeGreaterThanOrEqual(stored + lines);
    const ledger = await openSqliteLedger(path);
    stored = (await ledger.byRun({ run: run.run }))?.entries.length ?? 0;
    await ledger.close();
    // One more may have been stored when its acknowledgement was cut off.
    expect([acknowledged, acknowledged + 1]).toContain(stored);
  }
});

test('ID-14: a full disk is a fault, and nothing of the transaction is there', async () => {
  const before = await openSqliteLedger(path);
  await before.open(run);
  await before.close();
  // 512-byte blocks: no file may grow beyond 1 MiB.
  const script = `
    const ledger = await openSqliteLedger(path);
    let stored = 0;
    try {
      for (;;) { await ledger.receive(delivery(stored, { payload: "x".repeat(30000) })); stored += 1; }
    } catch (error) { console.log(stored + " " + error.name + " " + error.code); }`;
  const ended = await child(path, script, 'ulimit -f 2048; ').ended;
  const [stored, name, code] = ended.stdout.trim().split(' ');
  expect({ name, code }).toEqual({ name: 'StoreFault', code: 'ledger_failed' });
  expect(Number(stored)).toBeGreaterThan(5);
  const ledger = await openSqliteLedger(path);
  expect(await ledger.unsettledOf({ issue: '7#1', limit: 1000 })).toHaveLength(Number(stored));
  expect(await ledger.byRun({ run: run.run })).not.toBeNull();
  await ledger.close();
});

function killAfter(writer: ReturnType<typeof child>['process'], lines: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    writer.stdout.on('data', (text: string) => {
      seen += text.split('\n').length - 1;
      if (seen >= lines && writer.kill('SIGKILL')) resolve();
    });
    writer.once('close', () => {
      resolve();
    });
  });
}
