import { refused, type Result } from '../result.ts';
import { matchesPattern, parsePattern, type Pattern } from './pattern.ts';

/** Longer values are no names, numbers or ids. */
const maxMatched = 200;

/**
 * Reads a pattern for `match()`. It may let only letters, digits and `_ . / : -` through, none of which is
 * markup, a mention or a command anywhere: that is what makes a piece of evidence fit to stand bare.
 */
export function parseMatchPattern(source: string): Result<Pattern, 'pattern_invalid'> {
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const isHarmless = parsed.value.items.every(
    ({ negated, ranges }) =>
      !negated && ranges.every((range) => harmless.some((one) => isWithin(range, one))),
  );
  return isHarmless ? parsed : refused('pattern_invalid');
}

/** The text, where the pattern fits all of it; null where it does not. */
export function matchText(text: string, source: string): string | null {
  const pattern = parseMatchPattern(source);
  if (!pattern.ok || text.length > maxMatched) return null;
  return matchesPattern(pattern.value, text) ? text : null;
}

type Range = readonly [number, number];

const harmless: readonly Range[] = ['09', 'AZ', 'az', '__', '..', '//', '::', '--'].map((ends) => [
  ends.charCodeAt(0),
  ends.charCodeAt(1),
]);

function isWithin([first, last]: Range, [from, to]: Range): boolean {
  return first >= from && last <= to;
}
