import { join } from 'node:path';
import type { Measure, Setting } from '../measure.ts';
import { residentMegabytes } from '../stage/resident.ts';
import { medianRatio } from '../statistics.ts';

const name = 'memory.atRest.vsBareProbot';

/** Starts of each that count. */
const starts = 9;

/** A process has settled when it has listened for so long: its first sweeps are over after some 100 ms. */
const settleMs = 2000;

const bare = join(import.meta.dirname, '..', 'stage', 'bare-probot.js');

/** The App that nobody has used yet, as production runs it, beside Probot alone: what our code costs whoever hosts it. */
export const memory: Measure = {
  names: [name],
  run: async (setting) => {
    const app: number[] = [];
    const probot: number[] = [];
    for (let round = 0; round < (setting.rounds ?? starts); round += 1) {
      const order = round % 2 === 0 ? ['app', 'probot'] : ['probot', 'app'];
      for (const who of order) {
        if (who === 'app') app.push(await weigh(setting, setting.stage.appMain()));
        else probot.push(await weigh(setting, bare));
      }
    }
    return {
      load: `memory: emitted JavaScript, one process at a time, resident memory ${settleMs / 1000} s after it began to listen`,
      rows: [
        { what: 'the App at rest', unit: 'MB', iterations: 1, samples: app },
        { what: 'a bare Probot app', unit: 'MB', iterations: 1, samples: probot },
      ],
      findings: [
        // 12 MB above Probot's 82: ledger, requests and our modules. More would be something loaded before it is needed.
        {
          name,
          value: medianRatio(app, probot),
          bound: 1.15,
          reason: 'load what is rarely needed only then',
        },
      ],
    };
  },
};

async function weigh({ stage }: Setting, main: string): Promise<number> {
  const running = await stage.start(main);
  await stage.pause(settleMs);
  const megabytes = residentMegabytes(running.pid);
  await running.stop();
  return megabytes;
}
