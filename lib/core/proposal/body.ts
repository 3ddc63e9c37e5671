import { utf8Length } from '../json/utf8.ts';
import { isDigest } from '../json/digest.ts';
import type { SealLine } from '../port/seal.ts';
import { ok, refused, type Result } from '../result.ts';

/** The cap of a proposal's body in UTF-8 bytes: the smaller of GitHub's documented and measured ones. */
export const maxBodyBytes = 65_536;

/** An issue's body in its parts. */
export interface Body {
  /** What people read: `render(record).visible`. */
  readonly visible: string;
  /** The record, deflated, as base64url. */
  readonly packedRecord: string;
  /** Null where the seal went to the App by another way, or where there is none. */
  readonly seal: SealLine | null;
}

const recordStart = '<!-- countersign:record:v1 ';
const sealStart = '<!-- countersign:seal:v1 ';
const end = ' -->';

/** Room for the longest line that a seal takes, its line feed included (106 bytes). */
const sealBytes = 130;

/** The body's text: what people read, one line with the record, and one with the seal where it has one. */
export function composeBody(body: Body): string {
  const { visible, packedRecord, seal } = body;
  const lines = [visible, `${recordStart}${packedRecord}${end}`];
  if (seal !== null) lines.push(`${sealStart}${seal.kind} ${seal.keyId} ${seal.value}${end}`);
  return lines.join('\n');
}

/** The UTF-8 bytes that a body will take, with room for a seal that is not there yet. */
export function bodyBytesOf(body: Pick<Body, 'visible' | 'packedRecord'>): number {
  return utf8Length(composeBody({ ...body, seal: null })) + sealBytes;
}

/**
 * Takes a body apart from its end: only its last one or two lines are read as ours, whatever looks
 * like them further up (evidence may quote another issue's). The parts compose to the same text again.
 * `record_missing`: the body does not end with a record, as most issues don't.
 */
export function splitBody(body: string): Result<Body, 'record_missing' | 'record_malformed'> {
  if (utf8Length(body) > maxBodyBytes) return refused('record_missing');
  const last = cutLastLine(body);
  const sealed = last.line.startsWith(sealStart);
  const { rest: visible, line } = sealed ? cutLastLine(last.rest ?? '') : last;
  if (!line.startsWith(recordStart)) return refused(sealed ? 'record_malformed' : 'record_missing');
  const packedRecord = inner(line, recordStart);
  const seal = sealed ? parseSeal(inner(last.line, sealStart)) : null;
  if (visible === null || packedRecord === null || !/^[A-Za-z0-9_-]+$/.test(packedRecord))
    return refused('record_malformed');
  if (sealed && seal === null) return refused('record_malformed');
  // A second line of ours above would be shown to nobody and mean nothing.
  const above = cutLastLine(visible).line;
  if (above.startsWith(recordStart) || above.startsWith(sealStart)) return refused('record_malformed');
  return ok({ visible, packedRecord, seal });
}

function cutLastLine(text: string): { readonly rest: string | null; readonly line: string } {
  const at = text.lastIndexOf('\n');
  return { rest: at < 0 ? null : text.slice(0, at), line: text.slice(at + 1) };
}

function inner(line: string, start: string): string | null {
  return line.endsWith(end) && line.length >= start.length + end.length
    ? line.slice(start.length, -end.length)
    : null;
}

function parseSeal(written: string | null): SealLine | null {
  const [kind, keyId = '', value, ...more] = written?.split(' ') ?? [];
  if (kind !== 'hmac' || !/^[0-9a-f]{8}$/.test(keyId) || !isDigest(value) || more.length > 0) return null;
  return { kind, keyId, value };
}
