import { describe, expect, test } from 'vitest';
import type { RestoredRun, StoredRun } from '../../lib/core/port/ledger.ts';
import { effectKey, more, openRun, row } from './build.ts';
import type { Opened } from './suite.ts';

/** A run is put back whole, with its effect key, or not at all. */
export function restoreFacts(opened: Opened): void {
  describe('a run that is put back', () => {
    test('is there as it was, with what its check run tells, and after a restart', async () => {
      const run = restored(1, { published: 1 });
      expect(await opened.ledger().restore(run)).toBe('restored');
      expect(await (await opened.restart()).byRun({ run: run.run })).toEqual(stored(run));
      expect(await opened.ledger().unpublished({ limit: 10 })).toHaveLength(1);
    });

    test('goes on like any other', async () => {
      const run = restored(1);
      await opened.ledger().restore(run);
      const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
      expect(await opened.ledger().append(change)).toBe('appended');
    });

    test('holds its effect key again', async () => {
      await opened.ledger().restore(restored(1, { effect: effectKey }));
      const second = openRun(2);
      await opened.ledger().open(second);
      const entries = more(second, second.entries);
      const change = { run: second.run, expected: 2, entries, row: row(), effect: effectKey };
      expect(await opened.ledger().append(change)).toBe('effect_taken');
    });

    test('stays out, wholly, where another run holds its key', async () => {
      await opened.ledger().restore(restored(1, { effect: effectKey }));
      const second = restored(2, { effect: effectKey });
      expect(await opened.ledger().restore(second)).toBe('effect_taken');
      expect(await opened.ledger().byRun({ run: second.run })).toBeNull();
    });

    test('changes nothing where its id or its hash is known', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const longer = restored(1, { entries: [...run.entries, ...more(run, run.entries)] });
      expect(await opened.ledger().restore(longer)).toBe('known');
      expect(await opened.ledger().restore(restored(2, { hash: run.hash }))).toBe('known');
      expect((await opened.ledger().byRun({ run: run.run }))?.entries).toHaveLength(2);
      expect(await opened.ledger().byRun({ run: openRun(2).run })).toBeNull();
    });

    test('stays out while its Actions run has another open run', async () => {
      await opened.ledger().open(openRun(1));
      const second = restored(2, { origin: openRun(1).origin });
      expect(await opened.ledger().restore(second)).toBe('origin_open');
      const ended = { ...second, row: row({ state: 'rejected' }) };
      expect(await opened.ledger().restore(ended)).toBe('restored');
    });

    test('stays out, with its key, where an entry does not link to the one before', async () => {
      const run = openRun(1);
      const broken = run.entries.map((entry) => (entry.seq === 1 ? { ...entry, previous: null } : entry));
      await expect(
        opened.ledger().restore(restored(1, { entries: broken, effect: effectKey })),
      ).rejects.toThrow();
      expect(await opened.ledger().byRun({ run: run.run })).toBeNull();
      expect(await opened.ledger().restore(restored(2, { effect: effectKey }))).toBe('restored');
    });
  });
}

function restored(number: number, twist: Partial<RestoredRun> = {}): RestoredRun {
  return { ...openRun(number), effect: null, published: 0, ...twist };
}

function stored({
  run,
  repositoryId,
  installation,
  hash,
  record,
  entries,
  published,
}: RestoredRun): StoredRun {
  return { run, repositoryId, installation, hash, record, entries, published, exported: 0 };
}
