import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordCodec } from '../../core/port/record-codec.ts';
import { ok, refused, type Result } from '../../core/result.ts';

/** A record inflates to at most 1 MiB: sixteen times the largest body, and a bomb ends there. */
const maxInflatedBytes = 1_048_576;

/** No body is longer than 65,536 bytes, so no record in one is. */
const maxPackedLength = 65_536;

/**
 * Raw deflate, without header or checksum: the record's digest is under the seal, so a checksum would
 * say nothing more. Several streams may inflate to one text; only the text is ever hashed or compared.
 */
export const recordCodec: RecordCodec = {
  encode: (text) => {
    if (!text.isWellFormed()) throw new TypeError('codec: lone surrogate');
    return deflateRawSync(Buffer.from(text, 'utf8'), { level: 9 }).toString('base64url');
  },
  decode: (packed) => {
    if (packed.length > maxPackedLength) return refused('record_malformed');
    const bytes = Buffer.from(packed, 'base64url');
    // Node skips what is not base64url and drops surplus bits; only strict text comes back the same.
    if (bytes.length === 0 || bytes.toString('base64url') !== packed) return refused('record_malformed');
    return inflate(bytes);
  },
};

interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

function inflate(bytes: Uint8Array): Result<string, 'record_malformed'> {
  try {
    // With `info` zlib also says how much it read, which the types leave out.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { buffer, engine } = inflateRawSync(bytes, {
      maxOutputLength: maxInflatedBytes,
      info: true,
    }) as unknown as Inflated;
    // zlib stops at the end of the stream and says nothing of what follows.
    if (engine.bytesWritten !== bytes.length) return refused('record_malformed');
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer));
  } catch {
    return refused('record_malformed');
  }
}
