/** One thread of the simulation. What stands in for a module must do so before the module is first loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { plantedModules } from '../../test/world/plants/names.ts';
import { substitute } from '../../test/world/substitute.ts';
import type { Job } from './job.ts';

const job: Job = workerData;
const planted = job.do === 'lives' && job.plant !== null ? plantedModules[job.plant] : {};
substitute({ 'lib/core/proposal/parse-record.ts': 'test/world/parse-once.ts', ...planted });
const { perform } = await import('./perform.ts');
// A thread's port has no origin; the rule means a browser's window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await perform(job));
