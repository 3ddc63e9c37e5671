import { codeSpan, quote } from '../evidence/fence.ts';
import { matchText } from './match.ts';

/** The functions that a bundle's expressions may call besides GitHub's own. None of them reads the world. */
export const bundleFunctions = {
  quote: (text: string): string => quote(text),
  code: (text: string): string => codeSpan(text),
  match: (text: string, pattern: string): string => {
    const matched = matchText(text, pattern);
    // The value itself is evidence, and a fault is read by people who have not seen it fenced.
    if (matched === null) throw new Error(`the value does not match ${pattern}`);
    return matched;
  },
} as const;
