import type { Delivery, Ledger } from '../../core/port/ledger.ts';
import type { Database } from './database.ts';
import { countAt, textAt, textOrNullAt } from './row.ts';

/**
 * Settled deliveries that mean nothing twice are kept this long, counted in deliveries: GitHub redelivers
 * for 3 days, so this covers a steady 1,300 an hour. Those with a meaning are kept for ever.
 */
const keptDeliveries = 100_000;

type Inbox = Pick<Ledger, 'receive' | 'unsettled' | 'settle'>;

/** The inbox. A payload goes when its delivery is settled: what was decided from it is in the run's entries. */
export function sqliteInbox(database: Database): Inbox {
  return {
    async receive({ id, meaning, name, payload, receivedAt }) {
      const changed = database.run(
        'INSERT INTO inbox (id, meaning, name, payload, received_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        meaning,
        name,
        payload,
        receivedAt,
      );
      return changed === 1 ? 'stored' : 'duplicate';
    },
    async unsettled({ limit }) {
      return database
        .all(
          'SELECT id, meaning, name, payload, received_at FROM inbox WHERE outcome IS NULL ORDER BY position LIMIT ?',
          limit,
        )
        .map((row): Delivery => ({
          id: textAt(row, 'id'),
          meaning: textOrNullAt(row, 'meaning'),
          name: textAt(row, 'name'),
          payload: textAt(row, 'payload'),
          receivedAt: countAt(row, 'received_at'),
        }));
    },
    async settle({ id, outcome }) {
      database.transaction(() => {
        database.run(
          'UPDATE inbox SET outcome = ?, payload = NULL WHERE id = ? AND outcome IS NULL',
          outcome,
          id,
        );
        database.run(
          `DELETE FROM inbox WHERE outcome IS NOT NULL AND meaning IS NULL
             AND position <= (SELECT max(position) FROM inbox) - ?`,
          keptDeliveries,
        );
      });
    },
  };
}
