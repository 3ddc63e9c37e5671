import type { Logger } from 'pino';
import type { Deliveries } from '../lib/core/port/deliveries.ts';
import type { AppPorts } from '../lib/service/app-ports.ts';
import { sweepComments } from '../lib/service/sweep-comments.ts';
import { sweepDeliveries } from '../lib/service/sweep-deliveries.ts';
import { sweep } from '../lib/service/sweep.ts';
import { faultFields } from './log.ts';

/** The ledger is asked for what no hint told of: expiries, and what stopped half way. They wait no longer than this. */
const ledgerMs = 15_000;

/** GitHub's log is read for what never arrived. A delivery that failed is asked for within this, and a little. */
const deliveriesMs = 60_000;

/**
 * Comments are read where runs are open. A command whose delivery is not even in the log is taken up within
 * this and the minute that is left to its webhook; later where one installation has over 100 such repositories.
 */
const commentsMs = 300_000;

/** The sweeps, each on its own timer and never twice at a time. */
export interface Sweeps {
  /** Does each of them once. Resolves when they are through; what they hinted at may still be under way. */
  now(): Promise<void>;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
  /** No further one begins. */
  stop(): void;
}

/** Starts them, and does each at once: what stopped half way or was missed is found at the start. */
export function startSweeps(
  ports: AppPorts,
  deliveries: Deliveries,
  logger: Logger,
  begun: AbortSignal,
): Sweeps {
  const safely = (what: string, work: () => Promise<void>) => async (): Promise<void> => {
    if (begun.aborted) return;
    try {
      await work();
    } catch (error) {
      if (!begun.aborted) logger.warn({ sweep: what, ...faultFields(error) }, 'sweep.failed');
    }
  };
  const loops = [
    every(
      ledgerMs,
      safely('ledger', () => sweep(ports)),
    ),
    every(
      deliveriesMs,
      safely('deliveries', () => sweepDeliveries({ ...ports, deliveries })),
    ),
    every(
      commentsMs,
      safely('comments', () => sweepComments(ports)),
    ),
  ];
  const idle = async (): Promise<void> => {
    await Promise.all(loops.map((loop) => loop.idle()));
  };
  return {
    now: async () => {
      await Promise.all(loops.map((loop) => loop.run()));
    },
    idle,
    stop: () => {
      for (const loop of loops) loop.stop();
    },
  };
}

interface Loop {
  /** Works once more, after what is under way. */
  run(): Promise<void>;
  idle(): Promise<void>;
  stop(): void;
}

function every(ms: number, work: () => Promise<void>): Loop {
  let last = Promise.resolve();
  let under = 0;
  const run = (): Promise<void> => {
    under += 1;
    last = last.then(work).finally(() => {
      under -= 1;
    });
    return last;
  };
  const timer = setInterval(() => {
    if (under === 0) void run();
  }, ms);
  void run();
  return { run, idle: () => last, stop: () => clearInterval(timer) };
}
