import * as core from '@actions/core';
import { rm } from 'node:fs/promises';
import { endLeftBehind, endTimes } from '../lib/adapters/mcp-client/left-behind.ts';
import { readLeavings } from './leavings.ts';

// The Action's post step: takes away what the main step left where it was killed before it could. A program
// of its own, so that no state, however it was lost, makes it propose. It never fails the job.

try {
  await cleanUp(process.env['RUNNER_TEMP'] ?? '');
} catch {
  core.warning('What the step left behind could not be taken away. The runner ends its own orphans too.');
}

async function cleanUp(temp: string): Promise<void> {
  const left = readLeavings(temp);
  if (left === null) return core.info('Nothing to clean up: nothing was started.');
  const { found, living } = await endLeftBehind(left, endTimes);
  await rm(left.folder, { recursive: true, force: true });
  if (living > 0) core.warning(`${living} of ${found} processes of the evidence servers could not be ended.`);
  else if (found > 0)
    core.info(`Ended ${found} processes of the evidence servers that the step left behind.`);
  else core.info('Nothing was left behind.');
}
