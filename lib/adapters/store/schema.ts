import type { Database } from './database.ts';
import { StoreFault } from './fault.ts';
import { countAt } from './row.ts';

/** `cntr` in ASCII: tells a ledger from any other SQLite file. */
const applicationId = 0x636e7472;

/**
 * Forward only, one transaction each; a migration that was released is never changed. SQL stores and
 * compares, the rules of states are elsewhere: `open` and `waiting` are computed by the writer.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE run (
    position INTEGER PRIMARY KEY,
    run TEXT NOT NULL UNIQUE,
    repository_id TEXT NOT NULL,
    installation TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL,
    record_digest TEXT NOT NULL,
    slot TEXT NOT NULL,
    origin TEXT NOT NULL,
    state TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1)),
    waiting INTEGER NOT NULL CHECK (waiting IN (0, 1)),
    issue_number INTEGER NOT NULL,
    issue_node_id TEXT NOT NULL,
    check_run_id TEXT,
    due_at INTEGER,
    entries INTEGER NOT NULL,
    head TEXT NOT NULL,
    published INTEGER NOT NULL DEFAULT 0 CHECK (published BETWEEN 0 AND entries),
    exported INTEGER NOT NULL DEFAULT 0 CHECK (exported BETWEEN 0 AND entries)
  ) STRICT;
  CREATE INDEX run_issue ON run (repository_id, issue_number);
  CREATE UNIQUE INDEX run_open_origin ON run (origin) WHERE open = 1;
  CREATE INDEX run_waiting ON run (slot) WHERE waiting = 1;
  CREATE INDEX run_due ON run (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX run_unpublished ON run (position) WHERE published < entries;
  CREATE INDEX run_unexported ON run (position) WHERE open = 0 AND published = entries AND exported < entries;
  CREATE INDEX run_open ON run (repository_id, position) WHERE open = 1;

  CREATE TABLE event (
    run TEXT NOT NULL REFERENCES run (run),
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE effect (
    repository_id TEXT NOT NULL,
    action_type TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    run TEXT NOT NULL REFERENCES run (run),
    PRIMARY KEY (repository_id, action_type, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX effect_run ON effect (run);

  CREATE TABLE inbox (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    meaning TEXT UNIQUE,
    name TEXT NOT NULL,
    installation TEXT NOT NULL,
    issue TEXT NOT NULL,
    payload TEXT,
    received_at INTEGER NOT NULL,
    outcome TEXT,
    CHECK ((outcome IS NULL) = (payload IS NOT NULL))
  ) STRICT;
  CREATE TABLE cursor (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX inbox_unsettled ON inbox (position) WHERE outcome IS NULL;
  CREATE INDEX inbox_issue ON inbox (issue, position) WHERE outcome IS NULL;
  CREATE INDEX inbox_spent ON inbox (position) WHERE outcome IS NOT NULL AND meaning IS NULL;
  `,
  `
  CREATE TABLE seal (
    position INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL,
    repository_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    verdict TEXT NOT NULL
  ) STRICT;
  CREATE INDEX seal_origin ON seal (origin);
  `,
  `
  CREATE TABLE acceptance (
    run TEXT PRIMARY KEY REFERENCES run (run),
    repository_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    starters TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX acceptance_at ON acceptance (repository_id, at);
  `,
];

/** The schema that this version writes. */
const schemaVersion = migrations.length;

/**
 * Brings a ledger up to this version's schema and answers with the numbers of the migrations that it took.
 * Refuses a newer one, and any other database.
 */
export function migrate(database: Database): readonly number[] {
  const found = foundVersion(database);
  for (const [index, sql] of migrations.entries()) {
    if (index < found) continue;
    database.transaction(() => {
      database.script(sql);
      database.script(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${index + 1};`);
    });
  }
  return migrations.map((_, index) => index + 1).slice(found);
}

/** Refuses to read a ledger whose schema is not exactly this version's: only the App migrates. */
export function requireCurrent(database: Database): void {
  const found = foundVersion(database);
  if (found === schemaVersion) return;
  const message = `The ledger has schema ${found}, this version reads ${schemaVersion}. Start the App of this version once, it brings the ledger up to date.`;
  throw new StoreFault('ledger_failed', message);
}

function foundVersion(database: Database): number {
  const version = countAt(database.one('PRAGMA user_version') ?? {}, 'user_version');
  const application = countAt(database.one('PRAGMA application_id') ?? {}, 'application_id');
  const tables = countAt(database.one('SELECT count(*) AS tables FROM sqlite_schema') ?? {}, 'tables');
  if (application !== (version === 0 ? 0 : applicationId) || (version === 0 && tables > 0))
    throw new StoreFault('ledger_foreign', 'The file is a database, and no ledger of Countersign.');
  if (version <= schemaVersion) return version;
  const message = `The ledger has schema ${version}, this version knows up to ${schemaVersion}. Start the newer Countersign that wrote it; there is no way back.`;
  throw new StoreFault('ledger_newer', message);
}
