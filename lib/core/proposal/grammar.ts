import { isVisible } from '../evidence/visible.ts';
import { isDigest, type Digest } from '../json/digest.ts';
import { described, fault, list, pattern, schemaOf, text, type Shape } from '../json/shape.ts';
import { isJsonArray } from '../json/value.ts';
import { parseInstant } from '../time/instant.ts';

/** A numeric id of GitHub as a decimal string: ids pass 2^53, so they are never numbers. */
export const id: Shape<string> = pattern('a numeric id as a decimal string', /^[1-9][0-9]{0,19}$/);

/** The same as people write it into YAML: as a number, or as a text, which is exact whatever its size. */
export function writtenId(expected: string): Shape<string> {
  const decimal = pattern(expected, /^[1-9][0-9]{0,19}$/);
  return described(
    { type: ['integer', 'string'], pattern: '^[1-9][0-9]{0,19}$', minimum: 1 },
    (value, path) => decimal(typeof value === 'number' ? String(value) : value, path),
  );
}

export const digest: Shape<Digest> = text('64 lowercase hexadecimal digits', 64, isDigest);

/** A commit: SHA-1 or SHA-256, whole and in lower case. */
export const sha: Shape<string> = pattern(
  'a whole commit id in lowercase hexadecimal digits',
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
);

export const instant: Shape<string> = text(
  'an instant in UTC such as 2026-12-01T14:10:00Z',
  24,
  (written) => parseInstant(written).ok,
);

const ownerName = '[A-Za-z0-9][A-Za-z0-9_-]{0,38}';
const repositoryName = String.raw`(?!\.{1,2}(?:$|/))[A-Za-z0-9._-]{1,100}`;

/** `owner/name`. Managed users' names may hold an underscore. */
export const fullName: Shape<string> = pattern(
  'a repository as owner/name',
  new RegExp(`^${ownerName}/${repositoryName}$`),
);

/** An account's login, without the `[bot]` of an App's. */
export const loginPattern: RegExp = new RegExp(`^${ownerName}$`);

export const login: Shape<string> = pattern('a login', loginPattern);

const teamPattern = new RegExp(`^${ownerName}/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`);

export const team: Shape<string> = pattern('a team as org/slug', teamPattern);

/** The name of a built-in role, or of a custom one, which may hold blanks. */
export const roleName: Shape<string> = line('the name of a role', 64);

/** The name of an approval rule. */
export const ruleName: Shape<string> = pattern(
  'a rule’s name: letters, digits, dots, underscores and hyphens, at most 64',
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
);

/** The id of a bundle, which is also the name of its folder. */
export const bundleId: Shape<string> = pattern(
  'a bundle id: lowercase letters, digits and hyphens, at most 64',
  /^[a-z0-9][a-z0-9-]{0,63}$/,
);

/** The version of a bundle, as its author counts them. */
export const version: Shape<string> = pattern('a version such as 1.0.0', /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/);

/** A step of a bundle, an MCP server or one of its tools. MCP allows 128 of these characters in a tool's name. */
export const name: Shape<string> = pattern(
  'a name: letters, digits, dots, slashes, underscores and hyphens, at most 128',
  /^[A-Za-z0-9_][A-Za-z0-9._/-]{0,127}$/,
);

const workflowFile = new RegExp(
  `^${ownerName}/${repositoryName}/\\.github/workflows/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\\.ya?ml$`,
);

/** `owner/repo/.github/workflows/file.yml@refs/…`: the file has no `@`, so the first one ends it. */
export const workflowRef: Shape<string> = text(
  'a workflow such as owner/repo/.github/workflows/file.yml@refs/heads/main',
  512,
  (written) => {
    const at = written.indexOf('@');
    return at > 0 && workflowFile.test(written.slice(0, at)) && isGitRef(written.slice(at + 1));
  },
);

/** What `git check-ref-format` forbids in a branch or tag, as far as it could mislead a reader. */
export function isGitRef(ref: string): boolean {
  return (
    /^refs\/(?:heads|tags|pull)\/[^\s~^:?*[\\]{1,255}$/.test(ref) && !ref.includes('..') && isVisible(ref)
  );
}

/** One line of text that reads as it is: nothing invisible, no line end, no tab, no blank at either end. */
export function line(expected: string, maxLength: number): Shape<string> {
  return text(expected, maxLength, isPlainLine);
}

/** Whether a text is one visible line that is not blank and has no blank at either end. */
export function isPlainLine(written: string): boolean {
  return written !== '' && written.trim() === written && !/[\n\t]/.test(written) && isVisible(written);
}

/** A list in which nothing stands twice. */
export function distinct<Value extends string>(
  item: Shape<Value>,
  maxItems: number,
): Shape<readonly Value[]> {
  return distinctBy(item, maxItems, (value) => value);
}

/** The same for logins and labels, which GitHub tells apart without regard to case. */
export function distinctNames(item: Shape<string>, maxItems: number): Shape<readonly string[]> {
  return distinctBy(item, maxItems, (value) => value.toLowerCase());
}

/** A list with at least one item. */
export function nonEmpty<Value>(
  items: Shape<readonly Value[]>,
  expected = 'at least one',
): Shape<readonly Value[]> {
  return described({ ...schemaOf(items), minItems: 1 }, (value, path) =>
    isJsonArray(value) && value.length === 0 ? fault(path, expected) : items(value, path),
  );
}

function distinctBy<Value extends string>(
  item: Shape<Value>,
  maxItems: number,
  keyOf: (value: Value) => string,
): Shape<readonly Value[]> {
  const items = list(item, maxItems);
  return described({ ...schemaOf(items), uniqueItems: true }, (value, path) => {
    const read = items(value, path);
    return read.ok && new Set(read.value.map(keyOf)).size !== read.value.length
      ? fault(path, 'nothing twice')
      : read;
  });
}
