import { canonical } from '../../core/json/canonical.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import type { OfferedTool, ToolAnswer } from '../../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { isPlain, textPieces } from './text-pieces.ts';

/** What a tool is, for its digest: everything that a reader of its description would go by. */
const described = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

const toolName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const maxTools = 512;

/** One page of a tool list. The fault says in our own words what is wrong with it. */
export function readPage(
  result: JsonValue,
): Result<{ readonly tools: readonly OfferedTool[]; readonly next: string | null }, string> {
  const tools = isJsonObject(result) ? result['tools'] : undefined;
  if (!isJsonObject(result) || !isJsonArray(tools)) return refused('sent something that is no list of tools');
  if (tools.length > maxTools) return refused(`offers more than ${maxTools} tools`);
  const read: OfferedTool[] = [];
  for (const tool of tools) {
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    if (!isJsonObject(tool) || typeof name !== 'string' || !toolName.test(name))
      return refused('offers a tool whose name is not made of letters, digits, _ . -');
    const descriptor = Object.fromEntries(
      described.flatMap((member) => {
        const value = Object.hasOwn(tool, member) ? tool[member] : undefined;
        return value === undefined ? [] : [[member, value]];
      }),
    );
    if (!isCanonicalizable(descriptor))
      return refused(`describes ${name} in something that is no strict JSON`);
    const hints = descriptor['annotations'];
    const readOnly =
      isJsonObject(hints) && hints['readOnlyHint'] === true && hints['destructiveHint'] !== true;
    read.push({ name, descriptor, readOnly });
  }
  const next = Object.hasOwn(result, 'nextCursor') ? result['nextCursor'] : undefined;
  return ok({ tools: read, next: typeof next === 'string' ? next : null });
}

/** A tool's answer, as the bytes that are digested and the text that is shown. */
export function readAnswer(result: JsonValue): Result<ToolAnswer, string> {
  const unusable = refused('answered with something that is no tool result');
  if (!isJsonObject(result)) return unusable;
  const content = Object.hasOwn(result, 'content') ? result['content'] : undefined;
  const structured = Object.hasOwn(result, 'structuredContent') ? result['structuredContent'] : undefined;
  if (content === undefined ? structured === undefined : !isJsonArray(content)) return unusable;
  const blocks = isJsonArray(content) ? content : [];
  const texts: string[] = [];
  let hasBinary = false;
  for (const block of blocks) {
    if (!isJsonObject(block) || typeof block['type'] !== 'string') return unusable;
    if (block['type'] !== 'text') hasBinary = true;
    else if (typeof block['text'] === 'string') texts.push(block['text']);
    else return unusable;
  }
  try {
    const text =
      texts.length === 0 && structured !== undefined ? JSON.stringify(structured, null, 2) : texts.join('\n');
    const isText = structured === undefined && blocks.every(isPlain);
    const whole = isText ? [] : [JSON.stringify({ content, structuredContent: structured })];
    return ok({
      output: () => (isText ? textPieces(blocks) : whole),
      isText,
      text,
      hasBinary,
      structured: structured ?? null,
      isError: result['isError'] === true,
      authors: authorsOf(result),
    });
  } catch (error) {
    // Nesting deeper than the stack: the parser took it, the writer can't.
    if (error instanceof RangeError) return unusable;
    throw error;
  }
}

const authorsKey = 'countersign/authors';
const maxAuthors = 100;

/** Anything but a list of different ids that a receipt can hold says nothing. */
function authorsOf(result: JsonObject): ToolAnswer['authors'] {
  const meta = Object.hasOwn(result, '_meta') ? result['_meta'] : undefined;
  const given = isJsonObject(meta) && Object.hasOwn(meta, authorsKey) ? meta[authorsKey] : undefined;
  if (!isJsonArray(given) || given.length === 0 || given.length > maxAuthors) return 'unknown';
  const ids = given.filter((one) => typeof one === 'string' && /^[1-9][0-9]{0,19}$/.test(one));
  return ids.length === given.length && new Set(ids).size === ids.length
    ? ids.filter((one) => typeof one === 'string')
    : 'unknown';
}

function isCanonicalizable(value: JsonObject): boolean {
  try {
    canonical(value);
    return true;
  } catch {
    return false;
  }
}
