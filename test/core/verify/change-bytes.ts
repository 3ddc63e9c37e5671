/** Changes bytes of an export in turn, on a thread of its own: ten thousand verifications, outside the runner's measuring. */
import { parentPort, workerData } from 'node:worker_threads';
import { nobody, trusted, verify } from './support.ts';

/** Which bits to change, at every how many bytes, and whether the App's key is known. */
export interface ByteOrder {
  readonly text: string;
  readonly bits: readonly number[];
  readonly step: number;
  readonly known: boolean;
}

// The test beside this file is the only one that starts it.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const { text, bits, step, known } = workerData as ByteOrder;
const bytes = Buffer.from(text, 'utf8');
const missed: string[] = [];
let tried = 0;
for (let at = 0; at < bytes.length; at += step) {
  const byte = bytes[at] ?? 0;
  for (const change of bits) {
    bytes[at] = byte ^ change;
    tried += 1;
    if (verify(bytes, known ? trusted : nobody).answer !== 'fail') missed.push(`${at} ${change}`);
  }
  bytes[at] = byte;
}
// A thread's port has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage({ tried, missed });
