import { formatSeconds, parseInstant } from '../time/instant.ts';

/** `a`, `a and b`, `a, b and c`: a list as people write it. */
export function inWords(items: readonly string[], conjunction: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  const before = items.slice(0, -1).join(', ');
  return before === '' ? last : `${before} ${conjunction} ${last}`;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** `one person`, `two people`, `12 people`. */
export function peopleInWords(count: number): string {
  return `${numbers[count] ?? String(count)} ${count === 1 ? 'person' : 'people'}`;
}

/** An instant to the minute, rounded down so that a deadline is never shown too late: `2026-12-01 14:10 UTC`. */
export function minuteInWords(instant: string): string {
  const read = parseInstant(instant);
  if (!read.ok) throw new TypeError('words: not an instant');
  return `${formatSeconds(read.value).slice(0, 16).replace('T', ' ')} UTC`;
}

/** A count with commas between its thousands: `1,902`. */
export function countInWords(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The first 8 digits of a digest, for recognition only: whoever compares needs all 64. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 8);
}
