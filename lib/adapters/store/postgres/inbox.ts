import type { Delivery, IssueRef, Ledger } from '../../../core/port/ledger.ts';
import { keptDeliveries } from '../inbox.ts';
import { countAt, textAt, textOrNullAt } from '../row.ts';
import type { PostgresDatabase, TransactionSession } from './database.ts';

type Inbox = Pick<Ledger, 'receive' | 'knows' | 'unsettled' | 'unsettledOf' | 'settle'>;

/** Told within the transaction that stores a delivery: what it writes is committed with it, or not at all. */
export type OnReceive = (session: TransactionSession, ref: IssueRef) => Promise<void>;

// The lock makes an issue's deliveries get their positions in the order in which they are committed: a
// position is taken at once, and a later one must not be seen before it.
const insert = `WITH turn AS (SELECT pg_advisory_xact_lock(hashtextextended($5, 0)))
  INSERT INTO countersign.inbox (id, meaning, name, installation, issue, payload, received_at)
  SELECT $1, $2, $3, $4, $5, $6, $7::bigint FROM turn ON CONFLICT DO NOTHING`;

// What is locked is pruned by whoever locked it, or the next time.
const settle = `WITH settled AS (
    UPDATE countersign.inbox SET outcome = $2, payload = NULL WHERE id = $1 AND outcome IS NULL
  )
  DELETE FROM countersign.inbox WHERE position IN (
    SELECT position FROM countersign.inbox WHERE outcome IS NOT NULL AND meaning IS NULL
      AND position <= (SELECT max(position) FROM countersign.inbox) - $3::bigint
    ORDER BY position LIMIT 100 FOR UPDATE SKIP LOCKED
  )`;

/** The inbox. A payload goes when its delivery is settled: what was decided from it is in the run's entries. */
export function postgresInbox(database: PostgresDatabase, onReceive: OnReceive | null): Inbox {
  return {
    async receive({ id, meaning, name, installation, issue, payload, receivedAt }) {
      const bound = [id, meaning, name, installation, issue, payload, receivedAt];
      const stored =
        onReceive === null
          ? await database.run(insert, ...bound)
          : await database.transaction(async (session) => {
              const changed = await session.run(insert, ...bound);
              if (changed === 1) await onReceive(session, { installation, issue });
              return changed;
            });
      return stored === 1 ? 'stored' : 'duplicate';
    },
    async knows({ id }) {
      return (await database.one('SELECT 1 AS known FROM countersign.inbox WHERE id = $1', id)) !== null;
    },
    async unsettled({ limit }) {
      const rows = await database.all(
        `SELECT installation, issue, min(position) AS first FROM countersign.inbox WHERE outcome IS NULL
           GROUP BY issue, installation ORDER BY first LIMIT $1`,
        limit,
      );
      return rows.map((row): IssueRef => ({
        installation: textAt(row, 'installation'),
        issue: textAt(row, 'issue'),
      }));
    },
    async unsettledOf({ issue, limit }) {
      const rows = await database.all(
        'SELECT * FROM countersign.inbox WHERE issue = $1 AND outcome IS NULL ORDER BY position LIMIT $2',
        issue,
        limit,
      );
      return rows.map((row): Delivery => ({
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
      await database.run(settle, id, outcome, keptDeliveries);
    },
  };
}
