import { isJsonObject, type JsonValue } from '../json/value.ts';

/** What an issuer's discovery document says, as far as it is looked at; null where it is not this issuer's. */
export function readDiscovery(document: JsonValue, issuer: string): { readonly keySet: string } | null {
  if (!isJsonObject(document) || document['issuer'] !== issuer) return null;
  const address = document['jwks_uri'];
  if (typeof address !== 'string' || address.length > 500 || !URL.canParse(address)) return null;
  const [url, own] = [new URL(address), new URL(issuer)];
  // Whoever answers for the issuer's own address answers for its keys, and nobody else does.
  if (url.origin !== own.origin || url.username !== '' || url.password !== '') return null;
  return { keySet: url.href };
}
