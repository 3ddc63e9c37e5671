import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Longest wait for another build: a cold one takes about 15 s on two busy cores. */
const waitMs = 180_000;

/**
 * Runs one build at a time on this checkout, over all processes. The lock is SQLite's lock on a file,
 * because the system releases it when its holder dies; a lock file would have to be judged stale.
 */
export async function alone<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`);
    lock.exec('BEGIN EXCLUSIVE');
    return await work();
  } finally {
    lock.close();
  }
}
