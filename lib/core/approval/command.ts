import { boundExcerpt } from '../evidence/bound.ts';
import { isDigest, type Digest } from '../json/digest.ts';
import { findCommands, ownCommands } from './find-commands.ts';
import { nearMiss, type NearMiss } from './near-miss.ts';
import { hashVerbs, questions, type Verb } from './verb.ts';

/** What a comment's body says. Only `command` does anything; `near_miss` is answered, `none` is not. */
export type ParsedCommand = Command | NearMiss | { readonly kind: 'none' };

/** A comment that is a command as a whole. */
export interface Command {
  readonly kind: 'command';
  readonly verb: Verb;
  /** Null for a question, which names no proposal. */
  readonly hash: Digest | null;
  /** Why, of a rejection: visible text of at most `maxReasonBytes`, its lines ended by LF. Empty for every other verb. */
  readonly reason: string;
}

/** In UTF-16 code units: GitHub's 65,536 characters, each of which may take two. */
export const maxBodyLength = 131_072;

/** In UTF-8 bytes. A longer reason is shortened in its middle; the comment itself holds the rest. */
export const maxReasonBytes = 1000;

/** Blanks and line ends that phones and web forms add. In UTF-16 code units: CRLF counts two. */
const maxTrailing = 16;

const hashLength = 64;

/**
 * Reads a comment's body, matched as it is: nothing is trimmed, folded or normalised. `/approve`,
 * `/cancel` and `/resume`, one space, the 64 digits and at most 16 trailing blanks are the whole body,
 * and so is a question, `/status`, `/who`, `/why` or `/help`. `/reject` and its hash may be followed by a reason, since a wrong no is safe,
 * as long as no second command stands in it outside of a quote. What a person plainly meant as a
 * command is a near miss, with the code to answer it by. Null, which some deliveries carry, is no
 * command, and neither is a body over `maxBodyLength`, which GitHub never delivers. Linear time.
 */
export function parseCommand(body: string | null): ParsedCommand {
  if (body === null || body.length > maxBodyLength) return { kind: 'none' };
  return exactCommand(body) ?? nearMiss(body);
}

function exactCommand(body: string): Command | null {
  const question = questions.find((candidate) => body.startsWith(`/${candidate}`));
  if (question !== undefined && isTrailing(body.slice(question.length + 1)))
    return { kind: 'command', verb: question, hash: null, reason: '' };

  const verb = hashVerbs.find((candidate) => body.startsWith(`/${candidate} `));
  if (verb === undefined) return null;
  const start = verb.length + 2;
  const hash = body.slice(start, start + hashLength);
  const rest = body.slice(start + hashLength);
  if (!isDigest(hash)) return null;
  if (verb !== 'reject') return isTrailing(rest) ? { kind: 'command', verb, hash, reason: '' } : null;

  if (!/^(?:$|[ \t\n]|\r\n)/.test(rest)) return null;
  const { found } = findCommands(body);
  if (ownCommands(found).filter((command) => command.exact).length > 1) return null;
  return {
    kind: 'command',
    verb,
    hash,
    reason: boundExcerpt(withoutOuterBlanks(rest.replaceAll('\r\n', '\n')), maxReasonBytes).excerpt,
  };
}

function isTrailing(rest: string): boolean {
  return rest.length <= maxTrailing && /^(?:[ \t\n]|\r\n)*$/.test(rest);
}

/** Not `trim()`, which takes 25 kinds of character, nor `/[ ]+$/`, which takes quadratic time. */
function withoutOuterBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
