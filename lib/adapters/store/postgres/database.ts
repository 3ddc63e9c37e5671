/** The only file of the ledger that knows the package `pg`, which is loaded when a database is opened, not before. */
import type { Pool, PoolClient } from 'pg';
import type { Bound, Row } from '../database.ts';
import { StoreFault } from '../fault.ts';
import { faultOf, isContention } from './fault.ts';

/** What runs statements: any connection of the pool, or the one that a transaction holds. */
export interface Session {
  all(sql: string, ...bound: readonly Bound[]): Promise<readonly Row[]>;
  one(sql: string, ...bound: readonly Bound[]): Promise<Row | null>;
  /** How many rows changed. */
  run(sql: string, ...bound: readonly Bound[]): Promise<number>;
}

/** A transaction's session, in the shape in which job queues ask for a connection. */
export interface TransactionSession extends Session {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

export interface PostgresDatabase extends Session {
  /** Host and database, for messages. */
  readonly where: string;
  /**
   * All of the work or nothing of it; durable when it resolves. Done again, a few times, when it stood in
   * the way of another: the work must not have done anything outside.
   */
  transaction<Value>(work: (session: TransactionSession) => Promise<Value>): Promise<Value>;
  /** Begins a transaction whose end is the caller's business. */
  hold(isolation: Isolation): Promise<HeldTransaction>;
  close(): Promise<void>;
}

/** A transaction that is under way. Either `commit` or `rollback` ends it and gives its connection back. */
export interface HeldTransaction {
  readonly session: TransactionSession;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** `snapshot`: everything is read as it stood when the transaction began, and nothing is written. */
type Isolation = 'read committed' | 'snapshot';

export interface Limits {
  /** Connections at most. */
  readonly connections: number;
  readonly connectMs: number;
  /** For one statement; the server ends it. The client gives up a second later. */
  readonly statementMs: number;
  /** For waiting on what another holds. */
  readonly lockMs: number;
}

/** A replica's share of a small server's 100 connections; a statement of ours takes milliseconds. */
export const usualLimits: Limits = { connections: 10, connectMs: 5000, statementMs: 15_000, lockMs: 10_000 };

/** How often a transaction is begun that contends with others. */
const maxAttempts = 5;

/** Opens a pool of connections and asks for nothing yet. Rejects with a `StoreFault` for an address that is none. */
export async function openDatabase(url: string, limits: Limits = usualLimits): Promise<PostgresDatabase> {
  const where = placeOf(url);
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + 1000,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: 2 * limits.statementMs,
    keepAlive: true,
    application_name: 'countersign',
    // Whatever the database's default is: what is acknowledged is on disk.
    options: '-c synchronous_commit=on',
    types: {
      // Counts and times are below 2^53, and `row.ts` refuses those that are not.
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks while nobody uses it is replaced; whoever uses one is told by its statement.
  pool.on('error', () => undefined);
  return {
    ...sessionOf(pool, where),
    where,
    transaction: (work) => transact(pool, where, work),
    hold: (isolation) => hold(pool, where, isolation),
    close: () => pool.end(),
  };
}

async function transact<Value>(
  pool: Pool,
  where: string,
  work: (session: TransactionSession) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    const held = await hold(pool, where, 'read committed');
    try {
      const value = await work(held.session);
      await held.commit();
      return value;
    } catch (error) {
      await held.rollback();
      if (!isContention(error instanceof StoreFault ? error.cause : error) || attempt === maxAttempts)
        throw faultOf(error, where);
    }
  }
}

async function hold(pool: Pool, where: string, isolation: Isolation): Promise<HeldTransaction> {
  const client = await connect(pool, where);
  let ended = false;
  const rollback = async (): Promise<void> => {
    if (ended) return;
    ended = true;
    const rolledBack = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    // A connection that cannot even roll back is thrown away.
    client.release(!rolledBack);
  };
  try {
    await client.query(
      isolation === 'snapshot' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN',
    );
  } catch (error) {
    await rollback();
    throw faultOf(error, where);
  }
  return {
    session: {
      ...sessionOf(client, where),
      executeSql: (text, values) => client.query(text, values === undefined ? [] : [...values]),
    },
    rollback,
    commit: async () => {
      const { command } = await client.query('COMMIT');
      // A transaction in which a statement failed ends with a rollback, whatever is asked for.
      if (command !== 'COMMIT') throw new StoreFault('ledger_failed', 'A transaction was not committed.');
      ended = true;
      client.release();
    },
  };
}

async function connect(pool: Pool, where: string): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw faultOf(error, where);
  }
}

function sessionOf(client: Pool | PoolClient, where: string): Session {
  const query = async (
    sql: string,
    bound: readonly Bound[],
  ): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }> => {
    try {
      return await client.query<Row>(sql, [...bound]);
    } catch (error) {
      throw faultOf(error, where);
    }
  };
  return {
    all: async (sql, ...bound) => (await query(sql, bound)).rows,
    one: async (sql, ...bound) => (await query(sql, bound)).rows[0] ?? null,
    run: async (sql, ...bound) => (await query(sql, bound)).rowCount ?? 0,
  };
}

function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol))
    throw new StoreFault('ledger_failed', 'DATABASE_URL is no address of a PostgreSQL database.');
  return `${parsed.host}${parsed.pathname}`;
}
