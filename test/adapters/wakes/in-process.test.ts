import { describe, expect, it } from 'vitest';
import { inProcessWakes } from '../../../lib/adapters/wakes/in-process.ts';
import { NotNow } from '../../../lib/core/port/wakes.ts';
import { ref } from '../../wakes/suite.ts';
import { createWorkshop, type Workshop } from '../../wakes/workshop.ts';

/** Hints in a process whose pauses are written down and end when the test says so. */
function startWakes(): {
  readonly shop: Workshop;
  readonly wakes: ReturnType<typeof inProcessWakes>;
  readonly pauses: number[];
  /** Ends the pause that lasts, and waits for what it held up. */
  readonly goOn: () => Promise<void>;
  readonly failed: Error[];
} {
  const shop = createWorkshop();
  const pauses: number[] = [];
  const failed: Error[] = [];
  let end: () => void = () => undefined;
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      pauses.push(ms);
      end = resolve;
      signal?.addEventListener('abort', () => resolve());
    });
  const wakes = inProcessWakes({ sleep }, (_, error) => {
    if (error instanceof Error) failed.push(error);
  });
  void wakes.start(shop.work);
  const goOn = async (): Promise<void> => {
    end();
    await turn();
    await wakes.idle();
  };
  return { shop, wakes, pauses, goOn, failed };
}

/** Lets what is ready go on. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('a later try', () => {
  it('comes after growing pauses, the longest a minute, and a success begins anew', async () => {
    const { shop, wakes, pauses, goOn, failed } = startWakes();
    shop.fail(ref(1), new Error('GitHub is away'), 8);
    await wakes.hint(ref(1));
    await wakes.idle();
    for (let tries = 0; tries < 8; tries += 1) await goOn();
    expect(pauses).toEqual([250, 1000, 2000, 5000, 15_000, 60_000, 60_000, 60_000]);
    expect(failed).toHaveLength(8);
    shop.fail(ref(1), new Error('again'), 1);
    await wakes.hint(ref(1));
    await wakes.idle();
    expect(pauses.at(-1)).toBe(250);
    await wakes.stop();
  });

  it('is not hurried by hints while something is wrong', async () => {
    const { shop, wakes, goOn } = startWakes();
    shop.fail(ref(1), new Error('GitHub is away'), 1);
    await wakes.hint(ref(1));
    await wakes.idle();
    await wakes.hint(ref(1));
    await turn();
    expect(shop.begun()).toHaveLength(1);
    await goOn();
    expect(shop.begun()).toHaveLength(2);
  });

  it('ID-11: comes not before a rate limit ends, and not before its own pause either', async () => {
    const { shop, wakes, pauses } = startWakes();
    shop.fail(ref(1), new NotNow('limited', 90_000), 1);
    shop.fail(ref(2), new NotNow('limited', 10), 1);
    await wakes.hint(ref(1));
    await wakes.hint(ref(2));
    await wakes.idle();
    expect(pauses).toEqual([90_000, 250]);
    await wakes.stop();
  });

  it('comes at once for what was hinted at while it was worked on and found wanting', async () => {
    const { shop, wakes, pauses } = startWakes();
    shop.fail(ref(1), new NotNow('its proposal is on its way', null), 1);
    shop.shut(ref(1));
    await wakes.hint(ref(1));
    await shop.underWay(ref(1), 1);
    await wakes.hint(ref(1));
    shop.open(ref(1));
    await shop.underWay(ref(1), 2);
    await wakes.idle();
    expect(pauses).toEqual([]);
  });

  it('does not come any more when the wakes have stopped, and holds nothing up', async () => {
    const { shop, wakes } = startWakes();
    shop.fail(ref(1), new Error('GitHub is away'), 5);
    shop.fail(ref(2), new NotNow('limited', 3_600_000), 5);
    await wakes.hint(ref(1));
    await wakes.hint(ref(2));
    await wakes.idle();
    await wakes.stop();
    await turn();
    expect(shop.begun()).toHaveLength(2);
  });
});
