import { entryText, type Entry } from './entry.ts';

/** Entries as they leave the ledger: one a line, canonical JSON, without a line feed at the end. */
export function entryLines(entries: readonly Entry[]): string {
  return entries.map(entryText).join('\n');
}
