import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateLabel } from '../../lib/core/publication/label.ts';
import type { AppWorld } from '../../test/support/app-world.ts';
import type { Measure } from '../measure.ts';
import { approve, propose } from '../stage/proposals.ts';
import { residentMegabytes } from '../stage/resident.ts';
import { createStage } from '../stage/stage.ts';
import { median } from '../statistics.ts';

const name = 'memory.growth10k';

const installations = 20;

/** Batches of approvals; the App is weighed after each. */
const batches = 40;
const approvalsEach = 250;

const hangMs = 120_000;

/** Whether the App keeps something of each approval: its resident memory over 10,000 of them. Some ten minutes. */
export const growth: Measure = {
  names: [name],
  run: async (setting) => {
    const stage = createStage({ installations });
    // Syncing to a disk would take most of the time, and is nothing that this measures.
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'countersign-growth-'));
    try {
      const app = await stage.start(stage.appMain(), { COUNTERSIGN_DATA: folder });
      const world = await stage.world();
      world.github.world.listen('countersign', `${app.url}/api/github/webhooks`);
      const count = setting.rounds ?? batches;
      const weights: number[] = [];
      for (let batch = 0; batch < count; batch += 1) {
        await Promise.all(world.repositories.map((_, lane) => approveSome(world, lane, batch)));
        world.github.resetRequests();
        world.github.hooks.forget();
        weights.push(residentMegabytes(app.pid));
      }
      const quarter = Math.ceil(count / 4);
      const second = weights.slice(quarter, 2 * quarter);
      const last = weights.slice(-quarter);
      return {
        load: `memory: ${count * approvalsEach} proposals opened, approved and done on one App process, ${installations} at a time; resident memory after every ${approvalsEach}`,
        rows: [
          { what: 'second quarter', unit: 'MB', iterations: approvalsEach, samples: second },
          { what: 'last quarter', unit: 'MB', iterations: approvalsEach, samples: last },
        ],
        findings: [
          {
            name,
            value: median(last) / median(second),
            bound: 1.1,
            reason: 'nothing of an approval may stay in memory: the ledger has it',
          },
        ],
      };
    } finally {
      await stage.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** One installation's share of a batch, one after the other. */
async function approveSome(world: AppWorld, lane: number, batch: number): Promise<void> {
  const repository = world.repositories[lane] ?? '';
  const share = Math.floor((approvalsEach + lane) / installations);
  for (let count = 0; count < share; count += 1) {
    const one = await propose(world, repository, `flow-${batch}-${count}`);
    await labelled(world, one, stateLabel('awaiting_approval'));
    approve(world, one);
    await labelled(world, one, stateLabel('completed'));
  }
}

async function labelled(
  { github: { world } }: AppWorld,
  { repository, number }: { readonly repository: string; readonly number: number },
  label: string,
): Promise<void> {
  const limit = Date.now() + hangMs;
  while (!world.issue(repository, number).labels.includes(label)) {
    if (Date.now() > limit) throw new Error(`an issue never became ${label}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
