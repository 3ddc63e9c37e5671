import { ok, refused, type Result } from '../result.ts';

/** A piece of a text: literal, or an expression in `${{ }}`. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly source: string };

/** A text that starts an expression and does not end it. */
export interface TemplateFault {
  readonly code: 'template_open';
  readonly offset: number;
}

/** Takes a text apart. Strings inside an expression stand in single quotes and may hold `}}`. */
export function parseTemplate(text: string): Result<readonly TemplatePart[], TemplateFault> {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('${{', at);
    if (open < 0) break;
    const close = closing(text, open + 3);
    if (close === null) return refused({ code: 'template_open', offset: open });
    if (open > at) parts.push({ kind: 'text', text: text.slice(at, open) });
    parts.push({ kind: 'expression', source: text.slice(open + 3, close).trim() });
    at = close + 2;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return ok(parts);
}

/** Whether the part stands alone on its line, at the line's start: only there does a fence begin a block. */
export function standsAlone(parts: readonly TemplatePart[], index: number): boolean {
  const before = parts[index - 1];
  const after = parts[index + 1];
  const starts = before === undefined || (before.kind === 'text' && before.text.endsWith('\n'));
  const ends = after === undefined || (after.kind === 'text' && after.text.startsWith('\n'));
  return starts && ends;
}

function closing(text: string, from: number): number | null {
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "'") quoted = !quoted;
    else if (!quoted && text.startsWith('}}', at)) return at;
  }
  return null;
}

/** The source of a text that is one expression, with `${{ }}` around it or, as GitHub lets `if` be written, without. */
export function soleExpression(text: string): string | null {
  const parts = parseTemplate(text);
  if (!parts.ok) return null;
  const [only, more] = parts.value;
  if (only === undefined || more !== undefined) return null;
  return only.kind === 'expression' ? only.source : only.text.trim();
}
