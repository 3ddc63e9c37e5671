import { bytesOfUrl, decodeUtf8 } from '../export/base64.ts';
import { parseJson } from '../json/parse.ts';
import { object, oneOf, pattern, readShape, text, type Shape } from '../json/shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { ok, refused, type Result } from '../result.ts';

/** GitHub's ID tokens take about 2,000 characters; one that is longer is not read at all. */
export const maxTokenLength = 16_384;

/** A compact JWS (RFC 7515, section 7.1) in its parts, of which nothing is proved yet. */
export interface TokenParts {
  /** Names the key among the issuer's. */
  readonly keyId: string;
  readonly claims: JsonObject;
  /** What the signature is taken over: header and payload as they were sent. */
  readonly signed: string;
  /** Strict base64url. */
  readonly signature: string;
}

const header = {
  alg: oneOf('RS256'),
  kid: pattern('a key id', /^[!-~]{1,200}$/),
  typ: oneOf('JWT'),
} as const;

const bounds = { maxLength: maxTokenLength, maxDepth: 8 };

/**
 * Takes an ID token apart. Only RS256 is read, and of the header only `alg`, `kid`, `typ` and a thumbprint
 * `x5t`, which counts for nothing: a member that names a key, a place to get one from, or an extension
 * (`jwk`, `jku`, `x5c`, `x5u`, `crit`, `b64`, `zip`) makes the token none. One token has one spelling:
 * base64url is read strictly, JSON without duplicate keys.
 */
export function readToken(token: string): Result<TokenParts, 'token_malformed'> {
  if (token.length > maxTokenLength) return refused('token_malformed');
  const [first = '', second = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || signature === '' || bytesOfUrl(signature) === null)
    return refused('token_malformed');
  const [head, claims] = [readPart(first), readPart(second)];
  if (!isJsonObject(head) || !isJsonObject(claims)) return refused('token_malformed');
  const read = readShape(shapeFor(head), head);
  if (!read.ok) return refused('token_malformed');
  return ok({ keyId: read.value.kid, claims, signed: `${first}.${second}`, signature });
}

function shapeFor(head: JsonObject): Shape<{ readonly kid: string }> {
  return 'x5t' in head ? object({ ...header, x5t: text('a thumbprint', 200) }) : object(header);
}

function readPart(encoded: string): JsonValue {
  const bytes = bytesOfUrl(encoded);
  const json = bytes === null ? null : decodeUtf8(bytes);
  if (json === null) return null;
  const parsed = parseJson(json, bounds);
  return parsed.ok ? parsed.value : null;
}
