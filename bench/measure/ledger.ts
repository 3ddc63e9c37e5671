import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../measure.ts';
import { makeLedger } from '../stage/big-ledger.ts';
import { approve, completedAt, propose, until } from '../stage/proposals.ts';
import { createStage } from '../stage/stage.ts';
import { medianRatio } from '../statistics.ts';

/** Runs in the ledgers that are compared. The last one takes a minute to make, and 2 GB for as long as it is used. */
const sizes = [1e3, 1e5, 1e6] as const;

const rounds = 41;
const warmUps = 5;

const hangMs = 60_000;

/** One approval after the other, on three Apps whose ledgers hold so many runs already. */
export const ledger: Measure = {
  names: ['ledger.approve.1e5.vs1e3', 'ledger.approve.1e6.vs1e3'],
  run: async (setting) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-ledgers-'));
    const stages = sizes.map(() => createStage());
    try {
      const apps = [];
      for (const [index, stage] of stages.entries()) {
        const own = join(folder, String(sizes[index]));
        await makeLedger(join(own, 'ledger.sqlite'), sizes[index] ?? 0);
        const app = await stage.start(stage.appMain(), { COUNTERSIGN_DATA: own });
        const world = await stage.world();
        world.github.world.listen('countersign', `${app.url}/api/github/webhooks`);
        apps.push({ world, path: join(own, 'ledger.sqlite'), samples: new Array<number>() });
      }
      for (let round = -warmUps; round < (setting.rounds ?? rounds); round += 1) {
        const first = (round + warmUps) % apps.length;
        for (const { world, path, samples } of [...apps.slice(first), ...apps.slice(0, first)]) {
          const proposed = await propose(world, world.repositories[0] ?? '', `flow-${round}`);
          await until(world, [proposed], 'awaiting_approval', hangMs);
          const said = approve(world, proposed);
          await until(world, [proposed], 'completed', hangMs);
          const [at = Number.NaN] = await completedAt(path, [proposed]);
          if (round >= 0) samples.push(at - said);
        }
      }
      const [least, ...bigger] = apps.map(({ samples }) => samples);
      return {
        load: `ledger: approvals one by one on three App processes side by side, their ledgers holding 10³, 10⁵ and 10⁶ ended runs; /approve said, to the ledger’s readback.equal; GitHub on loopback, no spacing; wall time`,
        rows: apps.map(({ samples }, index) => ({
          what: `with ${sizes[index] ?? 0} runs in the ledger`,
          unit: 'ms',
          iterations: 1,
          samples,
        })),
        findings: bigger.map((samples, index) => ({
          name: ['ledger.approve.1e5.vs1e3', 'ledger.approve.1e6.vs1e3'][index] ?? '',
          value: medianRatio(samples, least ?? []),
          bound: 1.2,
          reason: 'every question goes through an index of its own; years of runs must not be felt',
        })),
      };
    } finally {
      for (const stage of stages) await stage.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
