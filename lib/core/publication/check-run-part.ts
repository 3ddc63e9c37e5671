import type { Digest } from '../json/digest.ts';
import { checkRunName } from './check-run.ts';
import { link } from './words.ts';

/** A run's entries stand in at most so many check runs: far more than the longest chain takes. */
export const maxParts = 64;

/** The name of the check run that continues an audit; the first part is the run's own. */
export function partName(number: number): string {
  return `${checkRunName} (audit ${number})`;
}

/** The external id of a part: the proposal's hash, and which part. */
export function partExternalId(hash: Digest, number: number): string {
  return number === 1 ? hash : `${hash}:${number}`;
}

/** The page of a part: it says nothing about the run but where that stands. */
export function renderPartPage(number: number, checkRunUrl: string): { title: string; summary: string } {
  return {
    title: `The audit goes on here (${number})`,
    summary: `A long run: its entries no longer fit into ${link('the check run that tells about it', checkRunUrl)}. Here is only what is left over for machines. This check run is no verdict.`,
  };
}
