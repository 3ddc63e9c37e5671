import type { Entry } from '../core/audit/entry.ts';

/** Whether an entry was made from this comment: the same comment is never decided twice. */
export function mentions(entry: Entry, commentId: string): boolean {
  return 'source' in entry.data && entry.data.source.kind === 'comment' && entry.data.source.id === commentId;
}
