import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from './value.ts';
import { canonical } from './canonical.ts';
import { utf8Length } from './utf8.ts';

/** A SHA-256 digest as 64 lowercase hexadecimal digits. */
export type Digest = string;

const pattern = /^[0-9a-f]{64}$/;

/** Whether a text is a whole digest: 64 lowercase hexadecimal digits and nothing else. */
export function isDigest(text: unknown): text is Digest {
  return typeof text === 'string' && pattern.test(text);
}

/**
 * SHA-256 of the UTF-8 bytes of a text. Throws a TypeError for a lone surrogate: all of them encode to
 * the same replacement bytes, so that different texts would share a digest.
 */
export function digestText(text: string): Digest {
  if (!text.isWellFormed()) throw new TypeError('digest: lone surrogate');
  return hash('sha256', text, 'hex');
}

/** The same of a text that comes in pieces, none of which ends within a character, and its length in bytes. */
export function digestPieces(pieces: Iterable<string>): { readonly digest: Digest; readonly bytes: number } {
  const state = createHash('sha256');
  let bytes = 0;
  for (const piece of pieces) {
    if (!piece.isWellFormed()) throw new TypeError('digest: lone surrogate');
    state.update(piece, 'utf8');
    bytes += utf8Length(piece);
  }
  return { digest: state.digest('hex'), bytes };
}

/** SHA-256 of bytes. */
export function digestBytes(bytes: Uint8Array): Digest {
  return hash('sha256', bytes, 'hex');
}

/** Digest of a document's canonical text. The document names its `kind`, so two kinds never share a digest. */
export function digestDocument(document: JsonObject & { readonly kind: string }): Digest {
  return digestText(canonical(document));
}

/** HMAC-SHA-256 over the canonical text of a document, as 64 lowercase hexadecimal digits. */
export function macDocument(key: Uint8Array, document: JsonObject & { readonly kind: string }): Digest {
  return createHmac('sha256', key).update(canonical(document), 'utf8').digest('hex');
}

/** Compares two digests in time that does not depend on where they differ. Anything but two digests is unequal. */
export function equalDigests(left: string, right: string): boolean {
  if (!isDigest(left) || !isDigest(right)) return false;
  return timingSafeEqual(Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));
}
