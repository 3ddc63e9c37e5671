import { canonical } from '../json/canonical.ts';
import { digestText, type Digest } from '../json/digest.ts';
import type { JsonObject } from '../json/value.ts';
import type { Proposal } from './proposal.ts';
import type { ProposalRecord } from './record.ts';

/** A proposal's canonical text: the bytes that are shown, hashed, approved and stored. */
export function writeProposal(proposal: Proposal): string {
  return canonical(asJson(proposal));
}

/** A record's canonical text: the bytes that are packed into the issue and sealed with the hash. */
export function writeRecord(record: ProposalRecord): string {
  return canonical(asJson(record));
}

/** The hash that people approve: SHA-256 of the proposal's canonical text, 64 lowercase digits. */
export function hashProposal(text: string): Digest {
  return digestText(text);
}

function asJson(document: Proposal | ProposalRecord): JsonObject {
  // Interfaces have no index signature, so the compiler can't see that these are plain JSON; `canonical` checks it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return document as unknown as JsonObject;
}
