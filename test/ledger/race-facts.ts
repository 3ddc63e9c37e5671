import { describe, expect, test } from 'vitest';
import { link } from '../../lib/core/audit/entry.ts';
import { delivery, effectKey, more, openRun, row } from './build.ts';
import type { Opened } from './suite.ts';

export function raceFacts(opened: Opened): void {
  describe('of many at once', () => {
    test('AU-05: one append behind a head wins, every other sees a conflict', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          opened.ledger().append({ run: run.run, expected: 2, entries: more(run, run.entries), row: row() }),
        ),
      );
      expect(answers.filter((answer) => answer === 'appended')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(19);
      expect((await opened.ledger().byRun({ run: run.run }))?.entries).toHaveLength(3);
    });

    test('an append that expects more than there is sees a conflict', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const entries = more(run, [...run.entries, ...more(run, run.entries)]);
      expect(await opened.ledger().append({ run: run.run, expected: 3, entries, row: row() })).toBe(
        'conflict',
      );
    });

    test('ID-07: one run takes an effect key', async () => {
      const runs = Array.from({ length: 20 }, (_, index) => openRun(index + 1));
      for (const run of runs) await opened.ledger().open(run);
      const answers = await Promise.all(
        runs.map((run) =>
          opened.ledger().append({
            run: run.run,
            expected: 2,
            entries: more(run, run.entries),
            row: row(),
            effect: effectKey,
          }),
        ),
      );
      expect(answers.filter((answer) => answer === 'appended')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'effect_taken')).toHaveLength(19);
    });

    test('ID-07: a delivery that comes many times is stored once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => opened.ledger().receive(delivery(index, { meaning: 'm' }))),
      );
      expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
    });

    test('ID-10: one proposal of an Actions run is opened', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => opened.ledger().open(openRun(index + 1, { origin: '7:1' }))),
      );
      expect(answers.filter((answer) => answer === 'opened')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'origin_open')).toHaveLength(19);
    });

    test('a fork of a chain never gets in', async () => {
      const run = openRun(1);
      await opened.ledger().open(run);
      const ours = more(run, run.entries);
      const theirs = link(run.run, { count: 2, digest: run.entries[1]?.digest ?? null }, [
        {
          type: 'alert.raised',
          at: '2026-11-30T12:00:01.000Z',
          actor: { kind: 'app', id: 'countersign', login: null },
          data: { code: 'held', subject: 'fork' },
        },
      ]);
      expect(await opened.ledger().append({ run: run.run, expected: 2, entries: ours, row: row() })).toBe(
        'appended',
      );
      expect(await opened.ledger().append({ run: run.run, expected: 2, entries: theirs, row: row() })).toBe(
        'conflict',
      );
      const [base] = more(run, [...run.entries, ...theirs]);
      const behind = base === undefined ? [] : [base];
      await expect(
        opened.ledger().append({ run: run.run, expected: 3, entries: behind, row: row() }),
      ).rejects.toThrow();
      expect((await opened.ledger().byRun({ run: run.run }))?.entries).toEqual([...run.entries, ...ours]);
    });
  });
}
