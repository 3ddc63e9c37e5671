import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { canonical, isCanonical } from '../../../lib/core/json/canonical.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { parseJson } from '../../../lib/core/json/parse.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';
import vectors from '../../vectors/canonical.json' with { type: 'json' };

interface Vector {
  readonly id: string;
  readonly why: string;
  readonly input?: string;
  readonly canonical?: string;
  readonly sha256?: string;
  readonly refuse?: boolean;
  readonly inputFile?: string;
  readonly canonicalFile?: string;
}

const texts: readonly Vector[] = vectors.text;
const accepted = texts.filter((vector) => vector.canonical !== undefined);
const refusedOnes = texts.filter((vector) => vector.refuse === true);
const published = texts.filter((vector) => vector.inputFile !== undefined);

/** Which case of the threat catalogue a vector stands for. */
const caseOf: Readonly<Record<string, string>> = {
  'JC-dup': 'CA-01',
  'JC-dup-esc': 'CA-01',
  'JC-dup-nested': 'CA-01',
  'JC-order-ascii': 'CA-02',
  'JC-order-num': 'CA-02',
  'JC-order-utf16': 'CA-02',
  'JC-neg0': 'CA-03',
  'JC-1e400': 'CA-04',
  'JC-nan': 'CA-04',
  'JC-big': 'CA-05',
  'JC-1e21': 'CA-05',
  'JC-max': 'CA-05',
  'JC-decimal-loss': 'CA-07',
  'JC-nfc': 'CA-08',
  'JC-nfd': 'CA-08',
  'JC-lone-hi': 'CA-09',
  'JC-lone-key': 'CA-09',
  'JC-swapped': 'CA-09',
  'JC-bom': 'CA-09',
  'JC-proto': 'CA-10',
  'JC-ctor': 'CA-10',
  'JC-deep': 'CA-11',
};

function title(vector: Vector): string {
  return [caseOf[vector.id], vector.id, vector.why].filter((part) => part !== undefined).join(' ');
}

describe('a text with a canonical form', () => {
  it.each(accepted.map((vector) => [title(vector), vector] as const))('%s', (_, vector) => {
    const parsed = parseJson(vector.input ?? '');
    expect(parsed.ok && canonical(parsed.value)).toBe(vector.canonical);
    expect(digestText(vector.canonical ?? '')).toBe(vector.sha256);
    expect(isCanonical(vector.canonical ?? '')).toBe(true);
    expect(isCanonical(vector.input ?? '')).toBe(vector.input === vector.canonical);
  });

  it('leaves Object.prototype as it was (CA-10)', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });
});

describe('a text that is not strict JSON is refused', () => {
  it.each(refusedOnes.map((vector) => [title(vector), vector] as const))('%s', (_, vector) => {
    expect(parseJson(vector.input ?? '').ok).toBe(false);
    expect(isCanonical(vector.input ?? '')).toBe(false);
  });
});

describe('a value that JSON cannot say throws (CA-12)', () => {
  it.each(vectors.runtime.map(({ id, what, js }) => [`${id} ${what}`, js] as const))('%s', (_, js) => {
    const value: JsonValue = runInThisContext(`(${js})`);
    expect(() => canonical(value)).toThrow(TypeError);
  });
});

/** What the six published inputs say, as values of ours. */
const publishedValues: Readonly<Record<string, JsonValue>> = {
  'JC-rfc-arrays': [56, { d: true, '10': null, '1': [] }],
  'JC-rfc-french': {
    peach: 'This sorting order',
    péché: 'is wrong according to French',
    pêche: 'but canonicalization MUST',
    sin: 'ignore locale',
  },
  'JC-rfc-structures': {
    '1': { f: { f: 'hi', F: 5 }, '\n': 56 },
    '10': {},
    '': 'empty',
    a: {},
    '111': [{ e: 'yes', E: 'no' }],
    A: {},
  },
  'JC-rfc-unicode': { 'Unnormalized Unicode': 'A\u030a' },
  'JC-rfc-values': {
    numbers: [333333333.3333333, 1e30, 4.5, 0.002, 1e-27],
    string: '\u20ac$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  },
  'JC-rfc-weird': {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\n': 'Newline',
    '1': 'One',
    '\u0080': 'Control\u007f',
    '\u{1f602}': 'Smiley',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '</script>': 'Browser Challenge',
  },
};

describe('the values of the published RFC 8785 pairs have the published digests', () => {
  it.each(published.map((vector) => [vector.id, vector] as const))('%s', (id, vector) => {
    const value = publishedValues[id];
    expect(value).toBeDefined();
    expect(digestText(canonical(value ?? null))).toBe(vector.sha256);
  });
});

/** The pairs themselves are another project's files, which are not part of this repository. */
const pairsFolder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'vectors');
const pairs = existsSync(join(pairsFolder, 'rfc8785')) ? published : [];
if (pairs.length === 0)
  console.log(`The published RFC 8785 files are not at ${pairsFolder}: read from their values alone.`);

function read(file: string | undefined): string {
  return readFileSync(join(pairsFolder, file ?? ''), 'utf8');
}

for (const vector of pairs) {
  it(`the published file of ${vector.id} is written byte for byte`, () => {
    expect(canonical(JSON.parse(read(vector.inputFile)))).toBe(read(vector.canonicalFile));
  });
}
