import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment body and the valid command in it, or null. */
export interface ApprovalVector {
  readonly id: string;
  readonly body: string | null;
  readonly expect: { readonly verb: string; readonly hash: string } | null;
  readonly why: string;
}

/** Why a body is no command: the code and the verb by which it is answered. */
export interface Answer {
  readonly code: string;
  readonly verb: string | null;
}

interface NearMissVectors {
  readonly nearMiss: ReadonlyArray<
    Answer & { readonly id: string; readonly body: string; readonly why: string }
  >;
  readonly none: ReadonlyArray<{ readonly id: string; readonly body: string; readonly why: string }>;
  readonly approval: Readonly<Record<string, Answer>>;
}

/** A comment as someone writes it who means a command. */
export interface HonestVector {
  readonly id: string;
  /** Where it was written. */
  readonly from: string;
  readonly body: string;
  readonly verb: string;
  /** Whether it counts at once. */
  readonly taken: boolean;
}

/** Read with `JSON.parse`: a body holds a lone surrogate, at which importers of JSON stop. */
function read(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'vectors', name), 'utf8');
}

const approvals: { readonly approval: readonly ApprovalVector[] } = JSON.parse(read('approval.json'));

export const approvalVectors: readonly ApprovalVector[] = approvals.approval;

export const nearMissVectors: NearMissVectors = JSON.parse(read('near-miss.json'));

const honest: { readonly honest: readonly HonestVector[] } = JSON.parse(read('honest.json'));

export const honestVectors: readonly HonestVector[] = honest.honest;
