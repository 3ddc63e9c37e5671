import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopPostgres } from './start.ts';

/**
 * Runs once around all test files: names the folder in which the first test that needs a PostgreSQL starts
 * it, and ends it.
 *
 * @public vitest calls it.
 */
export default function setup(): () => Promise<void> {
  const folder = join(tmpdir(), `postgres-${randomBytes(6).toString('hex')}`);
  process.env['TEST_POSTGRES_FOLDER'] = folder;
  process.env['TEST_POSTGRES_OWNER'] = String(process.pid);
  return async () => {
    const pid = join(folder, 'pid');
    if (existsSync(pid)) await stopPostgres(Number(readFileSync(pid, 'utf8')));
    rmSync(folder, { recursive: true, force: true });
  };
}
