import { hiddenCharacters } from '../evidence/characters.ts';

const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const blanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;
const slashes = /[\u2044\u2215\u2571\u29f8]|&(?:#0{0,4}47|#x0{0,4}2f|sol);/gi;
const fullWidth = /[\uff01-\uff5e]/g;
const hidden = new RegExp(`(?!\\n)[${hiddenCharacters}]`, 'gu');

/** Cyrillic and Greek letters that look like letters of a verb or of a hash, and those letters. */
const lookalikes = 'аеорсуѕіјѵԁвАЕОРСУЅІЈВМТαορνυε';
const looksLike = 'aeopcysijvdbaeopcysijbmtaopvue';
const anyLookalike = new RegExp(`[${lookalikes}]`, 'gu');

/**
 * A text as someone who meant a command may have meant it: every kind of line end, blank and slash the
 * plain one, look-alikes folded, what cannot be seen dropped, lower case. It serves to recognise near
 * misses and second commands. No command is ever accepted from it.
 */
export function loosen(text: string): string {
  return text
    .replaceAll(lineEnds, '\n')
    .replaceAll(blanks, ' ')
    .replaceAll(slashes, '/')
    .replaceAll(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll(anyLookalike, (character) => looksLike.charAt(lookalikes.indexOf(character)))
    .replaceAll(hidden, '')
    .toLowerCase();
}
