import type { Entry } from '../core/audit/entry.ts';
import type { Account, Source } from '../core/run/event.ts';

/** What a person said that an entry tells of: where, and who; null for an entry that tells of something else. */
export function saidIn({ data }: Entry): { readonly source: Source; readonly by: Account } | null {
  if (!('by' in data) || !('source' in data)) return null;
  return { source: data.source, by: data.by };
}

/** Whether an entry was made from this delivery. */
export function isFrom(entry: Entry, delivery: string): boolean {
  return saidIn(entry)?.source.delivery === delivery;
}

/** Whether an entry was made from this comment: the same comment is never decided twice. */
export function mentions(entry: Entry, commentId: string): boolean {
  const source = saidIn(entry)?.source;
  return source?.kind === 'comment' && source.id === commentId;
}
