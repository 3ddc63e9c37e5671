import { utf8Length } from '../json/utf8.ts';
import type { SignedPayload } from '../port/signer.ts';

/**
 * The text whose UTF-8 bytes a DSSE signature is taken over (DSSE 1.0, "PAE"): both lengths in bytes,
 * so that type and payload cannot be shifted against each other. It never is a JSON text, so that no
 * signature over a document can stand for one over an envelope.
 */
export function preAuthEncoding({ payloadType, payload }: SignedPayload): string {
  if (!payloadType.isWellFormed() || !payload.isWellFormed()) throw new TypeError('pae: lone surrogate');
  return `DSSEv1 ${utf8Length(payloadType)} ${payloadType} ${utf8Length(payload)} ${payload}`;
}
