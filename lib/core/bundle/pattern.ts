import { ok, refused, type Result } from '../result.ts';

/**
 * A parameter's pattern: a sequence of characters and `[classes]`, each with `?`, `*`, `+`, `{n}` or
 * `{n,m}`. No groups, no alternatives, always the whole value. Unlike a regular expression it cannot
 * be made slow: matching takes at most (length of the value) × (sum of its repetitions, at most 1,000) steps.
 */
export interface Pattern {
  readonly source: string;
  readonly items: readonly PatternItem[];
}

interface PatternItem {
  /** Inclusive ranges of code points. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly negated: boolean;
  readonly min: number;
  /** `Infinity` for `*` and `+`. */
  readonly max: number;
}

const maxSource = 200;
/** Bounds what matching has to remember, all items together. */
const maxRepetitions = 1000;
const syntax =
  /(?:\[(\^?)((?:\\[\\\]^-]|[^\\\]])+)\]|\\([\\.*+?[\](){}|^$/-])|([^\\.*+?[\](){}|^$]))(?:([*+?])|\{(\d{1,4})(?:,(\d{1,4}))?\})?/uy;

/** Reads a pattern. Refuses what it does not know, instead of reading it in another sense. */
export function parsePattern(source: string): Result<Pattern, 'pattern_invalid'> {
  if (source === '' || source.length > maxSource) return refused('pattern_invalid');
  const items: PatternItem[] = [];
  syntax.lastIndex = 0;
  while (syntax.lastIndex < source.length) {
    const match = syntax.exec(source);
    if (match === null) return refused('pattern_invalid');
    const [, caret, inside, escaped, plain, sign, least, most] = match;
    const ranges = inside === undefined ? single(String(escaped ?? plain)) : rangesOf(inside);
    const { min, max } = repeatOf(sign, least, most);
    if (ranges === null || min > max) return refused('pattern_invalid');
    items.push({ ranges, negated: caret === '^', min, max });
  }
  const repetitions = items.reduce((sum, { min, max }) => sum + (max === Infinity ? min + 1 : max), 0);
  return repetitions > maxRepetitions ? refused('pattern_invalid') : ok({ source, items });
}

/** Whether the pattern fits the whole text. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  // All items that could be at work, each with the numbers of repetitions it may have behind it.
  let states = reachable(pattern.items, new Map([[0, new Set([0])]]));
  for (const character of text) {
    const point = pointOf(character);
    const next = new Map<number, Set<number>>();
    for (const [index, counts] of states) {
      const item = pattern.items[index];
      if (item === undefined || !accepts(item, point)) continue;
      // Without an upper bound it only matters whether the lower one is reached.
      const most = item.max === Infinity ? item.min : item.max;
      for (const count of counts) if (count < item.max) add(next, index, Math.min(count + 1, most));
    }
    states = reachable(pattern.items, next);
  }
  return states.has(pattern.items.length);
}

function reachable(
  items: readonly PatternItem[],
  states: Map<number, Set<number>>,
): Map<number, Set<number>> {
  for (const [index, item] of items.entries()) {
    for (const count of states.get(index) ?? []) if (count >= item.min) add(states, index + 1, 0);
  }
  return states;
}

function add(states: Map<number, Set<number>>, index: number, count: number): void {
  const counts = states.get(index);
  if (counts === undefined) states.set(index, new Set([count]));
  else counts.add(count);
}

function accepts(item: PatternItem, point: number): boolean {
  return item.ranges.some(([first, last]) => point >= first && point <= last) !== item.negated;
}

/** A character is never empty, so it has a code point. */
function pointOf(character: string): number {
  return Number(character.codePointAt(0));
}

function single(character: string): readonly (readonly [number, number])[] {
  return [[pointOf(character), pointOf(character)]];
}

function rangesOf(inside: string): readonly (readonly [number, number])[] | null {
  const members = [...inside.matchAll(/\\?(.)(?:-\\?(.))?/gsu)];
  const ranges = members.map(([, first, last]): readonly [number, number] => [
    pointOf(String(first)),
    pointOf(String(last ?? first)),
  ]);
  return ranges.every(([first, last]) => first <= last) ? ranges : null;
}

function repeatOf(
  sign: string | undefined,
  least: string | undefined,
  most: string | undefined,
): { readonly min: number; readonly max: number } {
  if (least !== undefined) return { min: Number(least), max: Number(most ?? least) };
  if (sign === '?') return { min: 0, max: 1 };
  if (sign === '*') return { min: 0, max: Infinity };
  return { min: 1, max: sign === '+' ? Infinity : 1 };
}
