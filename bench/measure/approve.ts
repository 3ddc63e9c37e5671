import type { Measure } from '../measure.ts';
import { median } from '../statistics.ts';

const name = 'approve.toCompletedMs.p50';

/**
 * How long a maintainer waits. An absolute time, because the promise is one: hence the one measure that
 * another machine, or a busy one, answers otherwise. The second row tells how busy it was.
 */
export const approve: Measure = {
  names: [name],
  run: async ({ rounds, stage }) => {
    const runs = await stage.approvedRuns(rounds);
    const ms = runs.map((run) => run.approveToCompletedMs);
    return {
      load: `approve: webhook of /approve posted, to the ledger’s readback.equal by its own time; one App process, GitHub on loopback, no spacing of writes; wall time`,
      rows: [
        { what: '/approve to completed', unit: 'ms', iterations: 1, samples: ms },
        {
          what: 'the App without a processor',
          unit: 'ms',
          iterations: 1,
          samples: runs.map((run) => run.waitedMs),
        },
      ],
      findings: [
        // What is ours in the wait. Beside it stand GitHub's own answers and, in production, the spacing of writes.
        { name, value: median(ms), bound: 100, reason: 'whoever approves must not notice our own share' },
      ],
    };
  },
};
