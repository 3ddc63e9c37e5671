/** How pg-boss is set up. The package is loaded when it is opened, not before. */
import type { ConstructorOptions, PgBoss } from 'pg-boss';

/** The one queue: issues to look at. */
export const queue = 'issues';

/** pg-boss's tables, apart from the ledger's. */
const schema = 'countersign_wakes';

/**
 * `stately`: one job of an issue waits, one is worked on, one waits to be tried again. (`exclusive` drops
 * the hint that comes while an issue is worked on, and with it what that hint tells of.)
 */
const policy = 'stately';

const settings = {
  // Longer than any work: a slot of the client's throttle may be minutes away, and a look takes one.
  expireInSeconds: 3600,
  // The shortest that pg-boss takes: so soon is a dead process's job handed to another.
  heartbeatSeconds: 10,
  // For ever, at most a minute apart.
  retryLimit: 2_147_483_647,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  // What is done is of no use: the ledger knows it.
  deleteAfterSeconds: 60,
} as const;

/** Opens what `migrateWakes` made. Rejects when the database does not answer or was not migrated. */
export async function openBoss(url: string, failed: (error: unknown) => void): Promise<PgBoss> {
  const boss = await create(url, {
    migrate: false,
    // Missed heartbeats are looked for as often as hints can wait for them.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', failed);
  try {
    await boss.start();
    if ((await boss.getQueue(queue)) === null) throw new Error('there is no queue');
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`The hints in PostgreSQL cannot be used: ${what}. Run countersign migrate.`, {
      cause: error,
    });
  }
}

/** Brings pg-boss's own tables, and our queue in them, up to this version. Answers with its schema's version. */
export async function migrateWakes(url: string): Promise<number> {
  const boss = await create(url, { migrate: true, supervise: false });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  try {
    await boss.start();
    if ((await boss.getQueue(queue)) === null) await boss.createQueue(queue, { ...settings, policy });
    else await boss.updateQueue(queue, settings);
    const version = await boss.schemaVersion();
    if (failures.length > 0 || version === null)
      throw new Error('The tables of the hints could not be migrated.', { cause: failures[0] });
    return version;
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function create(url: string, options: ConstructorOptions): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  return new Boss({
    connectionString: url,
    schema,
    max: 4,
    connectionTimeoutMillis: 5000,
    application_name: 'countersign wakes',
    schedule: false,
    registerInstance: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
    ...options,
  });
}
