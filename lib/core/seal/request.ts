import { parseJson } from '../json/parse.ts';
import { exactly, object, pattern, readShape, text, type Shape } from '../json/shape.ts';
import { ok, refused, type Result } from '../result.ts';
import { maxTokenLength } from './token.ts';

/** The `kind` of a request for a seal. */
export const sealRequestKind = 'countersign/seal-request@1';

/** No record in an issue’s body is longer. */
const maxPackedLength = 65_536;

/** The cap of a request's body in bytes: all of it is ASCII. */
export const maxSealRequestBytes: number = maxPackedLength + maxTokenLength + 1024;

/** What a job sends to have its proposal sealed: the record as the issue will carry it, and its ID token. */
export interface SealRequest {
  readonly kind: typeof sealRequestKind;
  /** Deflated, as base64url. */
  readonly record: string;
  readonly token: string;
}

const shape: Shape<SealRequest> = object({
  kind: exactly(sealRequestKind),
  record: pattern('a record, deflated, as base64url', /^[A-Za-z0-9_-]{1,65536}$/),
  token: text('a token', maxTokenLength),
});

/** Reads a request for a seal, strictly. */
export function readSealRequest(body: string): Result<SealRequest, 'seal_malformed'> {
  const json = parseJson(body, { maxLength: maxSealRequestBytes, maxDepth: 2 });
  const read = json.ok ? readShape(shape, json.value) : json;
  return read.ok ? ok(read.value) : refused('seal_malformed');
}
