/**
 * GitHub's answers, read member by member. Its objects hold much that is none of our business, so unknown
 * members are ignored; one of ours that is not what it must be makes the whole answer unreadable.
 */

/** An answer is not of the shape that GitHub describes. */
export class AnswerFault extends Error {
  override readonly name = 'AnswerFault';
}

/** An object's own members. */
export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AnswerFault();
  return Object.fromEntries(Object.entries(value));
}

/** A list of at most one page. */
export function listOf(value: unknown, maxItems: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > maxItems) throw new AnswerFault();
  return value;
}

/** A text of at most `maxLength` UTF-16 code units, without lone surrogates; empty where GitHub gives null or nothing. */
export function textOf(value: unknown, maxLength: number = 262_144): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string' || value.length > maxLength || !value.isWellFormed()) throw new AnswerFault();
  return value;
}

/** A name, a login, a node id, an address: never empty. */
export function nameOf(value: unknown): string {
  const text = textOf(value, 2048);
  if (text === '') throw new AnswerFault();
  return text;
}

/** A numeric id as a decimal string. Some clients read integers beyond 2^53−1 as bigint. */
export function idOf(value: unknown): string {
  if (typeof value === 'bigint' && value > 0n) return value.toString();
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value);
  throw new AnswerFault();
}

/** A count, or an issue's number. */
export function countOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new AnswerFault();
  return value;
}

/** Null where GitHub gives null or nothing. */
export function orNull<Value>(value: unknown, read: (value: unknown) => Value): Value | null {
  return value === null || value === undefined ? null : read(value);
}
