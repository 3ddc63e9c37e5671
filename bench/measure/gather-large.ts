import { readFileSync } from 'node:fs';
import type { Measure } from '../measure.ts';
import { startAnsweringScene } from '../stage/action-scene.ts';
import { median } from '../statistics.ts';

const name = 'gather.tenMbMb';

const runs = 7;
const answerBytes = 10_000_000;

/** What a large answer costs a runner, which the servers need too: the Action's peak, from its start to the open issue. */
export const gatherLarge: Measure = {
  names: [name],
  run: async ({ rounds }) => {
    const peaks: number[] = [];
    for (let run = 0; run < (rounds ?? runs); run += 1) peaks.push(await peakOfOneRun());
    return {
      load: 'gather.tenMbMb: a tool answers with 10 MB of log lines; highest resident memory of the bundled Action, servers aside',
      rows: [{ what: 'the Action’s peak', unit: 'MB', iterations: 1, samples: peaks }],
      findings: [
        {
          name,
          value: median(peaks),
          // Node and the libraries take 110 MB; the answer is there twice, as it was sent and as it was read.
          bound: 150,
          reason: 'no whole copy of an answer beside those two',
        },
      ],
    };
  },
};

async function peakOfOneRun(): Promise<number> {
  const scene = await startAnsweringScene(answerBytes);
  try {
    let peak = 0;
    const result = await scene.start({ bundle: 'hostile' }, {}, (pid) => {
      const looking = setInterval(() => {
        const now = peakOf(pid);
        if (now === null) clearInterval(looking);
        else peak = now;
      }, 5);
    });
    if (result.code !== 0) throw new Error(`the Action did not propose: ${result.errors.join()}`);
    return peak;
  } finally {
    await scene.close();
  }
}

/** The kernel's own high-water mark, in megabytes; null when the process has ended. */
function peakOf(pid: number): number | null {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1_000_000;
  } catch {
    return null;
  }
}
