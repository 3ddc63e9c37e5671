import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openDatabase, usualLimits } from '../../../lib/adapters/store/postgres/database.ts';
import { faultOf } from '../../../lib/adapters/store/postgres/fault.ts';
import { openPostgresLedger } from '../../../lib/adapters/store/postgres/ledger.ts';
import { listQueries } from '../../../lib/adapters/store/postgres/run-reads.ts';
import { delivery, more, openRun, row } from '../../ledger/build.ts';
import { place } from './support.ts';

const here = place();
const run = openRun(1);
const corrupt = expect.objectContaining({ name: 'StoreFault', code: 'ledger_corrupt' });

describe('ID-14: what is stored and was changed behind our back', () => {
  test.each([
    ['a byte of an entry', `UPDATE event SET entry = replace(entry, 'octo-dana', 'octo-danb') WHERE seq = 0`],
    ['an entry that is no JSON', `UPDATE event SET entry = substr(entry, 2) WHERE seq = 1`],
    ['an entry of no known type', `UPDATE event SET entry = replace(entry, 'run.started', 'run.begun')`],
    [
      'a line feed in an entry',
      `UPDATE event SET entry = replace(entry, ',"at"', E',\\n"at"') WHERE seq = 1`,
    ],
    ['the last entry taken away', 'DELETE FROM event WHERE seq = 1'],
    ['the first entry taken away', 'DELETE FROM event WHERE seq = 0'],
    ['every entry taken away', 'DELETE FROM event'],
    ['a byte of the record', `UPDATE run SET record = replace(record, '"number":1', '"number":2')`],
    ['the head', `UPDATE run SET head = '${'0'.repeat(64)}'`],
    ['the count', 'UPDATE run SET entries = 1'],
    ['the installation', `UPDATE run SET installation = '6'`],
  ])('%s is a fault, and never taken for what it was', async (_, sql) => {
    const ledger = await here.open();
    await ledger.open(run);
    await tamper(sql);
    await expect(ledger.byRun({ run: run.run })).rejects.toEqual(corrupt);
    await expect(ledger.byHash({ hash: run.hash })).rejects.toEqual(corrupt);
    await expect(ledger.byIssue({ repositoryId: '7', issueNumber: 1 })).rejects.toEqual(corrupt);
  });

  test('AU-08: an entry whose bit flipped is no base for the next one', async () => {
    const ledger = await here.open();
    await ledger.open(run);
    await tamper(`UPDATE event SET entry = replace(entry, '"number":1', '"number":3') WHERE seq = 1`);
    const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
    await expect(ledger.append(change)).rejects.toEqual(corrupt);
    expect(await count('event')).toBe('2');
  });

  test('AU-08: what reads back otherwise than it was written is not committed', async () => {
    const ledger = await here.open();
    await ledger.open(run);
    await tamper(`CREATE FUNCTION flip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.entry := replace(NEW.entry, 'countersign', 'countersigm'); RETURN NEW; END $$;
      CREATE TRIGGER flip BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION flip()`);
    const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
    await expect(ledger.append(change)).rejects.toEqual(corrupt);
    await expect(ledger.open(openRun(2))).rejects.toEqual(corrupt);
    expect(await count('event')).toBe('2');
    expect(await count('run')).toBe('1');
  });
});

describe('a database that fails', () => {
  test('is named without its user and password when nobody listens', async () => {
    const answer = openPostgresLedger({ url: 'postgres://u:hunter2@127.0.0.1:1/ledger' });
    await expect(answer).rejects.toMatchObject({ name: 'StoreFault', code: 'ledger_unreachable' });
    await expect(answer).rejects.toThrow(/^(?!.*hunter2).*127\.0\.0\.1:1\/ledger/);
  });

  test('is unreachable when it takes the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const limits = { ...usualLimits, connectMs: 200 };
    const answer = openPostgresLedger({ url: `postgres://127.0.0.1:${port}/ledger`, limits });
    await expect(answer).rejects.toMatchObject({ code: 'ledger_unreachable' });
    silent.close();
  });

  test('that drops its connections fails what is under way and serves what comes later', async () => {
    const ledger = await here.open();
    await ledger.receive(delivery(1));
    await here
      .database()
      .query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    const answers: unknown[] = [];
    for (let tries = 0; tries < 20 && !answers.includes('stored'); tries += 1)
      answers.push(await ledger.receive(delivery(2)).catch((error: unknown) => error));
    const faults = answers.filter((answer) => typeof answer !== 'string');
    for (const fault of faults) expect(fault).toMatchObject({ code: 'ledger_unreachable' });
    expect(answers.at(-1)).toBe('stored');
  });

  test('that is not there, or is no PostgreSQL address, is told apart', async () => {
    const url = Object.assign(new URL(here.database().url), { pathname: '/nowhere' }).href;
    await expect(openPostgresLedger({ url })).rejects.toMatchObject({ code: 'ledger_missing' });
    await expect(openPostgresLedger({ url: 'mysql://h/x' })).rejects.toMatchObject({ code: 'ledger_failed' });
  });

  test('a statement that waits too long is ended, and nothing of its transaction stays', async () => {
    const ledger = await openPostgresLedger({
      url: here.database().url,
      limits: { ...usualLimits, lockMs: 100 },
    });
    await ledger.open(run);
    const other = await openDatabase(here.database().url);
    await other.transaction(async (session) => {
      await session.one('SELECT 1 FROM countersign.run FOR UPDATE');
      const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
      await expect(ledger.append(change)).rejects.toMatchObject({ code: 'ledger_failed' });
    });
    expect((await ledger.byRun({ run: run.run }))?.entries).toHaveLength(2);
    await other.close();
    await ledger.close();
  });

  test.each([
    ['53100', 'ledger_full'],
    ['ENOSPC', 'ledger_full'],
    ['XX001', 'ledger_corrupt'],
    ['58030', 'ledger_corrupt'],
    ['57P01', 'ledger_unreachable'],
    ['ECONNRESET', 'ledger_unreachable'],
    ['53300', 'ledger_unreachable'],
    ['22003', 'ledger_failed'],
  ])('with the code %s is %s', (code, expected) => {
    expect(faultOf(Object.assign(new Error('x'), { code }), 'host/db').code).toBe(expected);
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
    // 5,000 runs at their end, told and exported: what is asked for is nowhere among them.
    await tamper(`INSERT INTO run (run, repository_id, installation, hash, record, record_digest, slot, origin, state,
        open, waiting, issue_number, issue_node_id, entries, head, published, exported)
      SELECT n, n % 50, 5, n, '{}', '', 'slot', n, 'completed', 0, 0, n, n, 9, '', 9, 9 FROM generate_series(1, 5000) AS n;
      ANALYZE run`);
    const plan = await here.database().query(`EXPLAIN ${sql.replaceAll(/\$\d/g, `'1'`)}`);
    expect(JSON.stringify(plan)).toContain(index);
  });
});

/** Changes the tables as somebody else could, past every check. */
async function tamper(sql: string): Promise<void> {
  await here
    .database()
    .query(`SET search_path = countersign; SET session_replication_role = replica; ${sql}`);
}

async function count(table: string): Promise<unknown> {
  const [counted] = await here.database().query(`SELECT count(*) AS count FROM countersign.${table}`);
  return counted?.['count'];
}
