import type { Delivery, IssueRef } from '../core/port/ledger.ts';
import { NotNow } from '../core/port/wakes.ts';
import { advanceRun } from './advance-run.ts';
import type { AppPorts } from './app-ports.ts';
import type { Handled } from './handled.ts';

/** How many deliveries one look takes. The rest comes with the next one. */
const batch = 100;

/** What a delivery waits for (its proposal, a comment that a replica does not show yet) comes within this, or not at all. */
const maxWaitMs = 180_000;

/** Hands a delivery to the handlers, and answers with what they made of it. Rejects to be tried again. */
export type Deliver = (delivery: Delivery) => Promise<Handled>;

/**
 * Works on one issue: its deliveries in the order they came, then its runs that are due. Idempotent, so
 * any hint may cause it at any time, also twice at once in two processes: the ledger's compare-and-set
 * decides between them. Stops at the first delivery that fails, so that a later word never overtakes an
 * earlier one; one that only waits lets others pass, since what it waits for may be among them.
 */
export async function workOn(ports: AppPorts, deliver: Deliver, { issue }: IssueRef): Promise<void> {
  let waiting: readonly Waiting[];
  let settled: number;
  do {
    const deliveries = await ports.ledger.unsettledOf({ issue, limit: batch });
    waiting = await settleAll(ports, deliver, deliveries);
    settled = deliveries.length - waiting.length;
  } while (settled > 0 && waiting.length > 0);
  // Only now, when nothing that came is left to be handled, can something have been waited for in vain.
  const vain = waiting.filter(({ inVain }) => inVain);
  for (const { delivery } of vain) await settle(ports, delivery, 'waited in vain');
  waiting = waiting.filter((one) => !vain.includes(one));
  for (const run of await ports.ledger.dueOf({ issue, now: ports.clock.now() })) await advanceRun(ports, run);
  if (waiting.length > 0) throw new NotNow(`${waiting.length} deliveries wait`, null);
}

interface Waiting {
  readonly delivery: Delivery;
  /** It has waited for so long that what it waits for will not come. Never of what must only be decided anew. */
  readonly inVain: boolean;
}

/** Settles what can be settled, and answers with what still waits for something. */
async function settleAll(
  ports: AppPorts,
  deliver: Deliver,
  deliveries: readonly Delivery[],
): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  for (const delivery of deliveries) {
    // As it stood when it was handled: what was young then may not have tried everything.
    const old = ports.clock.now() - delivery.receivedAt >= maxWaitMs;
    const handled = await deliver(delivery);
    if (handled.outcome === 'done') await settle(ports, delivery, handled.what);
    else waiting.push({ delivery, inVain: old && handled.outcome === 'later' });
  }
  return waiting;
}

async function settle(ports: AppPorts, { id }: Delivery, outcome: string): Promise<void> {
  await ports.ledger.settle({ id, outcome });
  ports.log.info('delivery.settled', { delivery: id, outcome });
}
