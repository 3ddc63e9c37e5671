import type { Digest } from '../json/digest.ts';
import type { JsonObject } from '../json/value.ts';

/** The App's signing key (Ed25519). */
export interface Signer {
  /** RFC 7638 thumbprint of the public key. */
  readonly keyId: string;
  /** Base64url signature over the UTF-8 bytes of the document's canonical text. */
  sign(document: JsonObject & { readonly kind: string }): string;
  /** The public key set, as `/.well-known/countersign/jwks.json` serves it. */
  jwks(): JsonObject;
  /** MAC by which the App finds again what it made at a target; nobody else can make it. */
  mark(document: JsonObject & { readonly kind: string }): Digest;
}
