import { escapeCharacter, visible } from './visible.ts';

/**
 * A fenced code block that shows a text and lets nothing out of it: its fence is longer than any run of
 * backticks inside (CommonMark, section 4.5), at least three. It begins at the start of a line, after a
 * blank one where HTML stands before it, and has no line end of its own behind the closing fence. The
 * text should be visible. Throws a TypeError for an info string that is not one lower-case word.
 */
export function fence(text: string, info: string): string {
  if (!/^[a-z]{0,20}$/.test(info)) throw new TypeError('fence: the info string is one lower-case word');
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${info}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

/**
 * The only way for evidence into Markdown that an action writes: visible, and in a fence of its own. Our
 * own markers, which an action may not hold, are broken up: evidence that quotes one must neither pass for
 * ours nor keep a proposal from being made.
 */
export function quote(text: string): string {
  return fence(visible(text).replaceAll('<!-- countersign:', '\\u{003C}!-- countersign:'), 'text');
}

/**
 * A code span that shows a text literally within a line (CommonMark, section 6.1). Line feeds and tabs
 * stand as escapes, since Markdown reads a line feed as a space. An empty text, which no span can hold,
 * reads `(empty)` outside of any span.
 */
export function codeSpan(text: string): string {
  if (text === '') return '(empty)';
  const shown = visible(text).replaceAll(/[\n\t]/g, escapeCharacter);
  const ticks = '`'.repeat(longestRun(shown) + 1);
  // Backticks at an end would join the span's own; one space at both ends would be stripped.
  const padding =
    /^`|`$/.test(shown) || (shown.startsWith(' ') && shown.endsWith(' ') && /[^ ]/.test(shown)) ? ' ' : '';
  return `${ticks}${padding}${shown}${padding}${ticks}`;
}

/**
 * A text, shown literally, as the content of a cell of a GFM table. A pipe is escaped even within a
 * code span; behind a backslash, where renderers disagree on what is escaped, it stands as `\u{007C}`.
 */
export function tableCell(text: string): string {
  return codeSpan(text.replaceAll(/\\\|/g, '\\\\u{007C}')).replaceAll('|', '\\|');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
