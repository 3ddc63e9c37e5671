import { canonical } from '../json/canonical.ts';
import type { JsonValue } from '../json/value.ts';
import type { Entry } from './entry.ts';

/** Entries as they leave the ledger: one a line, canonical JSON, without a line feed at the end. */
export function entryLines(entries: readonly Entry[]): string {
  // An entry is plain JSON by its type, which has no index signature; `canonical` throws if it is not.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return entries.map((entry) => canonical(entry as unknown as JsonValue)).join('\n');
}
