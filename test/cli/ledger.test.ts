import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerArguments } from '../../cli/arguments.ts';
import { ledger } from '../../cli/ledger.ts';
import { migrate } from '../../cli/migrate.ts';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import { delivery } from '../ledger/build.ts';
import { createTestDatabase } from '../postgres/server.ts';

let folder = '';
let said = '';
let blamed = '';
const output = {
  out: (text: string): void => {
    said += text;
  },
  err: (text: string): void => {
    blamed += text;
  },
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  [said, blamed] = ['', ''];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('migrate makes the ledger’s file, says what it did, and finds nothing to do the second time', async () => {
  const environment = { COUNTERSIGN_DATA: join(folder, 'data') };
  expect(await migrate(environment, output)).toBe(0);
  expect(await migrate(environment, output)).toBe(0);
  expect(said).toBe('ledger: took migration 1, 2, 3\nledger: up to date\n');
  expect(existsSync(join(folder, 'data', 'ledger.sqlite'))).toBe(true);
});

test('migrate brings a database’s ledger and its hints up to date', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await migrate({ DATABASE_URL: url }, output)).toBe(0);
  expect(await migrate({ DATABASE_URL: url }, output)).toBe(0);
  await drop();
  expect(said).toMatch(
    /^ledger: took migration 1, 2, 3\nhints: pg-boss schema (\d+)\nledger: up to date\nhints: pg-boss schema \1\n$/,
  );
});

test('ID-14: migrate says in one line that the database does not answer, without its password', async () => {
  expect(await migrate({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }, output)).toBe(1);
  expect(blamed).toMatch(/^countersign: The database at 127\.0\.0\.1:1\/x does not answer: .*\n$/);
  expect(said + blamed).not.toContain('hunter2');
});

test('a ledger goes out into a file and comes back, whatever line ends its payloads hold', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const payload = `{"text":"one\u2028two\u2029three\\r\\nfour\u0085 🙂"}`;
  const before = await openSqliteLedger(join(from, 'ledger.sqlite'));
  await before.receive(delivery(1, { payload }));
  await before.close();
  const out = join(folder, 'ledger.jsonl');
  expect(await ledger({ do: 'export', out, environment: { COUNTERSIGN_DATA: from } }, output)).toBe(0);
  expect(readFileSync(out, 'utf8').endsWith('}\n')).toBe(true);
  const order = { do: 'import', file: out, moved: true, environment: { COUNTERSIGN_DATA: to } } as const;
  expect(await ledger(order, output)).toBe(0);
  expect(said).toBe('put back: 0 runs, 1 deliveries, 0 cursors\n');
  const after = await openSqliteLedger(join(to, 'ledger.sqlite'));
  expect(await after.unsettledOf({ issue: '7#1', limit: 9 })).toEqual([delivery(1, { payload })]);
  await after.close();
});

test('an export overwrites nothing and leaves nothing half written', async () => {
  const environment = { COUNTERSIGN_DATA: folder };
  await migrate(environment, output);
  const out = join(folder, 'there');
  writeFileSync(out, 'precious');
  expect(await ledger({ do: 'export', out, environment }, output)).toBe(1);
  expect(readFileSync(out, 'utf8')).toBe('precious');
  expect(existsSync(`${out}.part`)).toBe(false);
});

test('an import names the line of the first fault, and a file that is not there', async () => {
  const environment = { COUNTERSIGN_DATA: folder };
  const file = join(folder, 'broken.jsonl');
  writeFileSync(file, '{"kind":"countersign/ledger@1"}\n{"line":');
  expect(await ledger({ do: 'import', file, moved: true, environment }, output)).toBe(1);
  expect(blamed).toBe(`countersign: nothing was put back at line 2 of ${file}: it is no JSON: json_syntax\n`);
  const missing = { do: 'import', file: join(folder, 'none'), moved: true, environment } as const;
  expect(await ledger(missing, output)).toBe(1);
  expect(blamed).toContain('ENOENT');
});

test('ledger takes export, or import and one file', () => {
  expect(ledgerArguments(['export', '--out', 'x'], {})).toEqual({
    order: { do: 'export', out: 'x', environment: {} },
  });
  expect(ledgerArguments(['import', 'x', '--moved'], {})).toEqual({
    order: { do: 'import', file: 'x', moved: true, environment: {} },
  });
  for (const given of [
    [],
    ['export', 'x'],
    ['export', '--moved'],
    ['import'],
    ['import', 'x', 'y'],
    ['drop'],
  ])
    expect(ledgerArguments(given, {})).toEqual({ misuse: 'ledger takes export, or import and one file' });
});
