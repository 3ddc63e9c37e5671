import { readIncoming, type Incoming } from '../lib/core/webhook/incoming.ts';
import type { JsonValue } from '../lib/core/json/value.ts';
import type { Delivery } from '../lib/core/port/ledger.ts';
import type { AppPorts } from '../lib/service/app-ports.ts';
import { advanceRun } from '../lib/service/advance-run.ts';
import type { Handled } from '../lib/service/handle-incoming.ts';
import { faultFields } from './log.ts';

/** How many deliveries and runs are looked at in one sweep. The rest comes with the next one. */
const batch = 100;

/** Pauses before a delivery is tried again; the last one repeats until it can be settled. */
const retryPausesMs: readonly number[] = [250, 1000, 2000, 5000, 15_000, 60_000];

/** After so many tries, what a delivery waits for is taken not to come: about three minutes. */
const maxWaits = 8;

export interface Work {
  /** New deliveries may be there. A hint: losing one costs time, nothing else. */
  wake(): void;
  /** Looks at everything that is unsettled, due or untold. */
  sweep(): Promise<void>;
  /** Resolves when nothing is under way. What waits for a later try does not count. */
  idle(): Promise<void>;
  /** Takes no new work and waits for what is under way. */
  drain(): Promise<void>;
}

/** Hands a delivery to the handlers, and answers with what they made of it. */
export type Deliver = (delivery: Delivery) => Promise<Handled>;

/**
 * Works through the ledger's inbox and its due runs. One issue's deliveries are taken one after the
 * other, in the order they came; different issues go on side by side, so that none delays another.
 */
export function createWork(ports: AppPorts, deliver: Deliver): Work {
  const chains = new Map<string, Promise<void>>();
  const underWay = new Set<string>();
  const tries = new Map<string, number>();
  const stop = new AbortController();

  const enqueue = (key: string, job: () => Promise<void>): void => {
    const before = chains.get(key) ?? Promise.resolve();
    const next = before.then(job);
    chains.set(key, next);
    void next.finally(() => {
      if (chains.get(key) === next) chains.delete(key);
    });
  };

  const settleOne = async (delivery: Delivery): Promise<void> => {
    if (stop.signal.aborted) return;
    try {
      const handled = await deliver(delivery);
      const waited = tries.get(delivery.id) ?? 0;
      if (handled.outcome === 'later' && waited < maxWaits) return later(delivery);
      const outcome = handled.outcome === 'later' ? 'waited in vain' : handled.what;
      await ports.ledger.settle({ id: delivery.id, outcome });
      tries.delete(delivery.id);
      underWay.delete(delivery.id);
      ports.log.info('delivery.settled', { delivery: delivery.id, outcome });
    } catch (error) {
      ports.log.warn('delivery.failed', { delivery: delivery.id, ...faultFields(error) });
      later(delivery);
    }
  };

  const later = (delivery: Delivery): void => {
    const count = tries.get(delivery.id) ?? 0;
    tries.set(delivery.id, count + 1);
    const pause = retryPausesMs[Math.min(count, retryPausesMs.length - 1)] ?? 0;
    void ports.clock.sleep(pause, stop.signal).then(() => {
      enqueue(keyOf(delivery), () => settleOne(delivery));
    });
  };

  const takeInbox = async (): Promise<void> => {
    for (const delivery of await ports.ledger.unsettled({ limit: batch })) {
      if (underWay.has(delivery.id)) continue;
      underWay.add(delivery.id);
      enqueue(keyOf(delivery), () => settleOne(delivery));
    }
  };

  const takeRuns = async (): Promise<void> => {
    const due = await ports.ledger.due({ now: ports.clock.now(), limit: batch });
    const untold = await ports.ledger.unpublished({ limit: batch });
    for (const run of new Set([...due, ...untold])) {
      const stored = await ports.ledger.byRun({ run });
      const issue = stored?.entries.find((entry) => entry.type === 'proposal.received');
      if (stored === null || issue?.type !== 'proposal.received') continue;
      enqueue(`${stored.repositoryId}#${issue.data.issue.number}`, async () => {
        if (stop.signal.aborted) return;
        await advanceRun(ports, run).catch((error: unknown) => {
          ports.log.warn('run.failed', { run, ...faultFields(error) });
        });
      });
    }
  };

  const guarded = async (take: () => Promise<void>): Promise<void> => {
    if (stop.signal.aborted) return;
    await take().catch((error: unknown) => {
      ports.log.warn('sweep.failed', faultFields(error));
    });
  };

  // Looking at the ledger is under way, too: only then it is known what there is.
  let looking: Promise<void> = Promise.resolve();
  const lookAt = (take: () => Promise<void>): Promise<void> => {
    looking = looking.then(() => guarded(take));
    return looking;
  };
  const idle = async (): Promise<void> => {
    await looking;
    if (chains.size === 0) return;
    await Promise.all(chains.values());
    await idle();
  };

  return {
    wake: () => {
      void lookAt(takeInbox);
    },
    sweep: async () => {
      await lookAt(takeInbox);
      await lookAt(takeRuns);
    },
    idle,
    drain: async () => {
      stop.abort();
      await idle();
    },
  };
}

/** Reads a stored delivery again. It was read once at the door; `null` means that this version reads it otherwise. */
export function incomingOf(delivery: Pick<Delivery, 'name'>, payload: JsonValue): Incoming | null {
  const incoming = readIncoming(delivery.name, payload);
  return typeof incoming === 'string' ? null : incoming;
}

function keyOf(delivery: Delivery): string {
  const payload: JsonValue = JSON.parse(delivery.payload);
  const incoming = incomingOf(delivery, payload);
  return incoming === null ? delivery.id : `${incoming.place.repository.id}#${incoming.issue.number}`;
}
