/** A text's UTF-8 bytes in standard base64, padded (RFC 4648, section 4). */
export function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/**
 * The text of standard base64, or null: strict, so that one text has one spelling (Node skips what is
 * no base64 and drops surplus bits), and valid UTF-8.
 */
export function fromBase64(encoded: string): string | null {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? decodeUtf8(bytes) : null;
}

/** The text of UTF-8 bytes, or null where they are none. A byte order mark stays a character. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The bytes of base64url, or null: strict as above. An empty text is no bytes, and not null. */
export function bytesOfUrl(encoded: string): Uint8Array | null {
  const bytes = Buffer.from(encoded, 'base64url');
  return bytes.toString('base64url') === encoded ? bytes : null;
}

/** A signature's base64url, as signers give it, in padded standard base64. */
export function base64OfUrl(encoded: string): string {
  return Buffer.from(encoded, 'base64url').toString('base64');
}

/** The other way round, or null where it is not the strict standard spelling of 64 bytes. */
export function urlOfBase64(encoded: string): string | null {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length === 64 && bytes.toString('base64') === encoded ? bytes.toString('base64url') : null;
}
