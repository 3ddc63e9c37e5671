import { Worker } from 'node:worker_threads';
import { nothing, sum, type Job, type Tally } from './job.ts';

/** The machine that this is meant for has two cores. */
const threads = 2;

/** Does jobs on threads of their own, a few at a time, and tells after each what came of all so far. */
export async function performAll(
  jobs: readonly Job[],
  tell: (sofar: Tally) => void = () => undefined,
): Promise<readonly Tally[]> {
  const done: Tally[] = [];
  let all = nothing;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < jobs.length) {
      const index = next;
      next += 1;
      const job = jobs[index];
      if (job === undefined) return;
      const tally = await performApart(job);
      done[index] = tally;
      all = sum(all, tally);
      tell(all);
    }
  };
  await Promise.all(Array.from({ length: threads }, lane));
  return done;
}

function performApart(job: Job): Promise<Tally> {
  return new Promise((resolve, reject) => {
    // None of the caller's own flags: what a test runner loads has no place here.
    const worker = new Worker(new URL('thread.ts', import.meta.url), { workerData: job, execArgv: [] });
    worker.once('message', (tally: Tally) => resolve(tally));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`chaos: a thread ended with ${code}`)));
  });
}

/** Splits a count into jobs of a bounded size. */
export function livesJobs(from: number, count: number, size: number): readonly Job[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    do: 'lives',
    from: from + index * size,
    count: Math.min(size, count - index * size),
    plant: null,
  }));
}
