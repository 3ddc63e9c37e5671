import type { JsonObject, JsonValue } from '../../lib/core/json/value.ts';
import { member, plain } from './api.ts';

/** Where an answer's authors stand: numeric ids of whoever wrote what was read, as far as GitHub knows accounts. */
export const authorsKey = 'countersign/authors';

/** An account as the tools show it; null where GitHub knows none. */
export function account(value: JsonValue | undefined): JsonObject | null {
  const id = idOf(value);
  return id === null ? null : { id, login: plain(member(value, 'login'), 100) };
}

/** An account's id as a decimal text; null where there is none. */
function idOf(value: JsonValue | undefined): string | null {
  const id = member(value, 'id');
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}

/** The ids of some accounts, each once. Empty: GitHub tells nobody's, so nobody is known. */
export function idsOf(accounts: ReadonlyArray<JsonValue | undefined>): readonly string[] {
  const ids = accounts.map(idOf).filter((id) => id !== null);
  return [...new Set(ids)].toSorted((one, other) => Number(one) - Number(other));
}
