import { readFileSync } from 'node:fs';

/** Resident memory of a process in megabytes (10^6 bytes), pages shared with others included. Linux only. */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error(`/proc/${pid}/status does not tell its memory`);
  return (Number(kibibytes) * 1024) / 1_000_000;
}
