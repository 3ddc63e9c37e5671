import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import { ok, refused, type Result } from '../result.ts';
import { parseTemplate } from './template.ts';

/** A text that could not be filled: where, and why. */
export interface FillFault {
  readonly path: string;
  readonly what: string;
}

/**
 * Fills every `${{ }}` of an object. A text that is one expression keeps the value's type; in a longer
 * one values are written as text, and a list or an object there is refused. Values are put in once: what
 * they hold is never read as an expression again.
 */
export function fillObject(
  value: JsonObject,
  path: string,
  contexts: JsonObject,
  expressions: Expressions,
): Result<JsonObject, FillFault> {
  const members: Array<readonly [string, JsonValue]> = [];
  for (const [name, member] of Object.entries(value)) {
    const filled = fillValue(member, `${path}.${name}`, contexts, expressions);
    if (!filled.ok) return filled;
    members.push([name, filled.value]);
  }
  return ok(Object.fromEntries(members));
}

/** The same for any value. */
export function fillValue(
  value: JsonValue,
  path: string,
  contexts: JsonObject,
  expressions: Expressions,
): Result<JsonValue, FillFault> {
  if (typeof value === 'string') return fillText(value, path, contexts, expressions);
  if (isJsonObject(value)) return fillObject(value, path, contexts, expressions);
  if (!isJsonArray(value)) return ok(value);
  const items: JsonValue[] = [];
  for (const [index, item] of value.entries()) {
    const filled = fillValue(item, `${path}[${index}]`, contexts, expressions);
    if (!filled.ok) return filled;
    items.push(filled.value);
  }
  return ok(items);
}

function fillText(
  text: string,
  path: string,
  contexts: JsonObject,
  expressions: Expressions,
): Result<JsonValue, FillFault> {
  const template = parseTemplate(text);
  if (!template.ok) return refused({ path, what: 'an expression does not end' });
  const [first, second] = template.value;
  const values: JsonValue[] = [];
  for (const part of template.value) {
    if (part.kind === 'text') {
      values.push(part.text);
      continue;
    }
    const value = expressions.evaluate(part.source, contexts);
    if (!value.ok) return refused({ path, what: value.fault.what });
    values.push(value.value);
  }
  if (first?.kind === 'expression' && second === undefined) return ok(values[0] ?? null);
  const written = values.map(writeScalar);
  return written.includes(null)
    ? refused({ path, what: 'a list or an object inside a text' })
    : ok(written.join(''));
}

function writeScalar(value: JsonValue): string | null {
  if (value === null) return '';
  return typeof value === 'object' ? null : String(value);
}
