/** The suite of the store of seals: whatever keeps them, these facts hold. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestText } from '../../lib/core/json/digest.ts';
import type { Ledger } from '../../lib/core/port/ledger.ts';
import type { SealStore, StoredSeal } from '../../lib/core/port/seal-store.ts';
import { openRun, row } from './build.ts';

type Keeper = Ledger & SealStore;

/** An empty ledger that keeps seals, and how to open the same one again after it was closed. */
export interface SealsUnderTest {
  open(): Promise<Keeper>;
  /** Takes away what `open` made. The ledger is closed by then. */
  remove(): Promise<void>;
}

const limit = 3;

function seal(number: number, twist: Partial<StoredSeal> = {}): StoredSeal {
  return {
    token: `https://issuer.example token-${number}`,
    hash: digestText(`proposal ${number}`),
    record: digestText(`record ${number}`),
    repositoryId: '7',
    origin: `7:${number}`,
    verdict: `{"number":${number},"text":"Grüße 🙂"}`,
    ...twist,
  };
}

/** Runs every fact of the port against one adapter. */
export function sealSuite(name: string, make: () => Promise<SealsUnderTest>): void {
  describe(`the seals on ${name}`, () => {
    let place: SealsUnderTest;
    let ledger: Keeper;

    beforeEach(async () => {
      place = await make();
      ledger = await place.open();
    });
    afterEach(async () => {
      await ledger.close();
      await place.remove();
    });

    test('OI-21: a seal is kept byte for byte, and is there after a restart', async () => {
      expect(await ledger.keepSeal(seal(1), limit)).toBe('kept');
      await ledger.close();
      ledger = await place.open();
      expect(await ledger.sealOf({ hash: seal(1).hash })).toEqual(seal(1));
      expect(await ledger.sealOf({ hash: seal(2).hash })).toBeNull();
    });

    test('OI-12: the same token for the same record is known, and the first verdict stays', async () => {
      await ledger.keepSeal(seal(1), limit);
      expect(await ledger.keepSeal(seal(1, { verdict: '{}' }), limit)).toBe('known');
      expect(await ledger.sealOf({ hash: seal(1).hash })).toEqual(seal(1));
    });

    test('a hash is sealed once: by another token it is known, with another record it differs', async () => {
      await ledger.keepSeal(seal(1), limit);
      expect(await ledger.keepSeal(seal(1, { token: 'another' }), limit)).toBe('known');
      expect(await ledger.keepSeal(seal(1, { token: 'another', record: digestText('x') }), limit)).toBe(
        'differs',
      );
    });

    test('OI-12: a token seals once', async () => {
      await ledger.keepSeal(seal(1), limit);
      expect(await ledger.keepSeal(seal(2, { token: seal(1).token }), limit)).toBe('token_used');
      expect(await ledger.sealOf({ hash: seal(2).hash })).toBeNull();
    });

    test('OI-12: while an Actions run has an open proposal, no other of its hashes is sealed', async () => {
      const { origin, hash, run, entries } = openRun(1);
      await ledger.open(openRun(1));
      expect(await ledger.keepSeal(seal(2, { origin }), limit)).toBe('run_open');
      expect(await ledger.keepSeal(seal(1, { origin, hash }), limit)).toBe('kept');
      await ledger.append({
        run,
        expected: entries.length,
        entries: [],
        row: row({ state: 'completed' }),
      });
      expect(await ledger.keepSeal(seal(2, { origin }), limit)).toBe('kept');
    });

    test('OI-12: an Actions run has no more seals than it may', async () => {
      const of = (number: number): StoredSeal => seal(number, { origin: '7:1' });
      for (const number of [1, 2, 3]) expect(await ledger.keepSeal(of(number), limit)).toBe('kept');
      expect(await ledger.keepSeal(of(4), limit)).toBe('full');
      expect(await ledger.keepSeal(of(1), limit)).toBe('known');
      expect(await ledger.keepSeal(seal(4), limit)).toBe('kept');
    });

    test('of many at once one is kept, and all others know it', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => ledger.keepSeal(seal(1, { token: `t${index}` }), 100)),
      );
      expect(answers.toSorted()).toEqual(['kept', ...Array.from({ length: 7 }, () => 'known')]);
    });

    test('of many with one token one is kept', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => ledger.keepSeal(seal(index, { token: 'the one' }), 100)),
      );
      expect(answers.filter((answer) => answer === 'kept')).toHaveLength(1);
      expect(new Set(answers)).toEqual(new Set(['kept', 'token_used']));
    });
  });
}
