import type { Verification } from './verify.ts';
import type { CheckName } from './finding.ts';

/** What a check rests on: what was computed here anew, and whose word is taken for the rest; null for none. */
export interface Basis {
  readonly recomputed: string | null;
  readonly attested: string | null;
}

const texts: Readonly<Record<CheckName, Basis>> = {
  file: { recomputed: 'every line’s form', attested: null },
  signature: { recomputed: 'the Ed25519 signature', attested: null },
  hash: { recomputed: 'SHA-256 of the proposal’s bytes', attested: null },
  record: { recomputed: 'the digests of excerpts, runner’s events and record', attested: null },
  seal: { recomputed: 'that there is one verdict', attested: 'the verdict, by the App' },
  approvers: {
    recomputed: 'rule, distinct people, hash, times',
    attested: 'who commented when, and their role then, by the App',
  },
  order: {
    recomputed: 'the order of the entries',
    attested: 'that things happened as they were entered, by the App',
  },
  single_execution: {
    recomputed: 'that the chain holds one sending at most, for the approved action',
    attested: 'what was sent and answered, by the App',
  },
  read_back: {
    recomputed: 'that all fields were compared',
    attested: 'what GitHub showed then, by the App',
  },
  chain: { recomputed: 'every digest, link and number', attested: null },
  head: { recomputed: 'that the chain ends at the head', attested: 'the head, by the App’s signature' },
  publication: { recomputed: 'that what was told stands in the chain', attested: null },
  state: { recomputed: 'the state, by replaying the entries', attested: null },
};

/** On GitHub other witnesses speak than in an export. */
const onGitHub: Readonly<Partial<Record<CheckName, Basis>>> = {
  approvers: {
    recomputed: 'rule, distinct people, hash, times, the comments that are still there',
    attested: 'their role then, by the App; who commented, by GitHub',
  },
  head: {
    recomputed: 'that the chain ends at the head',
    attested: 'whose check run it is, by GitHub',
  },
  publication: {
    recomputed: 'the issue’s text, and that its comments name entries of the chain',
    attested: 'which comments are the App’s, by GitHub',
  },
};

/** What a check of a run from this source rests on. A seal that was recomputed rests on its key. */
export function basisOf(
  check: CheckName,
  { source, sealRecomputed }: Pick<Verification, 'source' | 'sealRecomputed'>,
): Basis {
  if (check === 'seal' && sealRecomputed)
    return { recomputed: 'the HMAC, and that there is one verdict', attested: null };
  return (source === 'github' ? onGitHub[check] : undefined) ?? texts[check];
}
