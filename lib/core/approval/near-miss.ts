import type { RefusalCode } from '../refusal.ts';
import { findCommands, ownCommands, type FoundCommand } from './find-commands.ts';
import { isQuestion, type Verb } from './verb.ts';

/** Why a text that was meant as a command is none. */
export type NearMissCode = Extract<
  RefusalCode,
  'hash_incomplete' | 'hash_malformed' | 'command_malformed' | 'command_ambiguous' | 'verb_unknown'
>;

/** A text that does nothing, from someone who plainly meant it to. */
export interface NearMiss {
  readonly kind: 'near_miss';
  readonly code: NearMissCode;
  /** The verb that was meant, for the clean line to answer with. Null where several were. */
  readonly verb: Verb | null;
}

const hashLength = 64;

/**
 * Tells a comment that was meant as a command from one that was not. A quoted command counts only
 * where the whole comment is a quote: someone pasted the line with its mark. Beside words of the
 * author's own a quote is what is answered, and no command. `body` is none that `parseCommand` accepts.
 */
export function nearMiss(body: string): NearMiss | { readonly kind: 'none' } {
  const { found, quoteOnly } = findCommands(body);
  const meant = quoteOnly ? found : ownCommands(found);
  const [first] = meant;
  if (first === undefined) return { kind: 'none' };
  if (meant.length > 1) {
    const verb = meant.every((command) => command.verb === first.verb) ? first.verb : null;
    return { kind: 'near_miss', code: 'command_ambiguous', verb };
  }
  return { kind: 'near_miss', code: codeOf(first, body), verb: first.verb };
}

function codeOf(command: FoundCommand, body: string): NearMissCode {
  if (!command.exact) return 'verb_unknown';
  if (isQuestion(command.verb)) return 'command_malformed';
  const written = command.rest.replace(/^[^a-z0-9\n]*/, '');
  // Mail programs break lines at 72 characters, which is between the verb and its hash.
  const broken = /^\s{1,8}[0-9a-f]{64}(?![a-z0-9])/.test(written);
  const token = broken ? written.trimStart().slice(0, hashLength) : written;
  const end = token.search(/[^a-z0-9]/);
  const digits = end === -1 ? token : token.slice(0, end);
  if (/^[0-9a-f]{0,63}$/.test(digits)) return 'hash_incomplete';
  // The digits were found in the loosened text: they are well written only if the body has them so.
  return /^[0-9a-f]{64}$/.test(digits) && body.includes(digits) ? 'command_malformed' : 'hash_malformed';
}
