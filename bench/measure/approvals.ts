import { join } from 'node:path';
import type { Measure } from '../measure.ts';
import { farAway } from '../stage/far-away.ts';
import { percentile } from '../stage/percentile.ts';
import { cpuMsOf } from '../stage/process-use.ts';
import { approve, completedAt, propose, until, type Proposed } from '../stage/proposals.ts';
import { createStage } from '../stage/stage.ts';

const installations = 20;

/** Approvals of each installation, one every so often, at the same moment as all others: the most to wait for. */
const rounds = 10;
const everyMs = 10_000;

const latencyMs = 200;

/** Nothing takes so long. */
const hangMs = 600_000;

/**
 * Approvals as production sees them: many installations, GitHub far away, the throttle on. In real time,
 * since the throttle's pauses are the process's own: two minutes and a half.
 */
export const approvals: Measure = {
  names: ['approvals.p95Ms', 'approvals.cpuMsEach'],
  run: async (setting) => {
    const stage = createStage({ installations });
    const world = await stage.world();
    const far = await farAway(world.github.url, latencyMs);
    try {
      const app = await stage.start(stage.appMain(), {
        GITHUB_API_URL: far.url,
        COUNTERSIGN_SPACING: 'on',
      });
      world.github.world.listen('countersign', `${app.url}/api/github/webhooks`);
      const proposals: (readonly Proposed[])[] = [];
      for (let round = 0; round < (setting.rounds ?? rounds); round += 1) {
        const opened = world.repositories.map((repository) => propose(world, repository, `flow-${round}`));
        proposals.push(await Promise.all(opened));
      }
      const all = proposals.flat();
      await until(world, all, 'awaiting_approval', hangMs);
      const before = cpuMsOf(app.pid);
      const startedAt = Date.now();
      const said: number[] = [];
      for (const [round, each] of proposals.entries()) {
        await stage.pause(Math.max(0, startedAt + round * everyMs - Date.now()));
        for (const proposed of each) said.push(approve(world, proposed));
      }
      await until(world, all, 'completed', hangMs);
      const cpuMs = (cpuMsOf(app.pid) - before) / all.length;
      const ended = await completedAt(join(app.folder, 'ledger.sqlite'), all);
      const took = ended.map((at, index) => at - (said[index] ?? 0));
      return {
        load: `approvals: ${all.length} of ${installations} installations, all of them at once every ${everyMs / 1000} s of real time; GitHub ${latencyMs} ms away, writes spaced as in production; wall time from /approve to the ledger’s readback.equal, and processor time of the App’s process, all threads, telling included`,
        rows: [
          { what: '/approve to completed', unit: 'ms', iterations: 1, samples: took },
          { what: 'processor time each', unit: 'ms', iterations: all.length, samples: [cpuMs] },
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
            value: cpuMs,
            bound: 10,
            reason: 'one small machine has to serve hundreds of approvals a minute',
          },
        ],
      };
    } finally {
      await far.close();
      await stage.close();
    }
  },
};
