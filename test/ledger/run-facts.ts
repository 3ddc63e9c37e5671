import { describe, expect, test } from 'vitest';
import type { OpenRun, StoredRun } from '../../lib/core/port/ledger.ts';
import { effectKey, more, openRun, row } from './build.ts';
import { restoreFacts } from './restore-facts.ts';
import type { Opened } from './suite.ts';

export function runFacts(opened: Opened): void {
  describe('a run', () => {
    test('is found by its id, its hash and its issue as it was opened', async () => {
      const run = openRun(1);
      expect(await opened.ledger().open(run)).toBe('opened');
      expect(await opened.ledger().byRun({ run: run.run })).toEqual(stored(run));
      expect(await opened.ledger().byHash({ hash: run.hash })).toEqual(stored(run));
      expect(await opened.ledger().byIssue({ repositoryId: '7', issueNumber: 1 })).toEqual(stored(run));
    });

    test('that is not there is null', async () => {
      await opened.ledger().open(openRun(1));
      expect(await opened.ledger().byRun({ run: 'other' })).toBeNull();
      expect(await opened.ledger().byHash({ hash: openRun(2).hash })).toBeNull();
      expect(await opened.ledger().byIssue({ repositoryId: '8', issueNumber: 1 })).toBeNull();
      expect(await opened.ledger().byIssue({ repositoryId: '7', issueNumber: 2 })).toBeNull();
    });

    test('is known when it comes a second time, and stays as it was', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      expect(await opened.ledger().open({ ...run, record: 'another' })).toBe('known');
      expect(await opened.ledger().byRun({ run: run.run })).toEqual(stored(run));
    });

    test('is known when its hash comes under another id', async () => {
      await opened.ledger().open(openRun(1));
      expect(await opened.ledger().open(openRun(2, { hash: openRun(1).hash }))).toBe('known');
      expect(await opened.ledger().byRun({ run: openRun(2).run })).toBeNull();
    });

    test('ID-10: a second open run of the same Actions run is refused', async () => {
      await opened.ledger().open(openRun(1));
      expect(await opened.ledger().open(openRun(2, { origin: openRun(1).origin }))).toBe('origin_open');
      expect(await opened.ledger().byRun({ run: openRun(2).run })).toBeNull();
    });

    test('ID-10: the Actions run proposes anew once its proposal has ended', async () => {
      const first = openRun(1);
      await opened.ledger().open(first);
      await append(opened, first, { row: row({ state: 'rejected' }) });
      expect(await opened.ledger().open(openRun(2, { origin: first.origin }))).toBe('opened');
    });

    test('that failed still holds its Actions run: it may be resumed', async () => {
      const first = openRun(1);
      await opened.ledger().open(first);
      await append(opened, first, { row: row({ state: 'failed' }) });
      expect(await opened.ledger().open(openRun(2, { origin: first.origin }))).toBe('origin_open');
    });

    test('of an issue that had another before is the newest', async () => {
      await opened.ledger().open(openRun(1));
      await opened.ledger().open(openRun(2, { row: row({ issueNumber: 1 }) }));
      expect((await opened.ledger().byIssue({ repositoryId: '7', issueNumber: 1 }))?.run).toBe(
        openRun(2).run,
      );
    });

    test('grows by what is appended, and keeps it over a restart', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const first = more(run, run.entries, 2);
      const second = more(run, [...run.entries, ...first]);
      const change = { run: run.run, row: row() };
      expect(await opened.ledger().append({ ...change, expected: 2, entries: first })).toBe('appended');
      expect(await opened.ledger().append({ ...change, expected: 4, entries: second })).toBe('appended');
      const whole = { ...stored(run), entries: [...run.entries, ...first, ...second] };
      expect(await opened.ledger().byRun({ run: run.run })).toEqual(whole);
      expect(await (await opened.restart()).byRun({ run: run.run })).toEqual(whole);
    });

    test('refuses an entry that does not link to its head, and stays as it was', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const unlinked = more(run, [...run.entries, ...more(run, run.entries)]).map((entry) => ({
        ...entry,
        seq: 2,
      }));
      const change = { run: run.run, expected: 2, entries: unlinked, row: row() };
      await expect(opened.ledger().append(change)).rejects.toThrow();
      expect(await opened.ledger().byRun({ run: run.run })).toEqual(stored(run));
    });

    test('refuses an entry of another run', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const foreign = more(openRun(2), run.entries);
      await expect(
        opened.ledger().append({ run: run.run, expected: 2, entries: foreign, row: row() }),
      ).rejects.toThrow();
      expect(await opened.ledger().byRun({ run: run.run })).toEqual(stored(run));
    });

    test('that is unknown takes no entry', async () => {
      const run = openRun(1);
      await expect(append(opened, run, {})).rejects.toThrow();
    });

    test('remembers how much was published and never less', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      await opened.ledger().markPublished({ run: run.run, count: 2 });
      await opened.ledger().markPublished({ run: run.run, count: 1 });
      expect((await opened.ledger().byRun({ run: run.run }))?.published).toBe(2);
    });

    test('cannot have published more than it holds', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      await expect(opened.ledger().markPublished({ run: run.run, count: 3 })).rejects.toThrow();
      expect((await opened.ledger().byRun({ run: run.run }))?.published).toBe(0);
    });
  });

  restoreFacts(opened);

  describe('an effect key', () => {
    test('is taken once, in the transaction of the approval', async () => {
      const [first, second] = [openRun(1), openRun(2)];
      await opened.ledger().open(first);
      await opened.ledger().open(second);
      expect(await append(opened, first, { effect: effectKey })).toBe('appended');
      expect(await append(opened, second, { effect: effectKey })).toBe('effect_taken');
      expect(await opened.ledger().byRun({ run: second.run })).toEqual(stored(second));
    });

    test('stays taken after its run was cancelled', async () => {
      const [first, second] = [openRun(1), openRun(2)];
      await opened.ledger().open(first);
      await opened.ledger().open(second);
      await append(opened, first, { effect: effectKey, row: row({ state: 'cancelled' }) });
      expect(await append(opened, second, { effect: effectKey })).toBe('effect_taken');
    });

    test('is still its holder’s own when the approvals were voided and given anew', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      await append(opened, run, { effect: effectKey });
      const entries = [...run.entries, ...more(run, run.entries)];
      const change = { run: run.run, expected: 3, entries: more(run, entries), row: row() };
      expect(await opened.ledger().append({ ...change, effect: effectKey })).toBe('appended');
    });

    test('is not taken by an append that came too late', async () => {
      const [first, second] = [openRun(1), openRun(2)];
      await opened.ledger().open(first);
      await opened.ledger().open(second);
      expect(await append(opened, first, { effect: effectKey, expected: 1 })).toBe('conflict');
      expect(await append(opened, second, { effect: effectKey })).toBe('appended');
    });

    test.each([{ repositoryId: '8' }, { actionType: 'other' }, { idempotencyKey: 'cs-1' }])(
      'of another repository, type or key is another: %o',
      async (twist) => {
        const [first, second] = [openRun(1), openRun(2)];
        await opened.ledger().open(first);
        await opened.ledger().open(second);
        await append(opened, first, { effect: effectKey });
        expect(await append(opened, second, { effect: { ...effectKey, ...twist } })).toBe('appended');
      },
    );
  });
}

function append(
  opened: Opened,
  run: OpenRun,
  twist: Partial<Parameters<ReturnType<Opened['ledger']>['append']>[0]>,
): ReturnType<ReturnType<Opened['ledger']>['append']> {
  const change = { run: run.run, expected: 2, entries: more(run, run.entries), row: row() };
  return opened.ledger().append({ ...change, ...twist });
}

function stored({ run, repositoryId, installation, hash, record, entries }: OpenRun): StoredRun {
  return { run, repositoryId, installation, hash, record, entries, published: 0, exported: 0 };
}
