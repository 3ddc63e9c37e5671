import { expect, it } from 'vitest';
import { readAnswer } from '../../../lib/adapters/mcp-client/answer.ts';
import { digestPieces, digestText } from '../../../lib/core/json/digest.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';

function piecesOf(result: JsonObject): { readonly pieces: readonly string[]; readonly isText: boolean } {
  const read = readAnswer(result);
  if (!read.ok) throw new Error(read.fault);
  return { pieces: [...read.value.output()], isText: read.value.isText };
}

const long = 16_384;

it.each([
  ['a', long * 3 + 1],
  ['\n"\\', long],
  ['🎉', long],
  ['a🎉', long],
  ['\ud800', long + 3],
  ['\udc00\ud800', long],
  ['', 1],
])('EV-16: an answer of many %j is digested piece by piece as it would be written', (part, times) => {
  for (const shift of ['', 'x']) {
    const content = [
      { type: 'text', text: shift + part.repeat(times) },
      { text: 'second', type: 'text' },
    ];
    const { pieces, isText } = piecesOf({ content });
    const whole = JSON.stringify({ content });
    expect(isText).toBe(true);
    expect(pieces.join('') === whole).toBe(true);
    expect(digestPieces(pieces)).toEqual({ digest: digestText(whole), bytes: Buffer.byteLength(whole) });
  }
});

it.each<readonly [JsonObject]>([
  [{ content: [{ type: 'text', text: 'a', annotations: {} }] }],
  [{ content: [{ type: 'image', data: 'AAAA' }] }],
  [{ content: [{ type: 'image', text: 'a' }] }],
  [{ content: [{ type: 'text', text: 'a' }], structuredContent: { a: 1 } }],
  [{ structuredContent: { a: 1 } }],
])('an answer with more than text is one piece: %j', (result) => {
  expect(piecesOf(result)).toEqual({ pieces: [JSON.stringify(result)], isText: false });
});

it('a piece that ends within a character has no digest', () => {
  expect(() => digestPieces(['a\ud83c', '\udf89'])).toThrow('lone surrogate');
});
