import type { JsonObject } from '../json/value.ts';
import type { Head } from './entry.ts';

/** The document that the App signs when it publishes where a run's chain ends. */
export function headDocument(run: string, head: Head): JsonObject & { readonly kind: 'countersign/head@1' } {
  return { kind: 'countersign/head@1', run, count: head.count, digest: head.digest };
}
