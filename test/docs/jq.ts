/** The few words of jq that the page uses: for `gh … --jq`, and where a machine has no jq. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };

/** What the filter gives, in order. Throws for a word it does not know. */
export function filter(text: string, input: Value): readonly Value[] {
  return text
    .split(' | ')
    .reduce<readonly Value[]>((values, stage) => values.flatMap((one) => apply(stage, one)), [input]);
}

/** As `jq -r` and `gh --jq` print: strings as they are, one value a line. */
export function print(values: readonly Value[]): string {
  return values.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
}

function apply(stage: string, input: Value): readonly Value[] {
  const [, condition] = /^select\((.*)\)$/.exec(stage) ?? [];
  if (condition !== undefined)
    return condition.split(' and ').every((part) => holds(part, input)) ? [input] : [];
  return stage.split(', ').flatMap((path) => walk(path, input));
}

function holds(part: string, input: Value): boolean {
  const [, path = '', operator = '', written = ''] = /^(\S+) (==|>) (.+)$/.exec(part) ?? [];
  const wanted: Value = JSON.parse(written);
  const [found = null] = walk(path, input);
  if (operator === '==') return found === wanted;
  return typeof found === 'number' && typeof wanted === 'number' && found > wanted;
}

function walk(path: string, input: Value): readonly Value[] {
  if (!/^(?:\.|(?:\.\w+|\.?\[\d*\])+)$/.test(path))
    throw new Error(`jq: ${path} is not among the words of the page`);
  const words = path.match(/\w+|\[\]/g) ?? [];
  return words.reduce<readonly Value[]>((values, word) => values.flatMap((one) => enter(word, one)), [input]);
}

function enter(word: string, value: Value): readonly Value[] {
  if (isList(value)) return word === '[]' ? value : [value[Number(word)] ?? null];
  return typeof value === 'object' && value !== null ? [value[word] ?? null] : [null];
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
