import type { ArtifactFault, Artifacts, KeptFile } from '../core/port/artifacts.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import { artifactNameOf, runIdOf } from '../core/proposal/proposal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { observationsOf } from './gather-trace.ts';
import { frameOf, type Ingredients } from './propose-compose.ts';
import type { Keeping } from './propose-show.ts';

/** The artifact that holds the whole evidence, if there is one, and why there is none although one was wanted. */
export interface Kept {
  readonly artifact: Digest | null;
  readonly fault: ArtifactFault | null;
}

interface KeepPorts {
  readonly artifacts: Artifacts;
  readonly holdsCredential: (text: string) => boolean;
}

/** Stands for the digest of an artifact that is not there yet: whether the rest makes a proposal does not depend on it. */
export const anyDigest: Digest = digestText('');

/** Whether there is whole evidence to keep. */
export function isKept({ showing, gathered }: Ingredients): boolean {
  return showing === 'shown' && observationsOf(gathered.trace).length > 0;
}

/**
 * Keeps whole answers, without credentials, one file for each. Where it fails and need not be, the proposal goes on
 * without: its receipts then say that there is none.
 */
export async function keepEvidence(
  keeping: Exclude<Keeping, 'never'>,
  ingredients: Ingredients,
  { artifacts, holdsCredential }: KeepPorts,
  signal: AbortSignal,
): Promise<Result<Kept, RunnerFault>> {
  const files = filesOf(ingredients);
  // The same look that an issue gets before it is opened.
  const leaks = files.some(({ pieces }) => holdsCredentialIn(pieces(), holdsCredential));
  const kept: Result<Digest, ArtifactFault> = leaks
    ? refused({ kind: 'failed', what: 'an answer holds one of this job’s own credentials' })
    : await artifacts.keep({ name: artifactNameOf(runIdOf(frameOf(ingredients))), files, signal });
  if (signal.aborted) return refused(runnerFault('stopped', 'The job was stopped while it kept evidence.'));
  if (kept.ok) return ok({ artifact: kept.value, fault: null });
  if (keeping === 'auto') return ok({ artifact: null, fault: kept.fault });
  return refused(
    runnerFault('evidence_not_kept', `The whole evidence must be kept, and is not: ${kept.fault.what}.`),
  );
}

/** Longer than a credential, in any of its spellings. */
const maxCredential = 4096;

/** Looks at each piece and at each seam between two: as a whole the text would stand in memory once more. */
function holdsCredentialIn(pieces: Iterable<string>, holdsCredential: (text: string) => boolean): boolean {
  let before = '';
  for (const piece of pieces) {
    if (holdsCredential(piece) || holdsCredential(before + piece.slice(0, maxCredential))) return true;
    before = (piece.length < maxCredential ? before + piece : piece).slice(-maxCredential);
  }
  return false;
}

/** In the order of the receipts, which their numbers tell. */
function filesOf({ gathered }: Ingredients): readonly KeptFile[] {
  return observationsOf(gathered.trace).map(({ label, whole }, index) => ({
    name: `${String(index + 1).padStart(2, '0')}-${label.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.json`,
    pieces: whole,
  }));
}
