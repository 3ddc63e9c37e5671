import type { Entry } from '../audit/entry.ts';
import type { DataOf, EventType } from '../run/event.ts';

/** An entry of one type, with the data of that type. */
export type TypedEntry<Type extends EventType> = Entry & { readonly type: Type; readonly data: DataOf<Type> };

/** The entries of one type, in order. */
export function entriesOf<Type extends EventType>(
  entries: readonly Entry[],
  type: Type,
): ReadonlyArray<TypedEntry<Type>> {
  // An entry's data are those of its type, which the filter compares; the union of entries doesn't show it.
  return entries.filter((entry): entry is TypedEntry<Type> => entry.type === type);
}

/** The approvals that count at the end, by the entries alone: those since the last time that all were voided. */
export function countedApprovals(entries: readonly Entry[]): ReadonlyArray<TypedEntry<'approval.recorded'>> {
  const voided = entries.findLastIndex(({ type }) => type === 'approvals.voided');
  return entriesOf(entries.slice(voided + 1), 'approval.recorded');
}

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
