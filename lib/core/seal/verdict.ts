import { canonical } from '../json/canonical.ts';
import type { Digest } from '../json/digest.ts';
import { parseJson } from '../json/parse.ts';
import { anyObject, exactly, object, pattern, readShape, type Shaped } from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import { digest, instant } from '../proposal/grammar.ts';
import { readClaims, type SealClaims } from './claims.ts';
import type { IssuerKey } from './key.ts';

const verdictKind = 'countersign/seal-verdict@1';

/** A token that was checked: what it says, and by which key. The token itself is kept nowhere. */
export interface ProvedToken {
  /** The claims as they were signed, those that nobody looks at too. */
  readonly signed: JsonObject;
  readonly claims: SealClaims;
  readonly key: IssuerKey;
}

/**
 * What is kept of a seal: which proposal it is of, what the token said, and the key that proved it. Keys
 * rotate within days and tokens die within minutes, so this is judged once and read ever after.
 */
export interface SealVerdictRecord {
  readonly hash: Digest;
  readonly record: Digest;
  readonly sealedAt: string;
  readonly proved: ProvedToken;
}

const shape = object({
  kind: exactly(verdictKind),
  hash: digest,
  record: digest,
  sealedAt: instant,
  claims: anyObject(),
  key: object({
    keyId: pattern('a key id', /^[!-~]{1,200}$/),
    modulus: pattern('base64url', /^[A-Za-z0-9_-]{1,1400}$/),
    exponent: pattern('base64url', /^[A-Za-z0-9_-]{1,12}$/),
  }),
});

/** The canonical text of a verdict, as the ledger keeps it. */
export function writeSealVerdict({ hash, record, sealedAt, proved }: SealVerdictRecord): string {
  return canonical({
    kind: verdictKind,
    hash,
    record,
    sealedAt,
    claims: proved.signed,
    key: { ...proved.key },
  } satisfies Shaped<typeof shape>);
}

/** Reads a verdict back. Throws a TypeError where the ledger holds none: what we wrote ourselves is a fault then. */
export function readSealVerdict(written: string): SealVerdictRecord {
  const json = parseJson(written);
  const read = json.ok ? readShape(shape, json.value) : json;
  const claims = read.ok ? readClaims(read.value.claims) : read;
  if (!read.ok || !claims.ok) throw new TypeError('seal: the ledger holds an unreadable verdict');
  const { hash, record, sealedAt, claims: signed, key } = read.value;
  return { hash, record, sealedAt, proved: { signed, claims: claims.value, key } };
}

/** Who made a seal, as the audit tells it: the issuer, the token's id, the key's id. */
export function sealedBy({ proved: { claims, key } }: SealVerdictRecord): string {
  return `${claims.issuer} token ${claims.tokenId} key ${key.keyId}`.slice(0, 500);
}
