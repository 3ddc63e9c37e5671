import { readFileSync } from 'node:fs';

/**
 * For how long a process's main thread was ready and had no processor so far, in milliseconds: what a busy
 * machine took from it. Linux only.
 */
export function waitedMs(pid: number): number {
  const nanoseconds = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1];
  if (nanoseconds === undefined) throw new Error(`/proc/${pid}/schedstat does not tell how it waited`);
  return Number(nanoseconds) / 1_000_000;
}
