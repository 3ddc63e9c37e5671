import { isDeepStrictEqual } from 'node:util';
import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, isCanonical } from '../../../lib/core/json/canonical.ts';
import { digestDocument, digestText } from '../../../lib/core/json/digest.ts';
import { parseJson } from '../../../lib/core/json/parse.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../lib/core/json/value.ts';
import { anyJsonValue, strictJsonValue } from '../../support/json-value.ts';

const numRuns = 3000;

/** The value of a text that must be strict JSON. */
function parsed(text: string): JsonValue {
  const read = parseJson(text);
  if (!read.ok) throw new Error(`refused: ${read.fault.code} at ${read.fault.offset} of ${text}`);
  return read.value;
}

/** The same value with members in another order and white space around every token. */
function respell(value: JsonValue, space: string): string {
  if (isJsonArray(value))
    return `[${space}${value.map((item) => respell(item, space)).join(`${space},${space}`)}]`;
  if (!isJsonObject(value)) return `${space}${JSON.stringify(value)}${space}`;
  const members = Object.entries(value).toReversed();
  const written = members.map(
    ([name, member]) => `${JSON.stringify(name)}${space}:${respell(member, space)}`,
  );
  return `${space}{${written.join(`${space},`)}${space}}${space}`;
}

describe('laws of the canonical text', () => {
  it('CA-15: reading it back gives the value, and writing that gives the text', () => {
    fc.assert(
      fc.property(strictJsonValue, (value) => {
        const text = canonical(value);
        const back = parsed(text);
        expect(canonical(back)).toBe(text);
        expect(isCanonical(text)).toBe(true);
        // `JSON.parse` stands apart from our parser and has merged nothing here.
        expect(back).toEqual(JSON.parse(text));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns },
    );
  });

  it('CA-15: neither the order of members nor white space changes it', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 });
    fc.assert(
      fc.property(strictJsonValue, space, (value, blanks) => {
        expect(canonical(parsed(respell(value, blanks)))).toBe(canonical(value));
      }),
      { numRuns },
    );
  });

  it('CA-16: the package canonicalize writes the same bytes', () => {
    fc.assert(
      fc.property(anyJsonValue, (value) => {
        expect(canonical(value)).toBe(canonicalize(value));
      }),
      { numRuns: 5000 },
    );
  });

  it('two values have one digest exactly when they are equal', () => {
    fc.assert(
      fc.property(strictJsonValue, strictJsonValue, fc.boolean(), (left, other, again) => {
        const right = again ? parsed(respell(left, '')) : other;
        const [one, two] = [left, right].map((value) => digestText(canonical(value)));
        expect(one === two).toBe(
          isDeepStrictEqual(JSON.parse(canonical(left)), JSON.parse(canonical(right))),
        );
        expect(again && one !== two).toBe(false);
      }),
      { numRuns },
    );
  });

  it('CA-17: the same content under another kind has another digest', () => {
    const content = { id: '1', note: 'the same' };
    const kinds = [
      'countersign/proposal@1',
      'countersign/record@1',
      'countersign/policy@1',
      'countersign/proposal@2',
    ];
    const digests = kinds.map((kind) => digestDocument({ kind, ...content }));
    expect(new Set(digests).size).toBe(kinds.length);
  });
});

describe('CA-20: one flipped bit', () => {
  const text = canonical({
    kind: 'countersign/proposal@1',
    action: {
      input: { labels: ['incident', 'p1'], title: 'payments: d\u00e9grad\u00e9 \u{1f525}' },
      count: 12.5,
    },
    evidence: [true, false, null, -7, 1e-7],
  });
  const bytes = new TextEncoder().encode(text);

  it('anywhere in a canonical text gives another digest, or no canonical text', () => {
    const digest = digestText(text);
    const ends = { notUtf8: 0, refused: 0, another: 0 };
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Uint8Array.from(bytes, (byte, at) =>
        at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
      );
      let altered: string;
      try {
        altered = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(flipped);
      } catch {
        ends.notUtf8 += 1;
        continue;
      }
      if (isCanonical(altered)) {
        ends.another += 1;
        expect(digestText(canonical(parsed(altered)))).not.toBe(digest);
      } else {
        ends.refused += 1;
      }
    }
    expect(ends.notUtf8 + ends.refused + ends.another).toBe(bytes.length * 8);
    expect(Math.min(ends.notUtf8, ends.refused, ends.another)).toBeGreaterThan(50);
  });
});
