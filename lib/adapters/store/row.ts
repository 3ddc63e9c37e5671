import type { Row } from './database.ts';
import { StoreFault } from './fault.ts';

/** A column's text. The row was written by us: anything else is damage, never a default. */
export function textAt(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw damaged(column);
  return value;
}

/** A column's text or null. */
export function textOrNullAt(row: Row, column: string): string | null {
  return row[column] === null ? null : textAt(row, column);
}

/** A column's integer, zero or more. */
export function countAt(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw damaged(column);
  return value;
}

function damaged(column: string): StoreFault {
  return new StoreFault('ledger_corrupt', `The ledger holds something unreadable in its column ${column}.`);
}

/** The numeric ids of whoever started a run, which stand with blanks between them. */
export function startersAt(row: Row): readonly string[] {
  return textAt(row, 'starters')
    .split(' ')
    .filter((id) => id !== '');
}
