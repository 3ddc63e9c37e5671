import { join } from 'node:path';
import type { Measure } from '../measure.ts';
import { percentile } from '../stage/percentile.ts';
import { createStage } from '../stage/stage.ts';
import { approvalDeliveries } from '../stage/webhooks.ts';
import { median, medianRatio } from '../statistics.ts';

const bare = join(import.meta.dirname, '..', 'stage', 'bare-probot-row.js');

/** Rounds that count, of both sides each, and those before in which code is compiled. */
const rounds = 9;
const warmUps = 2;

const deliveries = 400;

/** As many are under way at a time. */
const atOnce = 4;

/** How soon GitHub hears that a delivery is safe, while more of them come and the App works on those before. */
export const webhook: Measure = {
  names: ['webhook.p99.vsBareProbot', 'webhook.p99Ms'],
  run: async (setting) => {
    const stage = createStage();
    try {
      const webhooks = await approvalDeliveries(await stage.world());
      const sides = [await stage.start(stage.appMain()), await stage.start(bare)] as const;
      const [app, probot]: readonly [number[], number[]] = [[], []];
      for (let round = -warmUps; round < (setting.rounds ?? rounds); round += 1) {
        const order = round % 2 === 0 ? [0, 1] : [1, 0];
        for (const side of order) {
          const p99 = percentile(await load(() => webhooks.post(sides[side]?.url ?? '')), 99);
          if (round >= 0) (side === 0 ? app : probot).push(p99);
          // What the App still has to do must not fall into the other one's turn.
          await stage.pause(300);
        }
      }
      webhooks.close();
      return {
        load: `webhook: ${deliveries} signed deliveries of /approve (18 kB) a round, ${atOnce} at once, until answered; each side stores the same row, synced to disk, before it answers; the App then works on it; wall time`,
        rows: [
          { what: 'p99, the App', unit: 'ms', iterations: deliveries, samples: app },
          { what: 'p99, a bare Probot app', unit: 'ms', iterations: deliveries, samples: probot },
        ],
        findings: [
          {
            name: 'webhook.p99.vsBareProbot',
            value: medianRatio(app, probot),
            bound: 1.2,
            reason: 'what the App does for a delivery must not keep the next one waiting',
          },
          {
            name: 'webhook.p99Ms',
            value: median(app),
            bound: 50,
            reason: 'GitHub waits ten seconds, and a person less',
          },
        ],
      };
    } finally {
      await stage.close();
    }
  },
};

async function load(post: () => Promise<number>): Promise<readonly number[]> {
  const took: number[] = [];
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun < deliveries) {
      begun += 1;
      took.push(await post());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return took;
}
