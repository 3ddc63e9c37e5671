/** Nothing is told before it is stored: judged at the very moment at which GitHub takes it. */
import { digestText } from '../../lib/core/json/digest.ts';
import type { World } from './world.ts';

/** Comments name the entry that they are about, check runs the head of the chain that they tell. */
export function toldMustBeStored(world: World, what: string, text: string): void {
  const digest = /countersign:about:v1 ([0-9a-f]{64}) -->$/.exec(text)?.[1] ?? headIn(text)?.digest;
  if (digest === undefined || digest === '') return;
  for (const { digests } of world.ledger.runs.values()) if (digests.includes(digest)) return;
  // An answer to what is no proposal is about the issue, and has no run.
  if (world.github.issues.some(({ nodeId }) => digestText(`intake ${nodeId}`) === digest)) return;
  world.witness.breaks.push(
    `told before stored: a ${what} tells of ${digest.slice(0, 8)}, which is in no run`,
  );
}

/** The head that a check run's text tells, from its signed line. */
export function headIn(text: string): { readonly count: number; readonly digest: string } | null {
  const match = /signed-(\d+)-([0-9a-f]{64})/.exec(text);
  return match === null ? null : { count: Number(match[1]), digest: match[2] ?? '' };
}
