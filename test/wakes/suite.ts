/** The suite of the hints' port: whatever hands them out, these facts hold. An adapter is done when it passes. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IssueRef } from '../../lib/core/port/ledger.ts';
import { NotNow, type Wakes } from '../../lib/core/port/wakes.ts';
import { createWorkshop, type Workshop } from './workshop.ts';

/** What hands out hints, and what was made for it. */
export interface WakesUnderTest {
  readonly wakes: Wakes;
  /** Takes away what was made. The wakes have stopped by then. */
  remove(): Promise<void>;
}

/** The issue of a number, in an installation. */
export function ref(number: number, installation = '5'): IssueRef {
  return { installation, issue: `7#${number}` };
}

/** Runs every fact of the port against one adapter. */
export function wakesSuite(name: string, make: () => Promise<WakesUnderTest>): void {
  describe(`hints ${name}`, () => {
    let place: WakesUnderTest;
    let shop: Workshop;
    beforeEach(async () => {
      place = await make();
      shop = createWorkshop();
      await place.wakes.start(shop.work);
    });
    afterEach(async () => {
      shop.openAll();
      await place.wakes.stop();
      await place.remove();
    });

    test('an issue that is hinted at is worked on, once', async () => {
      await place.wakes.hint(ref(1));
      await place.wakes.idle();
      expect(shop.begun()).toEqual([ref(1)]);
    });

    test('nothing is worked on that nobody hinted at', async () => {
      await place.wakes.idle();
      expect(shop.begun()).toEqual([]);
    });

    test('ID-07: an issue is never worked on twice at a time, and hints meanwhile cause one more look', async () => {
      shop.shut(ref(1));
      await place.wakes.hint(ref(1));
      await shop.underWay(ref(1), 1);
      await Promise.all(Array.from({ length: 10 }, () => place.wakes.hint(ref(1))));
      shop.open(ref(1));
      await shop.underWay(ref(1), 2);
      await place.wakes.idle();
      expect(shop.begun()).toEqual([ref(1), ref(1)]);
      expect(shop.most(ref(1))).toBe(1);
    });

    test('issues of one installation are worked on beside each other', async () => {
      shop.shut(ref(1));
      await place.wakes.hint(ref(1));
      await place.wakes.hint(ref(2));
      await shop.underWay(ref(2), 1);
      expect(shop.begun()).toContainEqual(ref(1));
    });

    test('an installation with many busy issues does not delay another', async () => {
      const busy = Array.from({ length: 100 }, (_, index) => ref(index + 1, '5'));
      for (const issue of busy) shop.shut(issue);
      await Promise.all(busy.map((issue) => place.wakes.hint(issue)));
      await place.wakes.hint(ref(1000, '6'));
      await shop.underWay(ref(1000, '6'), 1);
      expect(shop.begun().length).toBeLessThan(50);
      shop.openAll();
      await place.wakes.idle();
      expect(new Set(shop.begun().map(({ issue }) => issue)).size).toBe(101);
    });

    test.each([
      ['an error', new Error('GitHub is away')],
      ['an aggregate of errors', new AggregateError([new Error('one'), new Error('two')], 'two failed')],
      ['something that is no error', Object.freeze({ status: 500 })],
    ])(
      'DO-09: an issue whose work rejects with %s is handed out again, and others go on meanwhile',
      async (_, fault) => {
        shop.fail(ref(1), fault, 1);
        await place.wakes.hint(ref(1));
        await place.wakes.hint(ref(2));
        await shop.underWay(ref(1), 2);
        await place.wakes.idle();
        expect(shop.begun().filter(({ issue }) => issue === '7#1')).toHaveLength(2);
        expect(shop.begun().filter(({ issue }) => issue === '7#2')).toHaveLength(1);
      },
    );

    test('what waits for a later try does not count as under way', async () => {
      shop.fail(ref(1), new NotNow('a rate limit', 60_000), 1);
      await place.wakes.hint(ref(1));
      await place.wakes.idle();
      expect(shop.begun()).toEqual([ref(1)]);
    });

    test('ID-11: an issue that may not go on before a time is left alone until then, whatever is hinted at', async () => {
      shop.fail(ref(1), new NotNow('a rate limit', 60_000), 1);
      await place.wakes.hint(ref(1));
      await place.wakes.idle();
      await place.wakes.hint(ref(1));
      await place.wakes.hint(ref(2));
      await place.wakes.idle();
      expect(shop.begun()).toEqual([ref(1), ref(2)]);
    });

    test('an issue that waits for something is taken up at once when it is hinted at', async () => {
      shop.fail(ref(1), new NotNow('its proposal is on its way', null), 3);
      for (let count = 1; count <= 4; count += 1) {
        await place.wakes.hint(ref(1));
        await shop.underWay(ref(1), count);
        await place.wakes.idle();
      }
      expect(shop.begun().length).toBeGreaterThanOrEqual(4);
    });

    test('stopping waits for what is under way and hands out nothing more', async () => {
      shop.shut(ref(1));
      await place.wakes.hint(ref(1));
      await shop.underWay(ref(1), 1);
      let ended = false;
      const stopped = place.wakes.stop().then(() => {
        ended = true;
      });
      await place.wakes.hint(ref(2)).catch(() => undefined);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      expect(ended).toBe(false);
      shop.open(ref(1));
      await stopped;
      expect(shop.begun()).toEqual([ref(1)]);
    });
  });
}
