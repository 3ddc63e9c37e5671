/** Several App processes on one PostgreSQL, and every delivery handed to each of them at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratePostgresLedger, openPostgresLedger } from '../../lib/adapters/store/postgres/ledger.ts';
import { migrateWakes } from '../../lib/adapters/wakes/pg-boss-queue.ts';
import { stateLabel } from '../../lib/core/publication/label.ts';
import { copyBuiltApp, startAppProcess } from '../../test/support/app-process.ts';
import { startAppWorld, type AppWorld } from '../../test/support/app-world.ts';
import { openPage, sealPage } from '../../test/support/sealed-proposal.ts';
import type { World } from '../../test/github/world.ts';
import { createTestDatabase } from '../../test/postgres/server.ts';
import setUpPostgres from '../../test/postgres/setup.ts';
import { fanOut } from './fan-out.ts';
import { faultsOf, ticketsOf } from './kill-faults.ts';
import type { Story } from './stream.ts';

export interface ReplicaReport {
  readonly approvals: number;
  readonly tickets: number;
  /** Deliveries, each handed to both replicas. */
  readonly deliveries: number;
  /** How many claims each replica took that took any. */
  readonly claims: readonly number[];
  readonly faults: readonly string[];
}

/** Proposals under way at a time. */
const underWay = 12;

/** Nothing takes longer, on the slowest machine that runs the tests. */
const perProposalMs = 120_000;

/** Approves so many proposals before two replicas. The App must have been built, a test database be there. */
export async function replicaRun(
  approvals: number,
  log: (line: string) => void = () => undefined,
): Promise<ReplicaReport> {
  const built = copyBuiltApp();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-replicas-'));
  const database = await createTestDatabase();
  const world = await startAppWorld({ installations: 4 });
  await migratePostgresLedger(database.url);
  await migrateWakes(database.url);
  const environment = { ...world.environment(folder), DATABASE_URL: database.url };
  const apps = [startAppProcess(built.main, environment), startAppProcess(built.main, environment)];
  try {
    const urls = await Promise.all(apps.map(({ listening }) => listening));
    const hub = await fanOut(urls.map((url) => `${url}/api/github/webhooks`));
    world.github.world.listen('countersign', hub.url);
    const stories = await approveAll(world, approvals, log);
    // What is still on its way means nothing any more, but an App that stops would have to refuse it.
    await world.github.hooks.idle();
    for (const app of apps) app.signal('SIGTERM');
    const ends = await Promise.all(apps.map(({ ended }) => ended));
    await hub.close();
    const faults = ends
      .filter(({ code }) => code !== 0)
      .map(({ code, signal, stderr }) => `a replica ended with ${code ?? signal}: ${stderr}`);
    if (hub.counts.failures > 0) faults.push(`${hub.counts.failures} deliveries were not taken`);
    const seen = await look(world, database.url, stories);
    return {
      approvals,
      tickets: seen.tickets,
      deliveries: hub.counts.deliveries,
      claims: seen.claims,
      faults: [...faults, ...seen.faults],
    };
  } finally {
    for (const app of apps) app.signal('SIGKILL');
    await Promise.all(apps.map(({ ended }) => ended));
    await world.github.close();
    await database.drop();
    built.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function approveAll(
  world: AppWorld,
  approvals: number,
  log: (line: string) => void,
): Promise<readonly Story[]> {
  const stories: Story[] = [];
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun < approvals) {
      begun += 1;
      stories.push(await approveOne(world, begun));
      world.github.resetRequests();
      if (stories.length % 100 === 0) log(`${stories.length} approved`);
    }
  };
  await Promise.all(Array.from({ length: underWay }, one));
  return stories;
}

async function approveOne(world: AppWorld, count: number): Promise<Story> {
  const { github, repositories, dana, sealKey } = world;
  const repository = repositories[count % repositories.length] ?? '';
  const ticket = `Roll back payments ${count}`;
  const page = await sealPage(github, {
    repository,
    actor: dana,
    title: ticket,
    bundle: `flow-${count}`,
    sealKey,
  });
  const number = await openPage(github, repository, page);
  void github.world.as('kim').comment(repository, number, `/approve ${page.hash}`);
  const comments = github.world.comments(repository, number).filter(({ author }) => author === 'kim');
  const until = Date.now() + perProposalMs;
  while (!isTold(github.world, repository, number, page.hash) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 25));
  return {
    repository,
    number,
    hash: page.hash,
    ticket,
    deed: 'approve',
    comments: comments.map(({ id }) => id),
  };
}

/** The label comes first, the check run last. */
function isTold(world: World, repository: string, number: number, hash: string): boolean {
  if (!world.issue(repository, number).labels.includes(stateLabel('completed'))) return false;
  return world
    .checkRuns(repository)
    .some(({ externalId, conclusion }) => externalId === hash && conclusion === 'success');
}

async function look(
  { github: { world, violations } }: AppWorld,
  url: string,
  stories: readonly Story[],
): Promise<Pick<ReplicaReport, 'tickets' | 'claims' | 'faults'>> {
  const faults = violations.map(({ path, problems }) => `${path}: ${problems.join('; ')}`);
  const claims = new Map<string, number>();
  let tickets = 0;
  const ledger = await openPostgresLedger({ url });
  try {
    for (const story of stories) {
      const run = await ledger.byHash({ hash: story.hash });
      faults.push(...faultsOf(world, story, run).map((what) => `${story.ticket}: ${what}`));
      tickets += ticketsOf(world, story);
      for (const entry of run?.entries ?? []) {
        if (entry.type !== 'claim.taken') continue;
        claims.set(entry.data.worker, (claims.get(entry.data.worker) ?? 0) + 1);
      }
    }
  } finally {
    await ledger.close();
  }
  return { tickets, claims: [...claims.values()], faults };
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? '1000');
  const tearDown = setUpPostgres();
  const startedAt = performance.now();
  try {
    const { faults, ...figures } = await replicaRun(count, (line) => console.error(line));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(JSON.stringify({ ...figures, seconds }));
    for (const fault of faults) console.log(fault);
    process.exitCode = faults.length === 0 && figures.tickets === count ? 0 : 1;
  } finally {
    await tearDown();
  }
}
