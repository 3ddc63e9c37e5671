import { join } from 'node:path';
import type { AppWorld } from '../../test/support/app-world.ts';
import type { Measure } from '../measure.ts';
import { farAway, type FarAway } from '../stage/far-away.ts';
import { percentile } from '../stage/percentile.ts';
import { cpuMsOf } from '../stage/process-use.ts';
import { approve, completedAt, propose, until, type Proposed } from '../stage/proposals.ts';
import { createStage, type Running, type Stage } from '../stage/stage.ts';

const bare = join(import.meta.dirname, '..', 'stage', 'bare-approvals.js');

const installations = 20;

/** Approvals of each installation, one every so often, at the same moment as all others: the most to wait for. */
const rounds = 10;
const everyMs = 10_000;

const latencyMs = 200;

/** Nothing takes so long. */
const hangMs = 600_000;

/** One contestant before a GitHub of its own, and what it has to approve, by round. */
interface Side {
  readonly world: AppWorld;
  readonly running: Running;
  readonly proposals: ReadonlyArray<readonly Proposed[]>;
}

/**
 * Approvals as production sees them: many installations, GitHub far away, the throttle on. In real time,
 * since the throttle's pauses are the process's own: three minutes. Beside the App, in the other half of
 * each pause, a program that sends and stores as much and decides nothing: what these requests, deliveries
 * and synced writes cost on this machine whoever makes them.
 */
export const approvals: Measure = {
  names: ['approvals.p95Ms', 'approvals.cpuMsEach', 'approvals.cpu.vsBareTraffic'],
  run: async (setting) => {
    const [ours, theirs] = [createStage({ installations }), createStage({ installations })];
    const fars: FarAway[] = [];
    try {
      const count = setting.rounds ?? rounds;
      const { url } = await distant(ours, fars);
      const app = await takeIn(ours, count, { GITHUB_API_URL: url, COUNTERSIGN_SPACING: 'on' });
      const other = await bareSide(theirs, count, await distant(theirs, fars));
      const { said, own, floor } = await play(ours, app, other);
      const all = app.proposals.flat();
      const ended = await completedAt(join(app.running.folder, 'ledger.sqlite'), all);
      const took = ended.map((at, index) => at - (said[index] ?? 0));
      return {
        load: `approvals: ${all.length} of ${installations} installations, all of them at once every ${everyMs / 1000} s of real time; GitHub ${latencyMs} ms away, writes spaced as in production; wall time from /approve to the ledger’s readback.equal, and processor time of the process, all threads, telling included; half a pause later the same number by a program that sends and stores as much and decides nothing`,
        rows: [
          { what: '/approve to completed', unit: 'ms', iterations: 1, samples: took },
          { what: 'processor time each', unit: 'ms', iterations: all.length, samples: [own] },
          {
            what: 'the same traffic alone',
            unit: 'ms',
            iterations: all.length,
            samples: [floor],
          },
        ],
        findings: [
          {
            name: 'approvals.p95Ms',
            value: percentile(took, 95),
            bound: 8000,
            reason: 'whoever approves waits for the throttle’s pauses, and not for other installations',
          },
          {
            name: 'approvals.cpuMsEach',
            value: own,
            bound: 10,
            reason: 'one small machine has to serve hundreds of approvals a minute',
          },
          {
            name: 'approvals.cpu.vsBareTraffic',
            value: own / floor,
            bound: 2.2,
            reason: 'deciding, proving and telling costs about what the traffic costs, on any machine',
          },
        ],
      };
    } finally {
      for (const far of fars) await far.close();
      await ours.close();
      await theirs.close();
    }
  },
};

/** Both in turn, half a pause apart. Answers when each approval of the App's was said, and what one cost each side, in ms. */
async function play(
  stage: Stage,
  app: Side,
  other: Side,
): Promise<{ readonly said: readonly number[]; readonly own: number; readonly floor: number }> {
  const [ownBefore, floorBefore] = [cpuMsOf(app.running.pid), cpuMsOf(other.running.pid)];
  const startedAt = Date.now();
  const said: number[] = [];
  for (let half = 0; half < 2 * app.proposals.length; half += 1) {
    await stage.pause(Math.max(0, startedAt + (half * everyMs) / 2 - Date.now()));
    const side = half % 2 === 0 ? app : other;
    for (const proposed of side.proposals[Math.floor(half / 2)] ?? []) {
      const at = approve(side.world, proposed);
      if (side === app) said.push(at);
    }
  }
  for (const { world, proposals } of [app, other]) await until(world, proposals.flat(), 'completed', hangMs);
  return {
    said,
    own: (cpuMsOf(app.running.pid) - ownBefore) / said.length,
    floor: (cpuMsOf(other.running.pid) - floorBefore) / said.length,
  };
}

/** An App with these settings that has taken in its proposals. */
async function takeIn(
  stage: Stage,
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<Side> {
  const world = await stage.world();
  const running = await stage.start(stage.appMain(), settings);
  listen(world, running);
  const proposals: (readonly Proposed[])[] = [];
  for (let round = 0; round < count; round += 1) {
    const opened = world.repositories.map((repository) => propose(world, repository, `flow-${round}`));
    proposals.push(await Promise.all(opened));
  }
  await until(world, proposals.flat(), 'awaiting_approval', hangMs);
  return { world, running, proposals };
}

/** The bare program in the place of an App that took its proposals in. */
async function bareSide(stage: Stage, count: number, far: FarAway): Promise<Side> {
  const { world, running: taker, proposals } = await takeIn(stage, count, {});
  await taker.stop();
  const known = proposals.flat().map(({ repository, number, hash }) => {
    const checkRun = world.github.world.checkRuns(repository).find((one) => one.externalId === hash)?.id;
    return [`${repository}#${number}`, { hash, checkRun }];
  });
  const running = await stage.start(bare, {
    GITHUB_API_URL: far.url,
    BARE_PROPOSALS: JSON.stringify(known),
  });
  listen(world, running);
  return { world, running, proposals };
}

async function distant(stage: Stage, fars: FarAway[]): Promise<FarAway> {
  const far = await farAway((await stage.world()).github.url, latencyMs);
  fars.push(far);
  return far;
}

function listen({ github }: AppWorld, { url }: Running): void {
  github.world.listen('countersign', `${url}/api/github/webhooks`);
}
