import { StoreFault } from '../fault.ts';
import { countAt } from '../row.ts';
import type { PostgresDatabase, Session } from './database.ts';

/** Only one process at a time migrates: `cntr` in ASCII, as the key of an advisory lock. */
const migrationLock = 0x636e7472;

/**
 * Forward only, one transaction each; a migration that was released is never changed. The tables are those
 * of the SQLite ledger; a schema of their own keeps them apart from everything else in the database.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE countersign.run (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run text NOT NULL UNIQUE,
    repository_id text NOT NULL,
    installation text NOT NULL,
    hash text NOT NULL UNIQUE,
    record text NOT NULL,
    record_digest text NOT NULL,
    slot text NOT NULL,
    origin text NOT NULL,
    state text NOT NULL,
    open smallint NOT NULL CHECK (open IN (0, 1)),
    waiting smallint NOT NULL CHECK (waiting IN (0, 1)),
    issue_number bigint NOT NULL,
    issue_node_id text NOT NULL,
    check_run_id text,
    due_at bigint,
    entries bigint NOT NULL,
    head text NOT NULL,
    published bigint NOT NULL DEFAULT 0 CHECK (published BETWEEN 0 AND entries),
    exported bigint NOT NULL DEFAULT 0 CHECK (exported BETWEEN 0 AND entries)
  );
  CREATE INDEX run_issue ON countersign.run (repository_id, issue_number);
  CREATE UNIQUE INDEX run_open_origin ON countersign.run (origin) WHERE open = 1;
  CREATE INDEX run_waiting ON countersign.run (slot) WHERE waiting = 1;
  CREATE INDEX run_due ON countersign.run (due_at, position) WHERE due_at IS NOT NULL;
  CREATE INDEX run_unpublished ON countersign.run (position) WHERE published < entries;
  CREATE INDEX run_unexported ON countersign.run (position) WHERE open = 0 AND published = entries AND exported < entries;
  CREATE INDEX run_open ON countersign.run (repository_id COLLATE "C", position) WHERE open = 1;

  CREATE TABLE countersign.event (
    run text NOT NULL REFERENCES countersign.run (run),
    seq integer NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (run, seq)
  );

  CREATE TABLE countersign.effect (
    repository_id text NOT NULL,
    action_type text NOT NULL,
    idempotency_key text NOT NULL,
    run text NOT NULL REFERENCES countersign.run (run),
    PRIMARY KEY (repository_id, action_type, idempotency_key)
  );
  CREATE INDEX effect_run ON countersign.effect (run);

  CREATE TABLE countersign.inbox (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    meaning text UNIQUE,
    name text NOT NULL,
    installation text NOT NULL,
    issue text NOT NULL,
    payload text,
    received_at bigint NOT NULL,
    outcome text,
    CHECK ((outcome IS NULL) = (payload IS NOT NULL))
  );
  CREATE INDEX inbox_unsettled ON countersign.inbox (position) WHERE outcome IS NULL;
  CREATE INDEX inbox_issue ON countersign.inbox (issue, position) WHERE outcome IS NULL;
  CREATE INDEX inbox_spent ON countersign.inbox (position) WHERE outcome IS NOT NULL AND meaning IS NULL;

  CREATE TABLE countersign.cursor (name text PRIMARY KEY, value text NOT NULL);
  `,
  `
  CREATE TABLE countersign.seal (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token text NOT NULL UNIQUE,
    hash text NOT NULL UNIQUE,
    record text NOT NULL,
    repository_id text NOT NULL,
    origin text NOT NULL,
    verdict text NOT NULL
  );
  CREATE INDEX seal_origin ON countersign.seal (origin);
  `,
  `
  CREATE TABLE countersign.acceptance (
    run text PRIMARY KEY REFERENCES countersign.run (run),
    repository_id text NOT NULL,
    at bigint NOT NULL,
    starters text NOT NULL
  );
  CREATE INDEX acceptance_at ON countersign.acceptance (repository_id, at);
  `,
];

const schemaVersion = migrations.length;

/**
 * Brings a database up to this version's schema and answers with the numbers of the migrations that it
 * took. Refuses a newer one, and tables of another program under our name.
 */
export async function migratePostgres(
  database: PostgresDatabase,
  steps: readonly string[] = migrations,
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const [index, sql] of steps.entries()) {
    const isNew = await database.transaction(async (session) => {
      await session.one('SELECT pg_advisory_xact_lock($1)', migrationLock);
      const found = await foundVersion(session, steps.length);
      if (index < (found ?? 0)) return false;
      if (found === null)
        await session.executeSql(
          'CREATE SCHEMA IF NOT EXISTS countersign; CREATE TABLE countersign.migration (version integer PRIMARY KEY)',
        );
      await session.executeSql(sql);
      await session.run('INSERT INTO countersign.migration (version) VALUES ($1)', index + 1);
      return true;
    });
    if (isNew) taken.push(index + 1);
  }
  return taken;
}

/** Refuses a database whose schema is not exactly this version's: the App never migrates one that others share. */
export async function requireCurrent(database: PostgresDatabase): Promise<void> {
  const encoding = await database.one("SELECT current_setting('server_encoding') AS name");
  if (encoding?.['name'] !== 'UTF8')
    throw new StoreFault('ledger_failed', `The database at ${database.where} is not encoded in UTF8.`);
  const found = await foundVersion(database, schemaVersion);
  if (found === schemaVersion) return;
  if (found === null)
    throw new StoreFault(
      'ledger_missing',
      `There is no ledger in the database at ${database.where} yet. Run countersign migrate once.`,
    );
  const message = `The ledger at ${database.where} has schema ${found}, this version needs ${schemaVersion}. Stop every App that uses it and run countersign migrate.`;
  throw new StoreFault('ledger_older', message);
}

/** The schema's version; null where there is none yet. */
async function foundVersion(session: Session, known: number): Promise<number | null> {
  const there = await session.one(
    `SELECT to_regclass('countersign.migration') IS NOT NULL AS migrated,
            EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('countersign')) AS used`,
  );
  if (there?.['migrated'] !== true) {
    if (there?.['used'] !== true) return null;
    throw new StoreFault('ledger_foreign', 'The schema named countersign holds no ledger of Countersign.');
  }
  const row = await session.one('SELECT coalesce(max(version), 0) AS version FROM countersign.migration');
  const version = countAt(row ?? {}, 'version');
  if (version <= known) return version;
  const message = `The ledger has schema ${version}, this version knows up to ${known}. Start the newer Countersign that wrote it; there is no way back.`;
  throw new StoreFault('ledger_newer', message);
}
