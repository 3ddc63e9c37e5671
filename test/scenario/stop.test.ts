import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import type { Fault, FaultPlan } from '../github/fault.ts';
import { startAppProcess, type AppProcess } from '../support/app-process.ts';
import { startAppWorld, type AppWorld } from '../support/app-world.ts';
import { openPage, sealPage } from '../support/sealed-proposal.ts';
import { listsTickets, makesTicket, typesOf } from './house.ts';

const main = join(resolve(import.meta.dirname, '..', '..'), 'app', 'main.ts');
const repository = 'acme/payments';

/** GitHub, the App as a process of its own, and one proposal that waits. */
interface Place {
  readonly world: AppWorld;
  readonly number: number;
  readonly hash: string;
  process(): AppProcess;
  /** Starts the App again on the same ledger. */
  again(): Promise<void>;
  run(): Promise<StoredRun | null>;
  tickets(): number;
}

async function open(): Promise<Place> {
  const world = await startAppWorld({ installations: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stop-'));
  const started: AppProcess[] = [];
  const again = async (): Promise<void> => {
    const app = startAppProcess(main, world.environment(folder));
    started.push(app);
    world.github.world.listen('countersign', `${await app.listening}/api/github/webhooks`);
  };
  onTestFinished(async () => {
    for (const app of started) app.signal('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    await world.github.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await again();
  const page = await sealPage(world.github, {
    repository,
    actor: world.dana,
    title: 'Payments are down',
    bundle: 'incident-response',
    sealKey: world.sealKey,
  });
  const number = await openPage(world.github, repository, page);
  await expect
    .poll(() => world.github.world.checkRuns(repository).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  return {
    world,
    number,
    hash: page.hash,
    again,
    process: () => {
      const app = started.at(-1);
      if (app === undefined) throw new TypeError('one was started');
      return app;
    },
    run: async () => {
      const reader = await readSqliteLedger(join(folder, 'ledger.sqlite'));
      try {
        return await reader.byHash({ hash: page.hash });
      } finally {
        await reader.close();
      }
    },
    tickets: () =>
      world.github.world.issues(repository).filter(({ title }) => !title.startsWith('Countersign: ')).length,
  };
}

/** Stops it and says how it ended, and after how long. */
async function stop(app: AppProcess): Promise<{ readonly code: number | null; readonly ms: number }> {
  const before = performance.now();
  app.signal('SIGTERM');
  const { code } = await app.ended;
  return { code, ms: performance.now() - before };
}

/** Says yes, and waits until the App's request meets the fault. */
async function approveInto(place: Place, plan: FaultPlan): Promise<Fault> {
  const fault = place.world.github.fault(plan);
  await place.world.github.world.as('kim').comment(repository, place.number, `/approve ${place.hash}`);
  await fault.hit;
  return fault;
}

async function completed(place: Place): Promise<void> {
  await expect
    .poll(() => place.world.github.world.issue(repository, place.number).labels, { timeout: 20_000 })
    .toContain('countersign: done');
}

const creating: FaultPlan['match'] = makesTicket;

describe('SIGTERM', () => {
  it('ends an idle App with 0', { timeout: 60_000 }, async () => {
    const place = await open();
    expect((await stop(place.process())).code).toBe(0);
  });

  it(
    'ends it within 10 s while GitHub hangs on a read, and the approval is acted on after the next start',
    {
      timeout: 90_000,
    },
    async () => {
      const place = await open();
      await approveInto(place, {
        match: listsTickets,
        mode: 'hold',
      });
      const { code, ms } = await stop(place.process());
      expect(code).toBe(0);
      expect(ms).toBeLessThan(10_000);
      expect(typesOf(await place.run())).not.toContain('write.started');
      await place.again();
      await completed(place);
      expect(place.tickets()).toBe(1);
    },
  );

  it(
    'ends it within 10 s while GitHub hangs on the write, which is found after the next start and not sent again',
    {
      timeout: 90_000,
    },
    async () => {
      const place = await open();
      await approveInto(place, { match: creating, mode: 'hold' });
      const { code, ms } = await stop(place.process());
      expect(code).toBe(0);
      expect(ms).toBeLessThan(10_000);
      expect(typesOf(await place.run()).at(-1)).toBe('write.started');
      await place.again();
      await completed(place);
      expect(place.tickets()).toBe(1);
      expect(typesOf(await place.run())).toContain('write.found');
    },
  );

  it(
    'lets the answer to a write that is under way come in and be recorded',
    { timeout: 90_000 },
    async () => {
      const place = await open();
      const hold = await approveInto(place, { match: creating, mode: 'hold' });
      const stopping = stop(place.process());
      await expect.poll(() => fetchStatus(place), { timeout: 5000 }).toBe(503);
      hold.release();
      expect((await stopping).code).toBe(0);
      expect(typesOf(await place.run()).at(-1)).toBe('write.answered');
      await place.again();
      await completed(place);
      expect(place.tickets()).toBe(1);
    },
  );

  it(
    'WH-11: refuses webhooks with 503 while it ends; they are asked for by the next start',
    {
      timeout: 90_000,
    },
    async () => {
      const place = await open();
      const hold = await approveInto(place, { match: creating, mode: 'hold' });
      const stopping = stop(place.process());
      const { hooks } = place.world.github;
      const last = (): number => hooks.deliveries.at(-1)?.status ?? 0;
      await expect
        .poll(async () => {
          await place.world.github.world.as('ana').comment(repository, place.number, '/status');
          return last();
        })
        .toBe(503);
      hold.release();
      await stopping;
      await place.again();
      await expect
        .poll(() => hooks.deliveries.some(({ redelivery, status }) => redelivery && status === 202), {
          timeout: 20_000,
        })
        .toBe(true);
      await completed(place);
      expect(place.tickets()).toBe(1);
    },
  );

  it('said twice ends it at once', { timeout: 60_000 }, async () => {
    const place = await open();
    await approveInto(place, { match: creating, mode: 'hold' });
    const before = performance.now();
    place.process().signal('SIGTERM');
    await expect.poll(() => fetchStatus(place), { timeout: 5000 }).toBe(503);
    place.process().signal('SIGINT');
    const { code } = await place.process().ended;
    expect(code).toBe(1);
    expect(performance.now() - before).toBeLessThan(4000);
    await place.again();
    await completed(place);
    expect(place.tickets()).toBe(1);
  });
});

async function fetchStatus(place: Place): Promise<number> {
  const answer = await fetch(`${await place.process().listening}/healthz`);
  return answer.status;
}
