import { utf8Length } from '../json/utf8.ts';
import { visible } from './visible.ts';

/** A text as far as it may be shown. */
export interface BoundExcerpt {
  /** Visible text, `isVisible(excerpt)`, of at most the bytes asked for. */
  readonly excerpt: string;
  /** Whether a part of the text was left out. */
  readonly shortened: boolean;
  /** Whether a character of the shown part stands as an escape. */
  readonly escaped: boolean;
}

/**
 * The visible form of a text, cut to at most `maxBytes` UTF-8 bytes. What does not fit is left out of
 * the middle, where one line of ours says how many of the text's bytes that were; neither a character
 * nor an escape is cut. Where not even that line fits, the excerpt is empty. Apart from counting bytes
 * the work is bounded by `maxBytes`, whatever the length of the text.
 */
export function boundExcerpt(text: string, maxBytes: number): BoundExcerpt {
  // Escaping makes nothing shorter, so a text of more code units than bytes allowed cannot fit.
  const whole = text.length <= maxBytes ? visible(text) : null;
  if (whole !== null && utf8Length(whole) <= maxBytes)
    return { excerpt: whole, shortened: false, escaped: whole !== text };

  const bytes = utf8Length(text);
  // The count left out has no more digits than the whole, so that the line can only turn out shorter.
  const room = maxBytes - utf8Length(`\n${leftOut(bytes, bytes)}\n`);
  if (room < 0) return { excerpt: '', shortened: true, escaped: false };
  const head = longestHead(text, Math.ceil(room / 2));
  const tail = longestTail(text.slice(head.length), Math.floor(room / 2));
  const line = leftOut(bytes - utf8Length(head) - utf8Length(tail), bytes);
  const shown = { head: visible(head), tail: visible(tail) };
  return {
    excerpt: `${shown.head}${shown.head === '' || shown.head.endsWith('\n') ? '' : '\n'}${line}\n${shown.tail}`,
    shortened: true,
    escaped: shown.head !== head || shown.tail !== tail,
  };
}

function leftOut(bytes: number, ofBytes: number): string {
  return `[… ${bytes} of ${ofBytes} bytes left out …]`;
}

/** The longest beginning, in whole characters, whose visible form takes at most `maxBytes`. */
function longestHead(text: string, maxBytes: number): string {
  return longest(text.length, maxBytes, (length) =>
    text.slice(0, splitsPair(text, length) ? length - 1 : length),
  );
}

/** The longest end, in whole characters, whose visible form takes at most `maxBytes`. */
function longestTail(text: string, maxBytes: number): string {
  return longest(text.length, maxBytes, (length) => {
    const start = text.length - length;
    return text.slice(splitsPair(text, start) ? start + 1 : start);
  });
}

/** Halves its way to the longest part that fits. A longer part never has a shorter visible form. */
function longest(length: number, maxBytes: number, part: (length: number) => string): string {
  let fits = 0;
  let limit = Math.min(length, maxBytes);
  while (fits < limit) {
    const middle = Math.ceil((fits + limit) / 2);
    if (utf8Length(visible(part(middle))) <= maxBytes) fits = middle;
    else limit = middle - 1;
  }
  return part(fits);
}

/** Whether a cut before the code unit at this offset would part a surrogate pair. */
function splitsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
