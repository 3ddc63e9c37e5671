/**
 * The only file that knows `node:sqlite`, which is a release candidate in Node 24. Everything is
 * synchronous: a transaction is one uninterrupted piece of work of this process.
 */
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StoreFault } from './fault.ts';

/** A value that goes into a statement. Integers are within ±(2^53−1). */
export type Bound = string | number | null;

/** A row as it came: unread, see `row.ts`. */
export type Row = Readonly<Record<string, unknown>>;

export interface Database {
  all(sql: string, ...bound: readonly Bound[]): readonly Row[];
  one(sql: string, ...bound: readonly Bound[]): Row | null;
  /** How many rows changed. */
  run(sql: string, ...bound: readonly Bound[]): number;
  /** Statements without parameters and answers. */
  script(sql: string): void;
  /** All of the work or nothing of it; durable when this returns. */
  transaction<Value>(work: () => Value): Value;
  /** Reads of one moment, whatever another process writes meanwhile. Changes nothing. */
  snapshot<Value>(work: () => Value): Value;
  close(): void;
}

/**
 * Opens a database for writing and makes this process its only writer: an exclusive lock on a small
 * database beside it, which is the kernel's and ends with the process, also after SIGKILL. (WAL alone
 * lets a second process write between two transactions; `locking_mode=exclusive` would shut readers out.)
 */
export function openForWriting(path: string): Database {
  const file = place(path);
  const lock = takeLock(`${file}.lock`);
  try {
    const handle = connect(file, false);
    // FULL: the log is synced before a transaction counts as done, so that power loss loses nothing acknowledged.
    handle.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;');
    // 16 MB of log before it is carried over: the same few pages change with each step of a run.
    handle.exec('PRAGMA wal_autocheckpoint = 4000;');
    return wrap(handle, () => lock.close());
  } catch (error) {
    lock.close();
    throw faultOf(error, file);
  }
}

/** Opens a database for reading only, beside the process that writes it. */
export function openForReading(path: string): Database {
  if (!existsSync(path)) throw new StoreFault('ledger_missing', `There is no ledger at ${path}.`);
  try {
    return wrap(connect(realpathSync(path), true), () => undefined);
  } catch (error) {
    throw faultOf(error, path);
  }
}

/** The file's real path, so that two names of one file share one lock. Made with mode 0600 where it is missing. */
function place(path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
    return join(realpathSync(dirname(realpathSync(path))), basename(realpathSync(path)));
  } catch (error) {
    throw faultOf(error, path);
  }
}

function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | null = null;
  try {
    closeSync(openSync(path, 'a', 0o600));
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (resultCode(error) !== busy) throw faultOf(error, path);
    const message = `Another process writes the ledger at ${path.slice(0, -'.lock'.length)}. Stop it first: one process writes, others may read.`;
    throw new StoreFault('ledger_locked', message, error);
  }
}

function connect(path: string, readOnly: boolean): DatabaseSync {
  // 5 s: a reader's recovery or a checkpoint may hold the file for a moment.
  const handle = new DatabaseSync(path, { readOnly, timeout: 5000, enableForeignKeyConstraints: true });
  handle.exec('PRAGMA trusted_schema = OFF;');
  return handle;
}

function wrap(handle: DatabaseSync, released: () => void): Database {
  const statements = new Map<string, StatementSync>();
  // After an I/O error the file's state is unknown: nothing more is answered from it.
  let broken: StoreFault | null = null;

  function guarded<Value>(work: () => Value): Value {
    if (broken !== null) throw broken;
    try {
      return work();
    } catch (error) {
      const fault = faultOf(error, handle.isOpen ? handle.location() : null);
      if (unsafe.has(resultCode(error) ?? 0)) broken = fault;
      throw fault;
    }
  }

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = handle.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function within<Value>(begin: string, work: () => Value): Value {
    return guarded(() => {
      prepared(begin).run();
      try {
        const value = work();
        prepared('COMMIT').run();
        return value;
      } catch (error) {
        // SQLite has rolled back by itself after some errors (disk full, I/O).
        if (handle.isTransaction) handle.exec('ROLLBACK');
        throw error;
      }
    });
  }

  return {
    all: (sql, ...bound) => guarded(() => prepared(sql).all(...bound)),
    one: (sql, ...bound) => guarded(() => prepared(sql).get(...bound) ?? null),
    run: (sql, ...bound) => guarded(() => Number(prepared(sql).run(...bound).changes)),
    script: (sql) => guarded(() => handle.exec(sql)),
    transaction: (work) => within('BEGIN IMMEDIATE', work),
    snapshot: (work) => within('BEGIN', work),
    close() {
      if (!handle.isOpen) return;
      statements.clear();
      try {
        handle.close();
      } finally {
        released();
      }
    },
  };
}

// SQLite's primary result codes, https://www.sqlite.org/rescode.html
const busy = 5;
const unsafe: ReadonlySet<number> = new Set([10 /* IOERR */, 11 /* CORRUPT */, 26 /* NOTADB */]);

function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

function faultOf(error: unknown, path: string | null): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = resultCode(error);
  const where = path ?? 'the ledger';
  if (code === 11 || code === 26)
    return new StoreFault('ledger_corrupt', `The ledger at ${where} is damaged or no database.`, error);
  const what = error instanceof Error ? error.message : String(error);
  return new StoreFault('ledger_failed', `The ledger at ${where} could not do it: ${what}.`, error);
}
