import type { EpochMs } from '../time/instant.ts';
import type { RestoredRun } from './ledger.ts';

/** A run with all that is stored of it. */
export interface ArchivedRun extends RestoredRun {
  /** How many entries the export in the durable place holds. */
  readonly exported: number;
}

/** A delivery with all that is stored of it. A settled one has an outcome and no payload any more. */
export interface ArchivedDelivery {
  readonly id: string;
  readonly meaning: string | null;
  readonly name: string;
  readonly installation: string;
  readonly issue: string;
  readonly payload: string | null;
  readonly receivedAt: EpochMs;
  readonly outcome: string | null;
}

/** How far something outside was read. */
export interface ArchivedCursor {
  readonly name: string;
  readonly value: string;
}

/**
 * A ledger that is read from one end to the other, as it stood when it was opened, while others may go on
 * writing. Only a page at a time is in memory. Rejects where stored bytes are not what was stored.
 */
export interface LedgerSource {
  /** Every run, in the order in which they were opened. */
  runs(): AsyncIterable<ArchivedRun>;
  /** Every delivery, in the order in which they came. */
  deliveries(): AsyncIterable<ArchivedDelivery>;
  /** Every cursor, by name. */
  cursors(): AsyncIterable<ArchivedCursor>;
  close(): Promise<void>;
}

/** Whether something was added, or one like it is there already: nothing was changed then. */
export type Added = 'added' | 'taken';

/** A ledger that is filled in one transaction. It verifies as little as any ledger: whoever fills it does. */
export interface LedgerTarget {
  /** Whether there is nothing in it. */
  isEmpty(): Promise<boolean>;
  /** `taken` when its id, hash, open origin or effect key is. */
  addRun(run: ArchivedRun): Promise<Added>;
  /** `taken` when its id or meaning is. */
  addDelivery(delivery: ArchivedDelivery): Promise<Added>;
  addCursor(cursor: ArchivedCursor): Promise<Added>;
  /** Makes everything that was added durable. */
  commit(): Promise<void>;
  /** Takes back what was not committed. */
  close(): Promise<void>;
}
