import type { Digest } from '../json/digest.ts';
import { differencesOf } from '../proposal/difference.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { proposalDifferences } from './differences.ts';

/** The other proposal of a replacement. */
export interface Other {
  readonly hash: Digest;
  readonly issue: number;
  readonly proposal: Proposal;
}

/**
 * On the newer proposal's issue: which one it replaces, by which hash, and in which fields the two differ.
 * Whoever decided about the older one has decided nothing about this.
 */
export function renderReplacement(page: {
  readonly hash: Digest;
  readonly proposal: Proposal;
  readonly older: Other;
  readonly marker: string;
}): string {
  const { hash, proposal, older, marker } = page;
  return [
    `**This replaces the proposal in #${older.issue}**, of the same bundle and target, which can no longer be approved. Approvals given there count for nothing here.`,
    hashes(older.hash, hash),
    proposalDifferences(differencesOf(older.proposal, proposal)),
    marker,
  ].join('\n\n');
}

/** On the older proposal's issue, below its end: by what it was replaced. */
export function replacedBy(page: {
  readonly hash: Digest;
  readonly proposal: Proposal;
  readonly newer: Other;
}): readonly string[] {
  const { hash, proposal, newer } = page;
  return [hashes(hash, newer.hash), proposalDifferences(differencesOf(proposal, newer.proposal))];
}

function hashes(older: Digest, newer: Digest): string {
  return `Older hash: \`${older}\`\nNewer hash: \`${newer}\``;
}
