import type { CallStep } from '../core/bundle/bundle.ts';
import type { EvidenceFlag, EvidenceReceipt } from '../core/evidence/receipt.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestDocument, digestPieces, digestText, type Digest } from '../core/json/digest.ts';
import { parseJson } from '../core/json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json/value.ts';
import type { ToolAnswer } from '../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { faultOf, type ReadyServer } from './gather-servers.ts';
import type { GatherPorts } from './gather.ts';

/** One answer, before it is cut to an excerpt. */
export interface Observation {
  readonly step: CallStep;
  /** The step's id, with the item's number behind a dot where the step goes through a list. */
  readonly label: string;
  readonly descriptor: Digest;
  readonly arguments: Digest;
  readonly output: Digest;
  readonly outputBytes: number;
  /** Digest of the output without the credentials that were found in it. */
  readonly redacted: Digest;
  /** The whole output without those credentials, in pieces: what `redacted` is taken from. Untrusted. */
  readonly whole: () => Iterable<string>;
  /** The answer's text, without credentials. Untrusted. */
  readonly text: string;
  /** The answer's structure, or what its text says as JSON, without credentials; null: neither. Untrusted. */
  readonly data: JsonValue;
  readonly flags: readonly EvidenceFlag[];
  /** Who wrote what was read, as far as one of our own servers says so. */
  readonly authors: EvidenceReceipt['authors'];
  readonly calledAt: EpochMs;
  readonly answeredAt: EpochMs;
}

/** One call, with everything that was decided about it. */
export interface Call {
  readonly step: CallStep;
  readonly label: string;
  readonly input: JsonObject;
  readonly server: ReadyServer;
  readonly descriptor: Digest;
  /** Whether the server is one of Countersign's own. */
  readonly isOwn: boolean;
}

/** Makes one call and keeps what its answer was: an answer that is an error is no evidence. */
export async function observe(
  { step, label, input, server, descriptor, isOwn }: Call,
  { clock, redact }: Pick<GatherPorts, 'clock' | 'redact'>,
  signal: AbortSignal,
): Promise<Result<Observation, RunnerFault>> {
  const calledAt = clock.now();
  const answer = await server.handle.call(step.tool, input, signal);
  const answeredAt = clock.now();
  if (!answer.ok) {
    const fault = faultOf(answer.fault);
    return refused({ ...fault, what: fault.what.replace(/\.$/, `, called for ${step.tool}.`) });
  }
  const { output, isError, isText, structured } = answer.value;
  const text = redact(answer.value.text);
  if (isError)
    return refused(
      runnerFault('tool_failed', `The tool ${step.server}.${step.tool} answered with an error.`, text),
    );
  const { digest, bytes } = digestPieces(output());
  // An answer can be large, and mostly nothing was taken out of it.
  const without = isText && text === answer.value.text ? null : redact([...output()].join(''));
  return ok({
    step,
    label,
    descriptor,
    arguments: digestDocument({ kind: 'countersign/arguments@1', arguments: input }),
    output: digest,
    outputBytes: bytes,
    redacted: without === null ? digest : digestText(without),
    whole: without === null ? output : () => [without],
    text,
    data: dataOf(structured === null ? text : redact(JSON.stringify(structured))),
    flags: flagsOf(answer.value),
    // Anybody's server could name anybody, and so keep them from approving.
    authors: isOwn ? answer.value.authors : 'unknown',
    calledAt,
    answeredAt,
  });
}

/** Only what strict JSON says counts: where two readers would differ, there is no data. */
function dataOf(text: string): JsonValue {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : null;
}

function flagsOf({ text, hasBinary, structured }: ToolAnswer): readonly EvidenceFlag[] {
  const flags: EvidenceFlag[] = [];
  if (hasBinary) flags.push('binary_content');
  if (text === '' && hasBinary) flags.push('not_text');
  if (structured !== null && !agrees(text, structured)) flags.push('structured_content_differs');
  return flags;
}

/** Servers say the same twice: the text is the structure’s JSON, or the structure’s only text member. */
function agrees(text: string, structured: JsonValue): boolean {
  if (isJsonObject(structured)) {
    const values = Object.values(structured);
    if (values.length === 1 && values[0] === text) return true;
  }
  const parsed = parseJson(text);
  return parsed.ok && safeCanonical(parsed.value) === safeCanonical(structured);
}

/** A structure may hold what canonical JSON refuses; then it agrees with nothing. */
function safeCanonical(value: JsonValue): string | null {
  try {
    return canonical(value);
  } catch {
    return null;
  }
}
