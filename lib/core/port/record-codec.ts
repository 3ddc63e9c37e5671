import type { Result } from '../result.ts';

/** Packs a record's text into one line's worth of base64url, and back. Compression is not the core's. */
export interface RecordCodec {
  /** Deflated and base64url encoded, without padding. */
  encode(text: string): string;
  /** Refuses anything but strict base64url, a broken stream, invalid UTF-8, and more than 1 MiB inflated. */
  decode(packed: string): Result<string, 'record_malformed'>;
}
