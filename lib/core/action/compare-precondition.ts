import type { Digest } from '../json/digest.ts';
import type { Precondition } from './precondition.ts';

/** What a precondition's subjects read as now. `null`: not asked for, or not there any more. */
export interface Observed {
  /** Numeric id of the repository that the asked name leads to now. */
  readonly repositoryId: string;
  /** The commit that the ref leads to. */
  readonly ref: { readonly sha: string } | null;
  readonly issue: { readonly state: 'open' | 'closed'; readonly digest: Digest } | null;
  readonly file: { readonly sha: string } | null;
  /**
   * Author, co-authors and committer of the commit that the precondition names, wherever the ref leads by now:
   * numeric ids, as far as GitHub knows their accounts. Null: no ref was asked for, or there is no such commit.
   */
  readonly authors: readonly string[] | null;
}

/** One field of a precondition that no longer holds: what was approved, and what is there; null: nothing. */
export interface PreconditionDifference {
  /** `ref.sha`, `issue.state`, `issue.digest` or `file.sha`. */
  readonly field: string;
  readonly expected: string;
  readonly observed: string | null;
}

/** What a precondition's comparison found. */
export interface PreconditionComparison {
  /** How many fields were compared. */
  readonly fields: number;
  /** Empty: all of it still holds. */
  readonly differing: readonly PreconditionDifference[];
}

/** Compares a precondition with what is there now, field by field. What is gone differs. */
export function comparePrecondition(
  { ref, issue, file }: Precondition,
  observed: Observed,
): PreconditionComparison {
  const all: readonly PreconditionDifference[] = [
    ...(ref === null ? [] : [field('ref.sha', ref.sha, observed.ref?.sha)]),
    ...(issue === null
      ? []
      : [
          field('issue.state', issue.state, observed.issue?.state),
          field('issue.digest', issue.digest, observed.issue?.digest),
        ]),
    ...(file === null ? [] : [field('file.sha', file.sha, observed.file?.sha)]),
  ];
  return {
    fields: all.length,
    differing: all.filter((one) => one.expected !== one.observed),
  };
}

function field(name: string, expected: string, observed: string | undefined): PreconditionDifference {
  return { field: name, expected, observed: observed ?? null };
}
