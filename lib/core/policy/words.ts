const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in the largest unit that it is a whole number of: `24 hours`, `7 days`. Whole minutes only. */
export function durationInWords(ms: number): string {
  // A day or two reads better in hours.
  if (ms % day === 0 && ms > 2 * day) return counted(ms / day, 'day');
  return ms % hour === 0 ? counted(ms / hour, 'hour') : counted(ms / minute, 'minute');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
