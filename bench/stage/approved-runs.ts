/** Proposals that kim approves, one after the other, and what each cost. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import type { FakeGitHub } from '../../test/github/fake.ts';
import type { AppWorld } from '../../test/support/app-world.ts';
import { openPage, sealPage } from '../../test/support/sealed-proposal.ts';
import type { Running } from './stage.ts';
import { waitedMs } from './waited.ts';

/** What one approved run took, from the opened proposal to its closed issue. */
export interface ApprovedRun {
  /** Requests of the App as its installation, the installation's token aside. */
  readonly requests: number;
  /** Those of them that made something. */
  readonly creating: number;
  /** From the moment the webhook of `/approve` was posted to the time of the ledger's `readback.equal`. */
  readonly approveToCompletedMs: number;
  /** For how long the App was without a processor from then on until all was told: the machine's doing. */
  readonly waitedMs: number;
}

/** A run that takes longer hangs. */
const hangMs = 20_000;

/** How often the ledger is looked at, read-only: seldom enough to leave the App its processor. */
const lookMs = 25;

/** How long nothing must be asked of GitHub before a run counts as over. */
const quietMs = 100;

/** Plays so many runs on one App process. Rejects when one of them does not come to its end. */
export async function playApprovedRuns(
  world: AppWorld,
  app: Running,
  count: number,
): Promise<readonly ApprovedRun[]> {
  world.github.world.listen('countersign', `${app.url}/api/github/webhooks`);
  const reader = await readSqliteLedger(join(app.folder, 'ledger.sqlite'));
  const played: ApprovedRun[] = [];
  try {
    for (let index = 0; index < count; index += 1)
      played.push(await playOne(world, index, app.pid, (hash) => reader.byHash({ hash })));
  } finally {
    await reader.close();
  }
  return played;
}

type Read = (hash: string) => Promise<StoredRun | null>;

async function playOne(world: AppWorld, index: number, pid: number, read: Read): Promise<ApprovedRun> {
  const { github, sealKey } = world;
  const [repository = ''] = world.repositories;
  const wish = {
    repository,
    actor: world.dana,
    title: `payments: 5xx (${index})`,
    bundle: 'incident-response',
    sealKey,
  };
  const page = await sealPage(github, wish);
  github.resetRequests();
  const number = await openPage(github, repository, page);
  await until(async () => {
    const run = await read(page.hash);
    return run !== null && run.published > 0 && run.published === run.entries.length;
  });
  await quiet(github);

  // The comment is made first and its webhook kept back, so that GitHub's own work on it is not in the time.
  const kept = github.hooks.hold({ event: 'issue_comment', action: 'created' });
  await github.world.as('kim').comment(repository, number, `/approve ${page.hash}`);
  kept.remove();
  const waitedBefore = waitedMs(pid);
  const postedAt = Date.now();
  await github.hooks.release();

  const run = await until(async () => {
    const now = await read(page.hash);
    return now !== null && isTold(now) ? now : false;
  });
  const waited = waitedMs(pid) - waitedBefore;
  await quiet(github);
  const completed = run.entries.find(({ type }) => type === 'readback.equal');
  if (completed === undefined)
    throw new Error(`run ${index} ended with ${run.entries.at(-1)?.type ?? 'nothing'}`);
  const asked = github.requests.filter(
    ({ actor, route }) => actor === 'countersign[bot]' && !route.endsWith('/access_tokens'),
  );
  return {
    requests: asked.length,
    creating: asked.filter(({ creates }) => creates).length,
    approveToCompletedMs: Date.parse(completed.at) - postedAt,
    waitedMs: waited,
  };
}

/** Whether everything that followed from the approval is done and told. */
function isTold({ entries, published }: StoredRun): boolean {
  const ended = entries.some(({ type }) => type === 'readback.equal' || type === 'command.refused');
  return ended && published === entries.length;
}

async function until<Value>(look: () => Promise<Value | false>): Promise<Value> {
  const longest = Date.now() + hangMs;
  for (;;) {
    const value = await look();
    if (value !== false) return value;
    if (Date.now() > longest) throw new Error('the App did not come to the end of a run');
    await sleep(lookMs);
  }
}

async function quiet(github: FakeGitHub): Promise<void> {
  for (let before = -1; before !== github.requests.length;) {
    before = github.requests.length;
    await sleep(quietMs);
  }
}
