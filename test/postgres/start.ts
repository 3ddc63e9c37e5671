import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** A real PostgreSQL of our own. `url` names its maintenance database. */
export interface RunningPostgres {
  readonly url: string;
  readonly pid: number;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Starts a PostgreSQL in a folder that is removed with it, on a free port of the loopback interface. Without
 * syncing to disk: what is tested is ours, and a test's data need not outlive the machine. It goes on until
 * `stopPostgres`, or until the process `owner` is gone.
 */
export async function startPostgres(folder: string, owner: number): Promise<RunningPostgres> {
  const bin = findPrograms();
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null;
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (account !== null) {
    chmodSync(folder, 0o755);
    chownSync(data, account.uid, account.gid);
  }
  const as = account === null ? {} : { uid: account.uid, gid: account.gid };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...as, cwd: data, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const log = join(folder, 'log');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await freePort();
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...as,
      cwd: data,
      detached: true,
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    });
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    if (await answers(server, url)) {
      const pid = server.pid ?? 0;
      server.unref();
      watch(owner, pid, folder);
      return { url, pid };
    }
  }
  throw new Error(`PostgreSQL does not start: ${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Ends the server at once; its data are thrown away. */
export async function stopPostgres(pid: number): Promise<void> {
  // SIGQUIT is PostgreSQL's immediate shutdown.
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await pause(20);
}

const settings: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'deadlock_timeout=200ms',
  'log_min_messages=fatal',
].flatMap((setting) => ['-c', setting]);

/** The folder of PostgreSQL's own programs. They lie outside the path where Debian installs them. */
function findPrograms(): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'postgres'));
  const found = onPath.find((program) => existsSync(program));
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(found === undefined ? [] : [dirname(realpathSync(found))]),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const bin = folders.find((folder) =>
    ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))),
  );
  if (bin !== undefined) return bin;
  throw new Error(
    'These tests need a real PostgreSQL: set TEST_DATABASE_URL to one whose user may create databases, or install its server (Debian, Ubuntu: apt-get install postgresql).',
  );
}

const debian = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root. */
function accountOf(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid = '', gid = ''] = line?.split(':') ?? [];
  if (uid === '') throw new Error(`PostgreSQL does not run as root, and there is no user ${name}.`);
  return { uid: Number(uid), gid: Number(gid) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Waits until the server takes connections; false when it ended instead (its port was taken). */
async function answers(server: ChildProcess, url: string): Promise<boolean> {
  for (let tries = 0; tries < 600 && server.exitCode === null && server.signalCode === null; tries += 1) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await pause(50);
    }
  }
  return false;
}

/** Ends the server when the process that wanted it is gone, however it went. */
function watch(owner: number, server: number, folder: string): void {
  const script =
    'while kill -0 "$1" 2>/dev/null && kill -0 "$2" 2>/dev/null; do sleep 1; done; kill -QUIT "$2" 2>/dev/null; sleep 1; rm -rf "$3"';
  spawn('/bin/sh', ['-c', script, 'watch', String(owner), String(server), folder], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
  }).unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
