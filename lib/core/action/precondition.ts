import type { Digest } from '../json/digest.ts';
import { object, oneOf, text, type Shape, type ShapeFault } from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import { digest, isGitRef, isPlainLine, sha } from '../proposal/grammar.ts';
import { ok, refused, type Result } from '../result.ts';
import { issueNumber } from './input.ts';

/** A branch or tag by its whole name, and the commit that it leads to. */
export interface RefPin {
  /** `refs/heads/…` or `refs/tags/…`. */
  readonly name: string;
  readonly sha: string;
}

/** An issue of the target, its state, and the digest of its title and body together. */
export interface IssuePin {
  readonly number: number;
  readonly state: 'open' | 'closed';
  /** Of title, a line feed, body, as `digestIssue` takes it. */
  readonly digest: Digest;
}

/** A file at a ref, by the id of its bytes. */
export interface FilePin {
  readonly path: string;
  /** `refs/heads/…` or `refs/tags/…`. */
  readonly ref: string;
  readonly sha: string;
}

/** What must still hold of the target right before the write. At least one of the three is not null. */
export interface Precondition {
  readonly ref: RefPin | null;
  readonly issue: IssuePin | null;
  readonly file: FilePin | null;
}

/** A branch or tag by its whole name. */
export const wholeRef: Shape<string> = text(
  'a whole ref such as refs/heads/main',
  266,
  (written) => /^refs\/(?:heads|tags)\//.test(written) && isGitRef(written) && !isExpression(written),
);

/** Relative to the repository's root, and nothing that a revision expression would read as another place. */
const path: Shape<string> = text('a file’s path from the repository’s root', 1024, isFilePath);

const shapes: { readonly [Name in keyof Precondition]: Shape<NonNullable<Precondition[Name]>> } = {
  ref: object({ name: wholeRef, sha }),
  issue: object({ number: issueNumber, state: oneOf('open', 'closed'), digest }),
  file: object({ path, ref: wholeRef, sha }),
};

// The keys are those of the object above, which `Object.keys` does not say.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const names = Object.keys(shapes) as readonly (keyof Precondition)[];

/**
 * Reads a precondition as an action writes it: an object with any of `ref`, `issue` and `file`, at least
 * one, and nothing else. What is not asked for is left out; null is refused, so that one precondition
 * has one text. Lists every fault.
 */
export function parsePrecondition(
  written: JsonObject,
  at = 'action.precondition',
): Result<Precondition, readonly ShapeFault[]> {
  const present = names.filter((name) => Object.hasOwn(written, name));
  if (present.length === 0 && Object.keys(written).length === 0)
    return refused([{ path: at, expected: 'at least one of ref, issue and file' }]);
  const read = object(Object.fromEntries(present.map((name) => [name, shapes[name]])))(written, at);
  if (!read.ok) return read;
  // Exactly the members that are present were read, each by its own shape.
  return ok({ ref: null, issue: null, file: null, ...(read.value as Partial<Precondition>) });
}

/** The precondition of a checked action, or null. Throws a TypeError for one that was not checked. */
export function preconditionOf(action: { readonly precondition: JsonObject | null }): Precondition | null {
  if (action.precondition === null) return null;
  const read = parsePrecondition(action.precondition);
  if (!read.ok) throw new TypeError('precondition: the action was not checked');
  return read.value;
}

/** What git refuses in a ref's name, and what a revision expression could read as more than a name. */
function isExpression(written: string): boolean {
  return written.includes('@{') || /\/(?:\.|\/|$)|\.(?:$|lock(?:\/|$))/.test(written);
}

function isFilePath(written: string): boolean {
  return isPlainLine(written) && written.split('/').every((part) => part !== '' && !/^\.{1,2}$/.test(part));
}
