import { loosen } from './loosen.ts';
import { meantVerb, type MeantVerb } from './meant-verb.ts';
import { hashVerbs } from './verb.ts';

/** A place in a text that reads as a command, or as a slip of one. */
export interface FoundCommand extends Omit<MeantVerb, 'glued'> {
  /** Whether it stands in a quoted line, where it is somebody else's. */
  readonly quoted: boolean;
  /** The loosened text behind the verb, to its end. */
  readonly rest: string;
}

/** What a text holds of commands, in order. */
export interface Findings {
  readonly found: readonly FoundCommand[];
  /** Whether every line that is not blank is quoted. */
  readonly quoteOnly: boolean;
}

const slashWord = /\/([a-z0-9]+)/g;
const anyHash = /[0-9a-f]{64}/;
const wholeHash = /^[^a-z0-9\n]{0,20}[0-9a-f]{64}(?![a-z0-9])/;
/** People forget the slash; with a whole hash behind it at the start of a line there is no doubt. */
const bareVerb = new RegExp(`^[^a-z0-9/]*(?:${hashVerbs.join('|')})(?=[ :]{1,4}[0-9a-f]{64}(?![a-z0-9]))`);

/**
 * Finds what reads as a command once look-alikes are folded: at the start of a line, markup and a
 * mention aside, any word that means a verb; within a line only the verb itself with a whole hash
 * behind it, so that prose about a command is none.
 */
export function findCommands(text: string): Findings {
  const loose = loosen(text);
  const found: FoundCommand[] = [];
  let quoteOnly = true;
  let start = 0;
  for (const line of loose.split('\n')) {
    const quoted = /^ {0,3}>/.test(line);
    if (!quoted && /[^ \t]/.test(line)) quoteOnly = false;
    const commands = line === '' ? [] : commandsOfLine(line);
    for (const { end, ...command } of commands) {
      found.push({ ...command, quoted, rest: loose.slice(start + end) });
    }
    start += line.length + 1;
  }
  return { found, quoteOnly };
}

/** Those that are not quoted. Quoted text never counts. */
export function ownCommands(found: readonly FoundCommand[]): readonly FoundCommand[] {
  return found.filter((command) => !command.quoted);
}

type InLine = Omit<MeantVerb, 'glued'> & { readonly end: number };

function commandsOfLine(line: string): readonly InLine[] {
  const found: InLine[] = [];
  const bare = bareVerb.exec(line)?.[0].replace(/^[^a-z]*/, '');
  const bareMeant = hashVerbs.find((verb) => verb === bare);
  if (bareMeant !== undefined)
    found.push({ verb: bareMeant, exact: true, end: line.indexOf(bareMeant) + bareMeant.length });
  const holdsHash = anyHash.test(line);
  let first = true;
  for (const match of line.matchAll(slashWord)) {
    const word = match[0].slice(1);
    const meant = meantVerb(word);
    if (meant === null) continue;
    const { verb, exact, glued } = meant;
    const end = match.index + 1 + word.length - glued.length;
    // Whatever is in front of the second word, the first one is, so that only the first can open the line.
    const counts =
      (first && opensLine(line.slice(0, match.index))) || (exact && isWhole(line, match.index, end));
    first = false;
    if (counts) found.push({ verb, exact, end });
    // Without any hash no further word can count, however many there are.
    if (!holdsHash) break;
  }
  return found;
}

/** Markup, a list's number and a mention may stand before a command that opens its line; words may not. */
function opensLine(before: string): boolean {
  return !/[\p{L}\p{N}]/u.test(
    before.replaceAll(/<\/?[a-z][^<>]*>|<!--[^<>]*-->|@[a-z0-9/_-]+|[0-9]{1,3}[.)]/g, ''),
  );
}

/** Within a line: the verb is no part of a path or address, and a whole hash follows. */
function isWhole(line: string, start: number, end: number): boolean {
  return !/[a-z0-9/.:_-]/.test(line.charAt(start - 1)) && wholeHash.test(line.slice(end, end + 100));
}
