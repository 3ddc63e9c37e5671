import { canonical } from '../json/canonical.ts';
import { exactly, list, object, pattern, readShape, text } from '../json/shape.ts';
import type { JsonValue } from '../json/value.ts';
import type { SignedPayload } from '../port/signer.ts';
import { base64OfUrl, fromBase64, toBase64, urlOfBase64 } from './base64.ts';
import { statementType } from './statement.ts';

/** A DSSE envelope with one signature, after its base64 was taken off. */
export interface Envelope {
  readonly signed: SignedPayload;
  readonly keyId: string;
  /** Base64url. */
  readonly signature: string;
}

/** A statement of an export is some kilobytes: a hundred approvers and two hundred field names at most. */
const maxPayloadLength = 400_000;

/** The envelope as one line of canonical JSON: exactly the members that DSSE names, so that any DSSE tool reads it. */
export function writeEnvelope({ signed, keyId, signature }: Envelope): string {
  return canonical({
    payload: toBase64(signed.payload),
    payloadType: signed.payloadType,
    signatures: [{ keyid: keyId, sig: base64OfUrl(signature) }],
  });
}

const shape = object({
  payload: text('base64', maxPayloadLength),
  payloadType: exactly(statementType),
  signatures: list(
    object({
      keyid: pattern('a thumbprint', /^[A-Za-z0-9_-]{43}$/),
      sig: text('64 bytes in base64', 88),
    }),
    1,
  ),
});

/** Reads an envelope with a payload of our type and exactly one signature; null for anything else. */
export function readEnvelope(value: JsonValue): Envelope | null {
  const read = readShape(shape, value);
  if (!read.ok) return null;
  const { payload: encoded, payloadType, signatures } = read.value;
  const [signed] = signatures;
  const payload = fromBase64(encoded);
  const signature = signed === undefined ? null : urlOfBase64(signed.sig);
  if (signed === undefined || payload === null || signature === null) return null;
  return { signed: { payloadType, payload }, keyId: signed.keyid, signature };
}
