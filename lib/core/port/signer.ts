import type { Digest } from '../json/digest.ts';
import type { JsonObject } from '../json/value.ts';

/** What a DSSE signature stands under: a text, and what kind of text it is. */
export interface SignedPayload {
  /** A media type: `application/vnd.in-toto+json`. */
  readonly payloadType: string;
  readonly payload: string;
}

/** The App's signing key (Ed25519). */
export interface Signer {
  /** RFC 7638 thumbprint of the public key. */
  readonly keyId: string;
  /** Base64url signature over the UTF-8 bytes of the document's canonical text. */
  sign(document: JsonObject & { readonly kind: string }): string;
  /** Base64url signature over the DSSE encoding of a payload: bytes that no document's text can be. */
  signPayload(payload: SignedPayload): string;
  /** The public key set, as `/.well-known/countersign/jwks.json` serves it. */
  jwks(): JsonObject;
  /** MAC by which the App finds again what it made at a target; nobody else can make it. */
  mark(document: JsonObject & { readonly kind: string }): Digest;
}

/**
 * Says whether a signature by the Ed25519 key of a JWK holds; anything malformed is no. `signature` is
 * base64url. Whose key it is, is another question.
 */
export interface SignatureCheck {
  document(jwk: JsonObject, document: JsonObject & { readonly kind: string }, signature: string): boolean;
  payload(jwk: JsonObject, payload: SignedPayload, signature: string): boolean;
}
