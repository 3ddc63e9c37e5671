import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../lib/adapters/store/postgres/database.ts';
import { migratePostgresLedger, openPostgresLedger } from '../../../lib/adapters/store/postgres/ledger.ts';
import { migratePostgres } from '../../../lib/adapters/store/postgres/schema.ts';
import { openRun } from '../../ledger/build.ts';
import { place } from './support.ts';

const here = place();

describe('ID-15: a database that is not this version’s', () => {
  test('without a ledger is refused, and says what to run', async () => {
    await here.database().query('DROP SCHEMA countersign CASCADE');
    const answer = openPostgresLedger({ url: here.database().url });
    await expect(answer).rejects.toMatchObject({ code: 'ledger_missing' });
    await expect(answer).rejects.toThrow('countersign migrate');
  });

  test('of an older version is refused, and says what to run', async () => {
    await here.database().query('DELETE FROM countersign.migration');
    const answer = openPostgresLedger({ url: here.database().url });
    await expect(answer).rejects.toMatchObject({ code: 'ledger_older' });
    await expect(answer).rejects.toThrow('countersign migrate');
  });

  test('of a newer version is refused by whoever opens or migrates it', async () => {
    await here.database().query('INSERT INTO countersign.migration VALUES (99)');
    const newer = { code: 'ledger_newer' };
    await expect(openPostgresLedger({ url: here.database().url })).rejects.toMatchObject(newer);
    await expect(migratePostgresLedger(here.database().url)).rejects.toMatchObject(newer);
  });

  test('with tables of another program under our name is refused and left as it is', async () => {
    await here.database().query('DROP TABLE countersign.migration');
    const foreign = { code: 'ledger_foreign' };
    await expect(openPostgresLedger({ url: here.database().url })).rejects.toMatchObject(foreign);
    await expect(migratePostgresLedger(here.database().url)).rejects.toMatchObject(foreign);
  });
});

describe('a migration', () => {
  test('is taken once, however many start it at once', async () => {
    await here.database().query('DROP SCHEMA countersign CASCADE');
    const { url } = here.database();
    const taken = await Promise.all(Array.from({ length: 8 }, () => migratePostgresLedger(url)));
    expect(taken.flat()).toEqual(taken.flat().map((_, index) => index + 1));
    expect(taken.filter((one) => one.length > 0)).toHaveLength(1);
    expect(await migratePostgresLedger(url)).toEqual([]);
  });

  test('that fails in its middle changes nothing, and a later one goes on from there', async () => {
    const ledger = await here.open();
    await ledger.open(openRun(1));
    const database = await openDatabase(here.database().url);
    const [{ version = 0 } = {}] = await here
      .database()
      .query('SELECT max(version) AS version FROM countersign.migration');
    const taken = Array.from({ length: Number(version) }, () => '');
    const bad = 'CREATE TABLE countersign.half (x integer); SELECT 1/0';
    await expect(migratePostgres(database, [...taken, bad])).rejects.toMatchObject({ code: 'ledger_failed' });
    expect(await here.database().query(`SELECT to_regclass('countersign.half') AS there`)).toEqual([
      { there: null },
    ]);
    expect(await ledger.byRun({ run: openRun(1).run })).not.toBeNull();
    const good = 'CREATE TABLE countersign.whole (x integer)';
    const steps = [...taken, good, good.replace('whole', 'more')];
    expect(await migratePostgres(database, steps)).toEqual([steps.length - 1, steps.length]);
    await database.close();
  });
});
