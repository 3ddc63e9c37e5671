import { combiningMarks, hiddenCharacters } from './characters.ts';

/** Marks on one character. Written languages stay within four; piles of hundreds cover the lines around them. */
const maxMarks = 4;

const unseen = `[${hiddenCharacters}]|[${combiningMarks}](?<=[${combiningMarks}]{${maxMarks + 1}})`;
const everyUnseen = new RegExp(unseen, 'gu');
const anyUnseen = new RegExp(unseen, 'u');

/**
 * A text as its reader must see it: each invisible, blank, bidirectional, control or private-use
 * character, each lone surrogate and each mark beyond the fourth on one character stands as
 * `\u{202E}`, in at least four upper-case hexadecimal digits. Line feed and tab stay. A carriage
 * return does not, also before a line feed: evidence shows what was there. Nothing is taken out, since
 * taking out can join what stood apart. Idempotent; at most eight times as long.
 */
export function visible(text: string): string {
  return text.replaceAll(everyUnseen, escapeCharacter);
}

/** Whether a text holds nothing that `visible` would change. What an action writes must be so. */
export function isVisible(text: string): boolean {
  return !anyUnseen.test(text);
}

/** One character as the escape that `visible` writes for it. */
export function escapeCharacter(character: string): string {
  const digits = Number(character.codePointAt(0)).toString(16).toUpperCase();
  return `\\u{${digits.padStart(4, '0')}}`;
}
