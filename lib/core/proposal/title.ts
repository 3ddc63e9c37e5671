import type { ActionType } from '../action/type.ts';
import type { Digest } from '../json/digest.ts';
import type { Proposal } from './proposal.ts';
import { shortDigest } from './words.ts';

/**
 * The title: our own words, the bundle's id (a grammar of its own), and 8 digits to recognise it
 * by. Nothing that a tool or a person wrote can get in.
 */
export function renderTitle(type: ActionType, proposal: Proposal, hash: Digest): string {
  return `Countersign: ${type.title} (${proposal.bundle?.id ?? 'agent'}, ${shortDigest(hash)})`;
}
