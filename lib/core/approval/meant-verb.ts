import { hashVerbs, verbs, type Verb } from './verb.ts';

/** The verb that a word stands for. */
export interface MeantVerb {
  readonly verb: Verb;
  /** Whether the word is the verb, rather than a slip of it. */
  readonly exact: boolean;
  /** What is glued to the verb: the beginning of a hash. */
  readonly glued: string;
}

/**
 * The verb that a lower-case word stands for, or null: the verb itself, with digits of a hash glued to
 * it, with an ending (`approved`, `cancelled`), or with one slip of a finger (`aprove`, `rejcet`).
 * A question takes no slip: other bots have commands that differ from it by a letter.
 */
export function meantVerb(word: string): MeantVerb | null {
  const exact = verbs.find((verb) => verb === word);
  if (exact !== undefined) return { verb: exact, exact: true, glued: '' };

  const beginning = hashVerbs.find((verb) => word.startsWith(verb));
  const rest = beginning === undefined ? '' : word.slice(beginning.length);
  if (beginning !== undefined && /^[0-9a-f]{7,}$/.test(rest))
    return { verb: beginning, exact: true, glued: rest };
  if (beginning !== undefined && rest.length <= 3) return { verb: beginning, exact: false, glued: '' };

  const slip = hashVerbs.find((verb) => isOneSlip(word, verb));
  return slip === undefined ? null : { verb: slip, exact: false, glued: '' };
}

/** Whether one letter is missing, too many, another, or swapped with its neighbour. */
function isOneSlip(word: string, verb: string): boolean {
  let at = 0;
  while (at < verb.length && word[at] === verb[at]) at += 1;
  const [restOfWord, restOfVerb] = [word.slice(at), verb.slice(at)];
  return (
    restOfWord === restOfVerb.slice(1) ||
    restOfWord.slice(1) === restOfVerb ||
    restOfWord.slice(1) === restOfVerb.slice(1) ||
    restOfWord === swapped(restOfVerb)
  );
}

function swapped(text: string): string {
  return text.slice(1, 2) + text.slice(0, 1) + text.slice(2);
}
