import { codeSpan, fence } from '../evidence/fence.ts';
import { canonical } from '../json/canonical.ts';
import type { JsonValue } from '../json/value.ts';
import type { Proposal } from './proposal.ts';

/** How many characters beyond ASCII are named. */
const maxNamed = 12;

/** The bytes that are approved, and how anyone recomputes the hash without us. */
export function exactSection(text: string, proposal: Proposal): readonly string[] {
  const beyond = beyondAscii(proposal.action.input);
  return [
    '<details>\n<summary>The exact proposal, and how to check the hash</summary>',
    'An approval is for exactly this line. It is what Countersign stores, and the action in it is what is carried out:',
    fence(text, 'json'),
    ...(beyond.length === 0 ? [] : [`Beyond ASCII, the action’s input holds ${namedCharacters(beyond)}.`]),
    'The hash is the SHA-256 of that line. Copy it into a file, and:',
    fence("tr -d '\\n' < proposal.json | sha256sum", 'sh'),
    '</details>',
  ];
}

function namedCharacters(characters: readonly string[]): string {
  const named = characters
    .slice(0, maxNamed)
    .map((character) => `${codeSpan(character)} ${codePoint(character)}`);
  const more = characters.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function codePoint(character: string): string {
  return `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Every character beyond ASCII once: look-alikes (`а` for `a`) make two names of what reads as one (CA-08). */
function beyondAscii(value: JsonValue): readonly string[] {
  // Canonical text escapes control characters only, so every other character stands in it as it is.
  return [...new Set(canonical(value))].filter((character) => character > '~').toSorted();
}
