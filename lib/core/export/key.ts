import { digestText } from '../json/digest.ts';
import { exactly, object, pattern, readShape, type Shape } from '../json/shape.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { bytesOfUrl } from './base64.ts';

/** A public Ed25519 key (RFC 8037), named by its own thumbprint. */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The key's 32 bytes, base64url. */
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** The `kind` of the line that carries the key: a JWK with one member more, which JWK allows. */
const keyKind = 'countersign/key@1';

const members = {
  kty: exactly('OKP'),
  crv: exactly('Ed25519'),
  x: pattern('32 bytes in base64url', /^[A-Za-z0-9_-]{43}$/),
  kid: pattern('a thumbprint', /^[A-Za-z0-9_-]{43}$/),
  use: exactly('sig'),
  alg: exactly('EdDSA'),
} as const;

const keyShape: Shape<PublicKey> = object(members);
const keyLineShape = object({ kind: exactly(keyKind), ...members });

/** The JWK as its own line of an export. */
export function keyLineOf(key: PublicKey): JsonObject {
  return { kind: keyKind, ...key };
}

/** Reads the key's line; null where it is none, or where its name is not its thumbprint. */
export function readKeyLine(value: JsonValue): PublicKey | null {
  const read = readShape(keyLineShape, value);
  if (!read.ok) return null;
  const { kind: _, ...key } = read.value;
  return checked(key);
}

/** Most keys that are taken from one set: rotation needs two. */
const maxKeys = 16;

/**
 * The keys of a JWK or of a JWK set, as `/.well-known/countersign/jwks.json` serves it. Null where one
 * of them is not an Ed25519 key as the App publishes it: half a set would refuse what another half signed.
 */
export function readKeys(value: JsonValue): readonly PublicKey[] | null {
  const set = isJsonObject(value) && value['keys'] !== undefined ? value['keys'] : [value];
  if (!isJsonArray(set) || set.length === 0 || set.length > maxKeys) return null;
  const keys: PublicKey[] = [];
  for (const one of set) {
    const read = isJsonObject(one) && one['kind'] === keyKind ? readKeyLine(one) : readKey(one);
    if (read === null) return null;
    keys.push(read);
  }
  return keys;
}

/** The first key of a signer's own set: the one that it signs with. Throws a TypeError where there is none. */
export function signingKeyOf(jwks: JsonObject, keyId: string): PublicKey {
  const key = readKeys(jwks)?.find(({ kid }) => kid === keyId);
  if (key === undefined) throw new TypeError('a signer publishes the key that it signs with');
  return key;
}

function readKey(value: JsonValue): PublicKey | null {
  const read = readShape(keyShape, value);
  return read.ok ? checked(read.value) : null;
}

function checked(key: PublicKey): PublicKey | null {
  return thumbprintOf(key.x) === key.kid && bytesOfUrl(key.x) !== null ? key : null;
}

/** RFC 7638, over the members that RFC 8037 requires, in their order. */
function thumbprintOf(x: string): string {
  const digest = digestText(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);
  return Buffer.from(digest, 'hex').toString('base64url');
}
