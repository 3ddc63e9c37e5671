import type { Delivery, IssueRef, Ledger } from '../../core/port/ledger.ts';
import type { Database } from './database.ts';
import { countAt, textAt, textOrNullAt } from './row.ts';

/**
 * Settled deliveries that mean nothing twice are kept this long, counted in deliveries: GitHub redelivers
 * for 3 days, so this covers a steady 1,300 an hour. Those with a meaning are kept for ever.
 */
export const keptDeliveries: number = 100_000;

type Inbox = Pick<Ledger, 'receive' | 'knows' | 'unsettled' | 'unsettledOf' | 'settle'>;

/** The inbox. A payload goes when its delivery is settled: what was decided from it is in the run's entries. */
export function sqliteInbox(database: Database): Inbox {
  return {
    async receive({ id, meaning, name, installation, issue, payload, receivedAt }) {
      const changed = database.run(
        'INSERT INTO inbox (id, meaning, name, installation, issue, payload, received_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        meaning,
        name,
        installation,
        issue,
        payload,
        receivedAt,
      );
      return changed === 1 ? 'stored' : 'duplicate';
    },
    async knows({ id }) {
      return database.one('SELECT 1 AS known FROM inbox WHERE id = ?', id) !== null;
    },
    async unsettled({ limit }) {
      return database
        .all(
          `SELECT installation, issue, min(position) AS first FROM inbox WHERE outcome IS NULL
             GROUP BY issue, installation ORDER BY first LIMIT ?`,
          limit,
        )
        .map((row): IssueRef => ({
          installation: textAt(row, 'installation'),
          issue: textAt(row, 'issue'),
        }));
    },
    async unsettledOf({ issue, limit }) {
      return database
        .all(
          'SELECT * FROM inbox WHERE issue = ? AND outcome IS NULL ORDER BY position LIMIT ?',
          issue,
          limit,
        )
        .map((row): Delivery => ({
          id: textAt(row, 'id'),
          meaning: textOrNullAt(row, 'meaning'),
          name: textAt(row, 'name'),
          installation: textAt(row, 'installation'),
          issue: textAt(row, 'issue'),
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
