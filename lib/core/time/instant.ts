import { ok, refused, type Result } from '../result.ts';

/** Milliseconds since 1970-01-01T00:00:00Z, without leap seconds. */
export type EpochMs = number;

const grammar = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$/;
const dayMs = 86_400_000;

/**
 * Reads an RFC 3339 instant in UTC, with whole seconds or milliseconds, from 1970 on. Offsets, leap
 * seconds and days that the month does not have are refused: V8 reads 2026-02-30 as 2 March, and an
 * expiry must not move.
 */
export function parseInstant(text: string): Result<EpochMs, 'instant_invalid'> {
  if (!grammar.test(text)) return refused('instant_invalid');
  const part = (start: number, end: number): number => Number(text.slice(start, end));
  const [year, month, day] = [part(0, 4), part(5, 7), part(8, 10)];
  if (year < 1970 || month < 1 || month > 12) return refused('instant_invalid');
  if (day < 1 || day > daysInMonth(year, month)) return refused('instant_invalid');
  const [hour, minute, second] = [part(11, 13), part(14, 16), part(17, 19)];
  if (hour > 23 || minute > 59 || second > 59) return refused('instant_invalid');
  // Without a fraction the slice is empty, and reads as 0.
  const ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + part(20, 23);
  return ok(daysSinceEpoch(year, month, day) * dayMs + ofDay);
}

/** Writes an instant with milliseconds, `2026-12-01T14:10:00.000Z`. Takes 1970 to 9999; throws a RangeError beyond. */
export function formatInstant(at: EpochMs): string {
  if (!Number.isSafeInteger(at) || at < 0 || at >= 253_402_300_800_000)
    throw new RangeError('instant out of range');
  const days = Math.floor(at / dayMs);
  const { year, month, day } = civil(days);
  const ofDay = at - days * dayMs;
  const clock = [
    Math.floor(ofDay / 3_600_000),
    Math.floor(ofDay / 60_000) % 60,
    Math.floor(ofDay / 1000) % 60,
  ];
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return `${date}T${clock.map((part) => pad(part, 2)).join(':')}.${pad(ofDay % 1000, 3)}Z`;
}

/** Writes an instant with whole seconds, rounded down, as GitHub does: `2026-12-01T14:10:00Z`. */
export function formatSeconds(at: EpochMs): string {
  return formatInstant(at).replace(/\.\d{3}Z$/, 'Z');
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days from 1970-01-01, counted in 400-year eras that start in March (the leap day then ends the year). */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civil(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
