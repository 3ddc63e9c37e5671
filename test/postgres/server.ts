import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from './start.ts';

/** An empty database on a real PostgreSQL. */
export interface TestDatabase {
  readonly url: string;
  /** Runs statements as somebody else could, past every check. */
  readonly query: (sql: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>;
  /** Ends every connection and takes the database away. */
  readonly drop: () => Promise<void>;
}

/**
 * A fresh database: on the server that TEST_DATABASE_URL names, else on one that the first caller of this
 * test run starts. Rejects where there is no PostgreSQL: a run without it proves nothing of it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `countersign_test_${randomBytes(6).toString('hex')}`;
  await statement(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return {
    url,
    query: (sql) => statement(url, sql),
    drop: async () => {
      await statement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function serverUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  const folder = process.env['TEST_POSTGRES_FOLDER'];
  if (folder === undefined) throw new Error('TEST_POSTGRES_FOLDER is unset: test/postgres/setup.ts sets it');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [answer, lock] = [join(folder, 'answer'), join(folder, 'lock')];
  if (isFirst(lock)) {
    try {
      const { url, pid } = await startPostgres(folder, Number(process.env['TEST_POSTGRES_OWNER']));
      writeFileSync(join(folder, 'pid'), String(pid));
      tell(answer, url);
    } catch (error) {
      tell(answer, `! ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  while (!existsSync(answer)) await pause(20);
  const text = readFileSync(answer, 'utf8');
  if (text.startsWith('! ')) throw new Error(text.slice(2));
  return text;
}

/** Test files run in processes of their own: whoever makes the folder starts the server. */
function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** All of the text is there at once, or nothing. */
function tell(path: string, text: string): void {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

async function statement(
  url: string,
  sql: string,
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Several statements have several results, which the types do not say; the last one counts.
    const results = [await client.query<Readonly<Record<string, unknown>>>(sql)].flat();
    return results.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
