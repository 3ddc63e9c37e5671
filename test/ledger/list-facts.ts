import { describe, expect, test } from 'vitest';
import type { IssueRef, Ledger, OpenRun, RunRow } from '../../lib/core/port/ledger.ts';
import { accepted, acceptedAt, more, openRun, row } from './build.ts';
import type { Opened } from './suite.ts';

export function listFacts(opened: Opened): void {
  describe('what waits in a slot', () => {
    test('is every other waiting run of the slot, oldest first', async () => {
      for (const number of [3, 1, 2]) await opened.ledger().open(openRun(number));
      await opened.ledger().open(openRun(4, { slot: 'other:7' }));
      const waiting = await opened.ledger().waitingInSlot({ slot: openRun(1).slot, except: openRun(2).run });
      expect(waiting).toEqual([openRun(3).run, openRun(1).run]);
    });

    test.each(['executing', 'verifying', 'failed', 'uncertain', 'completed', 'expired'] as const)(
      'leaves out a run that is %s',
      async (state) => {
        const run = openRun(1);
        await opened.ledger().open(run);
        await change(opened, run, row({ state }));
        expect(await opened.ledger().waitingInSlot({ slot: run.slot, except: 'none' })).toEqual([]);
      },
    );
  });

  describe('what is due', () => {
    test('is the longest overdue first, up to and with now', async () => {
      for (const [number, dueAt] of [
        [1, 300],
        [2, 100],
        [3, 201],
        [4, 200],
        [5, null],
      ] as const)
        await opened.ledger().open(openRun(number, { row: row({ dueAt, issueNumber: number }) }));
      expect(await opened.ledger().due({ now: 200, limit: 10 })).toEqual([ref(2), ref(4)]);
      expect(await opened.ledger().due({ now: 200, limit: 1 })).toEqual([ref(2)]);
      expect(await opened.ledger().due({ now: 99, limit: 10 })).toEqual([]);
    });

    test('moves with what is appended', async () => {
      const run = openRun(1, { row: row({ dueAt: 100 }) });
      await opened.ledger().open(run);
      await change(opened, run, row({ dueAt: null }));
      expect(await opened.ledger().due({ now: Number.MAX_SAFE_INTEGER, limit: 10 })).toEqual([]);
    });

    test('is told of one issue: its runs that are due or untold, oldest first', async () => {
      await opened.ledger().open(openRun(1, { row: row({ issueNumber: 9, dueAt: 100 }) }));
      await opened.ledger().open(openRun(2, { row: row({ issueNumber: 9, dueAt: 300 }) }));
      await opened.ledger().open(openRun(3, { row: row({ issueNumber: 8, dueAt: 100 }) }));
      const dueOf = (now: number): Promise<readonly string[]> => opened.ledger().dueOf({ issue: '7#9', now });
      expect(await dueOf(100)).toEqual([openRun(1).run, openRun(2).run]);
      for (const number of [1, 2])
        await opened.ledger().markPublished({ run: openRun(number).run, count: 2 });
      expect(await dueOf(100)).toEqual([openRun(1).run]);
      expect(await dueOf(99)).toEqual([]);
    });

    test('is there again after a restart', async () => {
      await opened.ledger().open(openRun(1, { row: row({ dueAt: 100 }) }));
      expect(await (await opened.restart()).due({ now: 100, limit: 10 })).toEqual([ref(1)]);
    });
  });

  describe('what was accepted', () => {
    test('is told with who started it, of one repository and later than asked for', async () => {
      for (const [number, twist] of [
        [1, {}],
        [2, {}],
        [3, { repositoryId: '8' }],
      ] as const) {
        const run = openRun(number, twist);
        await opened.ledger().open({ ...run, entries: accepted(run) });
      }
      await opened.ledger().open(openRun(4));
      const since = (at: number, repositoryId = '7'): Promise<readonly (readonly string[])[]> =>
        opened.ledger().acceptedSince({ repositoryId, since: at });
      expect(await since(acceptedAt - 1)).toEqual([['1021'], ['1021']]);
      expect(await since(acceptedAt)).toEqual([]);
      expect(await since(0, '8')).toEqual([['1021']]);
      expect(await since(0, '9')).toEqual([]);
    });
  });

  describe('what is unpublished', () => {
    test('is every run that the check run tells too little about, oldest first', async () => {
      const runs = [openRun(1), openRun(2), openRun(3)];
      for (const run of runs) await opened.ledger().open(run);
      await opened.ledger().markPublished({ run: openRun(2).run, count: 2 });
      await opened.ledger().markPublished({ run: openRun(3).run, count: 1 });
      expect(await opened.ledger().unpublished({ limit: 10 })).toEqual([ref(1), ref(3)]);
      expect(await opened.ledger().unpublished({ limit: 1 })).toEqual([ref(1)]);
    });

    test('grows again with an entry', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      await opened.ledger().markPublished({ run: run.run, count: 2 });
      expect(await opened.ledger().unpublished({ limit: 10 })).toEqual([]);
      await change(opened, run, row());
      expect(await opened.ledger().unpublished({ limit: 10 })).toEqual([ref(1)]);
    });
  });

  describe('what is unexported', () => {
    test('is every run at its end that was told and has entries that its export lacks, oldest first', async () => {
      for (const number of [1, 2, 3, 4]) {
        await opened.ledger().open(openRun(number));
        await change(opened, openRun(number), row({ issueNumber: number, state: 'completed' }));
      }
      await opened.ledger().open(openRun(5));
      for (const [number, count] of [
        [1, 3],
        [2, 2],
        [3, 3],
        [4, 3],
        [5, 2],
      ] as const)
        await opened.ledger().markPublished({ run: openRun(number).run, count });
      await opened.ledger().markExported({ run: openRun(3).run, count: 3 });
      expect(await opened.ledger().unexported({ limit: 10 })).toEqual([ref(1), ref(4)]);
      expect(await opened.ledger().unexported({ limit: 1 })).toEqual([ref(1)]);
    });

    test('is told of one issue until the export holds every entry, and again with a new one', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      await change(opened, run, row({ state: 'rejected' }));
      await opened.ledger().markPublished({ run: run.run, count: 3 });
      const dueOf = (): Promise<readonly string[]> => opened.ledger().dueOf({ issue: '7#1', now: 0 });
      expect(await dueOf()).toEqual([run.run]);
      await opened.ledger().markExported({ run: run.run, count: 3 });
      await opened.ledger().markExported({ run: run.run, count: 1 });
      expect(await dueOf()).toEqual([]);
      expect((await opened.ledger().byRun({ run: run.run }))?.exported).toBe(3);
      await expect(opened.ledger().markExported({ run: run.run, count: 4 })).rejects.toThrow();
    });
  });

  describe('where runs are open', () => {
    test('is every repository once, by its oldest open run, page by page', async () => {
      for (const [number, repositoryId] of [
        [1, '8'],
        [2, '7'],
        [3, '8'],
        [4, '9'],
      ] as const)
        await opened.ledger().open(openRun(number, { repositoryId, origin: `${repositoryId}:${number}` }));
      await change(opened, openRun(4), row({ state: 'expired' }));
      const page = (after: string | null, limit: number): ReturnType<Ledger['openRepositories']> =>
        opened.ledger().openRepositories({ after, limit });
      const [seven, eight] = [2, 1].map((number) => ({
        repositoryId: number === 2 ? '7' : '8',
        installation: '5',
        run: openRun(number).run,
      }));
      expect(await page(null, 10)).toEqual([seven, eight]);
      expect(await page(null, 1)).toEqual([seven]);
      expect(await page('7', 10)).toEqual([eight]);
      expect(await page('8', 10)).toEqual([]);
    });
  });

  describe('a cursor', () => {
    test('is null at first, is what was noted last, and outlives a restart', async () => {
      const at = (name: string): Promise<string | null> => opened.ledger().cursor({ name });
      expect(await at('deliveries')).toBeNull();
      await opened.ledger().setCursor({ name: 'deliveries', value: '1' });
      await opened.ledger().setCursor({ name: 'deliveries', value: '2' });
      expect(await at('comments:7')).toBeNull();
      expect(await (await opened.restart()).cursor({ name: 'deliveries' })).toBe('2');
    });
  });
}

/** Where the run of a number is. */
function ref(number: number): IssueRef {
  return { installation: '5', issue: `7#${number}` };
}

async function change(opened: Opened, run: OpenRun, to: RunRow): Promise<void> {
  const answer = await opened
    .ledger()
    .append({ run: run.run, expected: 2, entries: more(run, run.entries), row: to });
  expect(answer).toBe('appended');
}
