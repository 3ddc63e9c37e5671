import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listQueries } from '../../../lib/adapters/store/run-reads.ts';
import { openSqliteLedger, readSqliteLedger } from '../../../lib/adapters/store/sqlite.ts';
import { delivery, more, openRun, row } from '../../ledger/build.ts';

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
const corrupt = expect.objectContaining({ name: 'StoreFault', code: 'ledger_corrupt' });

describe('ID-14: what is stored and was changed behind our back', () => {
  test.each([
    ['a byte of an entry', `UPDATE event SET entry = replace(entry, 'octo-dana', 'octo-danb') WHERE seq = 0`],
    ['an entry that is no JSON', `UPDATE event SET entry = substr(entry, 2) WHERE seq = 1`],
    [
      'an entry of no known type',
      `UPDATE event SET entry = replace(entry, 'run.started', 'run.begun') WHERE seq = 0`,
    ],
    ['the last entry taken away', 'DELETE FROM event WHERE seq = 1'],
    ['the first entry taken away', 'DELETE FROM event WHERE seq = 0'],
    ['every entry taken away', 'DELETE FROM event'],
    ['a byte of the record', `UPDATE run SET record = replace(record, '"number":1', '"number":2')`],
    ['the head', `UPDATE run SET head = '${'0'.repeat(64)}'`],
    ['the count', 'UPDATE run SET entries = 1'],
    ['the installation', `UPDATE run SET installation = '6'`],
    ['a count below zero', 'PRAGMA ignore_check_constraints = ON; UPDATE run SET published = -1'],
  ])('%s is a fault, and never taken for what it was', async (_, sql) => {
    await filled();
    tamper(sql);
    const ledger = await openSqliteLedger(path);
    await expect(ledger.byRun({ run: run.run })).rejects.toEqual(corrupt);
    await expect(ledger.byHash({ hash: run.hash })).rejects.toEqual(corrupt);
    await expect(ledger.byIssue({ repositoryId: '7', issueNumber: 1 })).rejects.toEqual(corrupt);
    await ledger.close();
  });

  test('a run under another repository is a fault', async () => {
    await filled();
    tamper(`UPDATE run SET repository_id = '8'`);
    const ledger = await openSqliteLedger(path);
    await expect(ledger.byIssue({ repositoryId: '8', issueNumber: 1 })).rejects.toEqual(corrupt);
    await ledger.close();
  });

  test('AU-08: an entry whose bit flipped is no base for the next one', async () => {
    await filled();
    tamper(`UPDATE event SET entry = replace(entry, '"number":1', '"number":3') WHERE seq = 1`);
    const ledger = await openSqliteLedger(path);
    const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
    await expect(ledger.append(change)).rejects.toEqual(corrupt);
    await ledger.close();
    expect(count('event')).toBe(2);
  });

  test('AU-08: what reads back otherwise than it was written is not committed', async () => {
    await filled();
    tamper(`CREATE TRIGGER flip AFTER INSERT ON event BEGIN
      UPDATE event SET entry = replace(entry, 'countersign', 'countersigm') WHERE run = new.run AND seq = new.seq;
    END`);
    const ledger = await openSqliteLedger(path);
    const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
    await expect(ledger.append(change)).rejects.toEqual(corrupt);
    await expect(ledger.open(openRun(2))).rejects.toEqual(corrupt);
    await ledger.close();
    expect(count('event')).toBe(2);
    expect(count('run')).toBe(1);
  });

  test('a fault of one run is none of another', async () => {
    await filled();
    tamper('DELETE FROM event');
    const ledger = await openSqliteLedger(path);
    expect(await ledger.open(openRun(2))).toBe('opened');
    expect(await ledger.byRun({ run: openRun(2).run })).not.toBeNull();
    await ledger.close();
  });

  test('a damaged file answers nothing more, not even what it still could', async () => {
    await filled();
    const bytes = new DatabaseSync(path);
    const { page = 0 } =
      bytes.prepare(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'inbox'`).get() ?? {};
    bytes.close();
    overwrite(Number(page));
    const ledger = await openSqliteLedger(path);
    await expect(ledger.receive(delivery(1))).rejects.toEqual(corrupt);
    await expect(ledger.byRun({ run: run.run })).rejects.toEqual(corrupt);
    await ledger.close();
  });
});

describe('ID-15: a file that is not this version’s', () => {
  test('of a newer version is refused, whole and unchanged', async () => {
    await filled();
    const own = versionNow();
    tamper('PRAGMA user_version = 99');
    await expect(openSqliteLedger(path)).rejects.toMatchObject({ code: 'ledger_newer' });
    await expect(openSqliteLedger(path)).rejects.toThrow(/schema 99.*knows up to \d/);
    await expect(readSqliteLedger(path)).rejects.toMatchObject({ code: 'ledger_newer' });
    tamper(`PRAGMA user_version = ${own}`);
    const ledger = await openSqliteLedger(path);
    expect(await ledger.byRun({ run: run.run })).not.toBeNull();
    await ledger.close();
  });

  test('of an older version is not read before it was brought up to date', async () => {
    new DatabaseSync(path).close();
    await expect(readSqliteLedger(path)).rejects.toMatchObject({ code: 'ledger_failed' });
    await (await openSqliteLedger(path)).close();
    await (await readSqliteLedger(path)).close();
  });

  test.each([
    ['with tables of its own', 'CREATE TABLE other (x)'],
    ['with a name of its own', 'PRAGMA application_id = 7'],
    ['with a version of its own', 'PRAGMA user_version = 1'],
  ])('of another program, %s, is refused', async (_, sql) => {
    tamper(sql);
    await expect(openSqliteLedger(path)).rejects.toMatchObject({ code: 'ledger_foreign' });
  });

  test('that is no database at all is refused and left as it is', async () => {
    writeFileSync(path, 'not a database, but long enough to have a header of its own'.repeat(10));
    await expect(openSqliteLedger(path)).rejects.toEqual(corrupt);
    await expect(readSqliteLedger(path)).rejects.toEqual(corrupt);
  });
});

describe('the inbox on disk', () => {
  test('SE-04: a settled delivery’s payload is gone', async () => {
    const ledger = await openSqliteLedger(path);
    await ledger.receive(delivery(1, { payload: 'canary' }));
    await ledger.settle({ id: delivery(1).id, outcome: 'done' });
    await ledger.close();
    expect(rows('SELECT payload, outcome FROM inbox')).toEqual([{ payload: null, outcome: 'done' }]);
  });

  test('AP-51: is pruned of old deliveries without a meaning, and of no others', async () => {
    const ledger = await openSqliteLedger(path);
    await ledger.receive(delivery(1));
    await ledger.receive(delivery(2, { meaning: 'm' }));
    await ledger.receive(delivery(3));
    await ledger.settle({ id: delivery(1).id, outcome: 'done' });
    await ledger.settle({ id: delivery(2).id, outcome: 'done' });
    await ledger.close();
    tamper('UPDATE sqlite_sequence SET seq = 200000');
    const later = await openSqliteLedger(path);
    await later.receive(delivery(4));
    await later.settle({ id: delivery(4).id, outcome: 'done' });
    expect((await later.unsettledOf({ issue: '7#1', limit: 9 })).map(({ id }) => id)).toEqual([
      delivery(3).id,
    ]);
    expect(await later.receive(delivery(5, { meaning: 'm' }))).toBe('duplicate');
    await later.close();
    expect(rows('SELECT id FROM inbox ORDER BY position').map(({ id }) => id)).toEqual(
      [2, 3, 4].map((number) => delivery(number).id),
    );
  });
});

describe('a list of what there is to do', () => {
  test.each([
    [listQueries.due, 'run_due'],
    [listQueries.unpublished, 'run_unpublished'],
    [listQueries.unexported, 'run_unexported'],
    [listQueries.waiting, 'run_waiting'],
    [listQueries.openRepositories, 'run_open'],
  ])('takes its own partial index: %s', async (sql, index) => {
    await (await openSqliteLedger(path)).close();
    const plan = rows(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`).map(({ detail }) => detail);
    expect(plan.join('\n')).toContain(index);
  });
});

async function filled(): Promise<void> {
  const ledger = await openSqliteLedger(path);
  await ledger.open(run);
  await ledger.close();
}

/** Changes the file as somebody else could, past every check. */
function tamper(sql: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
}

function rows(sql: string): ReadonlyArray<Record<string, unknown>> {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare(sql)
      .all()
      .map((one) => ({ ...one }));
  } finally {
    database.close();
  }
}

function count(table: string): unknown {
  return rows(`SELECT count(*) AS count FROM ${table}`)[0]?.['count'];
}

/** Fills one page of the file with zeros. */
function overwrite(page: number): void {
  const { page_size: size = 4096 } = rows('PRAGMA page_size')[0] ?? {};
  const bytes = readFileSync(path);
  bytes.fill(0, (page - 1) * Number(size), page * Number(size));
  writeFileSync(path, bytes);
}

function versionNow(): number {
  const database = new DatabaseSync(path);
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  database.close();
  return version;
}
