import { isJsonObject, type JsonValue } from '../json/value.ts';

/** An account as a webhook names it. Ids are decimal strings. `type` is `User`, `Bot` or `Organization`. */
export interface WebhookAccount {
  readonly id: string;
  readonly login: string;
  readonly type: string;
}

/** Where a delivery comes from. */
export interface Place {
  readonly installation: string;
  readonly repository: { readonly id: string; readonly ownerId: string; readonly name: string };
}

/** Reads where a delivery comes from; null when it names no installation or no repository. */
export function readPlace(
  installation: JsonValue | undefined,
  repository: JsonValue | undefined,
): Place | null {
  if (!isJsonObject(installation) || !isJsonObject(repository) || !isJsonObject(repository['owner']))
    return null;
  const [at, id, ownerId] = [
    readId(installation['id']),
    readId(repository['id']),
    readId(repository['owner']['id']),
  ];
  const name = repository['full_name'];
  if (at === null || id === null || ownerId === null || typeof name !== 'string') return null;
  return { installation: at, repository: { id, ownerId, name } };
}

/** Reads an account; null for none, which an account that was deleted is. */
export function readAccount(account: JsonValue | undefined): WebhookAccount | null {
  if (!isJsonObject(account)) return null;
  const { login, type } = account;
  const id = readId(account['id']);
  return id === null || typeof login !== 'string' || typeof type !== 'string' ? null : { id, login, type };
}

/** Reads a numeric id as a decimal string; null for anything else. */
export function readId(id: JsonValue | undefined): string | null {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}
