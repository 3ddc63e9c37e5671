import { describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../lib/adapters/store/postgres/ledger.ts';
import type { Ledger } from '../../../lib/core/port/ledger.ts';
import { delivery, effectKey, more, openRun, row } from '../../ledger/build.ts';
import { place } from './support.ts';

const here = place();

async function two(): Promise<readonly [Ledger, Ledger]> {
  return [await here.open(), await here.open()];
}

/** The same question to both replicas, many times at once. */
function many<Answer>(
  [first, second]: readonly [Ledger, Ledger],
  count: number,
  ask: (ledger: Ledger, index: number) => Promise<Answer>,
): Promise<readonly Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => ask(index % 2 === 0 ? first : second, index)),
  );
}

/** How often each answer came. */
function counted(answers: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...new Set(answers)].map((answer) => [answer, answers.filter((each) => each === answer).length]),
  );
}

describe('two replicas on one database', () => {
  test('AU-05: one append behind a head wins, whoever asks', async () => {
    const ledgers = await two();
    const run = openRun(1);
    await ledgers[0].open(run);
    const answers = await many(ledgers, 40, (ledger) =>
      ledger.append({ run: run.run, expected: 2, entries: more(run, run.entries), row: row() }),
    );
    expect(counted(answers)).toEqual({ appended: 1, conflict: 39 });
    expect((await ledgers[1].byRun({ run: run.run }))?.entries).toHaveLength(3);
  });

  test('ID-07: one run takes an effect key, and no transaction is lost to a deadlock', async () => {
    const ledgers = await two();
    await many(ledgers, 40, (ledger, index) => ledger.open(openRun(index + 1)));
    const answers = await many(ledgers, 40, (ledger, index) => {
      const run = openRun(index + 1);
      const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
      return ledger.append({ ...change, effect: effectKey });
    });
    expect(counted(answers)).toEqual({ appended: 1, effect_taken: 39 });
  });

  test('ID-07: a delivery that comes to both is stored once, also under another id', async () => {
    const ledgers = await two();
    const answers = await many(ledgers, 40, (ledger, index) =>
      ledger.receive(delivery(index % 20, { meaning: 'm' })),
    );
    expect(counted(answers)).toEqual({ stored: 1, duplicate: 39 });
  });

  test('ID-10: one proposal of an Actions run is opened', async () => {
    const ledgers = await two();
    const answers = await many(ledgers, 20, (ledger, index) =>
      ledger.open(openRun(index + 1, { origin: '7:1' })),
    );
    expect(counted(answers)).toEqual({ opened: 1, origin_open: 19 });
  });

  test('a reader never sees a run’s row and entries of two moments', async () => {
    const [writer, reader] = await two();
    const run = openRun(1);
    await writer.open(run);
    let entries = run.entries;
    const seen: number[] = [];
    const done = new AbortController();
    const reading = (async () => {
      while (!done.signal.aborted) seen.push((await reader.byRun({ run: run.run }))?.entries.length ?? 0);
    })();
    for (let count = 0; count < 60; count += 1) {
      const fresh = more(run, entries);
      await writer.append({ run: run.run, expected: entries.length, entries: fresh, row: row() });
      entries = [...entries, ...fresh];
    }
    done.abort();
    await reading;
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  });

  test('an issue’s deliveries wait in the order in which they became visible', async () => {
    const ledgers = await two();
    const seen = new Set<string>();
    let last = '';
    const done = new AbortController();
    const reading = (async () => {
      while (!done.signal.aborted) {
        const waiting = await ledgers[1].unsettledOf({ issue: '7#1', limit: 1000 });
        // Nothing may show up before what was seen last.
        const fresh = waiting.filter(({ id }) => !seen.has(id));
        if (last !== '' && fresh.length > 0) {
          const ids = waiting.map(({ id }) => id);
          expect(ids.indexOf(fresh[0]?.id ?? '')).toBeGreaterThan(ids.indexOf(last));
        }
        for (const { id } of fresh) seen.add(id);
        last = waiting.at(-1)?.id ?? '';
      }
    })();
    await many(ledgers, 200, (ledger, index) => ledger.receive(delivery(index)));
    done.abort();
    await reading;
    expect(await ledgers[0].unsettledOf({ issue: '7#1', limit: 1000 })).toHaveLength(200);
  });
});

describe('what happens in the transaction of a delivery', () => {
  test('is told once for what is stored, and not for a duplicate', async () => {
    const told: string[] = [];
    const ledger = await openPostgresLedger({
      url: here.database().url,
      onReceive: async (_, { installation, issue }) => {
        told.push(`${installation} ${issue}`);
      },
    });
    await ledger.receive(delivery(1));
    await ledger.receive(delivery(1));
    await ledger.close();
    expect(told).toEqual(['5 7#1']);
  });

  test('is committed with it, or neither is', async () => {
    await here.database().query('CREATE TABLE IF NOT EXISTS beside (issue text)');
    let fails = true;
    const ledger = await openPostgresLedger({
      url: here.database().url,
      onReceive: async (session, { issue }) => {
        await session.executeSql('INSERT INTO beside VALUES ($1)', [issue]);
        if (fails) throw new Error('no');
      },
    });
    await expect(ledger.receive(delivery(1))).rejects.toThrow();
    expect(await ledger.knows({ id: delivery(1).id })).toBe(false);
    expect(await here.database().query('SELECT * FROM beside')).toEqual([]);
    fails = false;
    expect(await ledger.receive(delivery(1))).toBe('stored');
    await ledger.close();
    expect(await here.database().query('SELECT * FROM beside')).toEqual([{ issue: '7#1' }]);
  });
});
