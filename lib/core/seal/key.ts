import { bytesOfUrl } from '../export/base64.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../json/value.ts';

/** A key by which an issuer signs: RSA, for RS256. Both numbers are strict base64url. */
export interface IssuerKey {
  readonly keyId: string;
  readonly modulus: string;
  readonly exponent: string;
}

const maxKeys = 64;
const minModulusBytes = 256;
/** Checking a signature by a longer one takes more time than it is worth. */
const maxModulusBytes = 1024;
/** 65537, which every issuer uses. */
const exponent = 'AQAB';

/**
 * The keys of a JWK set (RFC 7517) that may check a token, by id. One counts only when it says that it is for
 * RS256 signatures and has 2,048 to 8,192 bits. An id that stands for two keys stands for none.
 */
export function readIssuerKeys(set: JsonValue): ReadonlyMap<string, IssuerKey> {
  const keys = new Map<string, IssuerKey>();
  const listed = isJsonObject(set) ? set['keys'] : null;
  if (!isJsonArray(listed)) return keys;
  const doubled = new Set<string>();
  for (const one of listed.slice(0, maxKeys)) {
    const key = readKey(one);
    if (key === null) continue;
    if (keys.has(key.keyId)) doubled.add(key.keyId);
    keys.set(key.keyId, key);
  }
  for (const keyId of doubled) keys.delete(keyId);
  return keys;
}

function readKey(key: JsonValue): IssuerKey | null {
  if (!isJsonObject(key)) return null;
  const { kty, alg, use, kid, n, e } = key;
  if (kty !== 'RSA' || alg !== 'RS256' || use !== 'sig' || e !== exponent) return null;
  if (typeof kid !== 'string' || !/^[!-~]{1,200}$/.test(kid) || typeof n !== 'string') return null;
  return isModulus(n) ? { keyId: kid, modulus: n, exponent } : null;
}

function isModulus(encoded: string): boolean {
  const bytes = bytesOfUrl(encoded);
  if (bytes === null || (bytes[0] ?? 0) < 0x80) return false;
  return bytes.length >= minModulusBytes && bytes.length <= maxModulusBytes;
}
