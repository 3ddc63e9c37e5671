/** The ledger's own suite: whatever stores it, these facts hold. An adapter is done when it passes. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { Ledger } from '../../lib/core/port/ledger.ts';
import { inboxFacts } from './inbox-facts.ts';
import { listFacts } from './list-facts.ts';
import { raceFacts } from './race-facts.ts';
import { runFacts } from './run-facts.ts';

/** An empty ledger, and how to open the same one again after it was closed. */
export interface LedgerUnderTest {
  open(): Promise<Ledger>;
  /** Takes away what `open` made. The ledger is closed by then. */
  remove(): Promise<void>;
}

/** What a group of facts works with: the ledger that is open now, and a restart. */
export interface Opened {
  ledger(): Ledger;
  /** Closes the ledger and opens it again, as a restart of the process does. */
  restart(): Promise<Ledger>;
}

/** Runs every fact of the port against one adapter. */
export function ledgerSuite(name: string, make: () => Promise<LedgerUnderTest>): void {
  describe(`the ledger on ${name}`, () => {
    let place: LedgerUnderTest | null = null;
    let current: Ledger | null = null;

    beforeEach(async () => {
      place = await make();
      current = await place.open();
    });
    afterEach(async () => {
      await current?.close();
      await place?.remove();
    });

    const opened: Opened = {
      ledger: () => present(current),
      async restart() {
        await present(current).close();
        current = await present(place).open();
        return current;
      },
    };
    inboxFacts(opened);
    runFacts(opened);
    listFacts(opened);
    raceFacts(opened);
  });
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('nothing is open');
  return value;
}
