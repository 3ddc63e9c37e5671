import { isJsonObject, type JsonValue } from '../../core/json/value.ts';

/** Code units that are written at once: small enough to be forgotten soon. */
const slice = 16_384;

/** Whether a block of an answer is a text and nothing else. */
export function isPlain(block: JsonValue): boolean {
  if (!isJsonObject(block) || Object.keys(block).length !== 2) return false;
  return block['type'] === 'text' && typeof block['text'] === 'string';
}

/**
 * What `JSON.stringify({content})` gives for plain blocks, byte for byte, piece by piece. That one takes
 * three times the length of a long text while it writes; no piece here ends within a character.
 */
export function* textPieces(blocks: readonly JsonValue[]): Generator<string> {
  yield '{"content":[';
  for (const [index, block] of blocks.entries()) {
    if (!isJsonObject(block)) throw new TypeError('text-pieces: a block is not plain');
    yield index === 0 ? '{' : ',{';
    for (const [place, [name, value]] of Object.entries(block).entries()) {
      yield `${place === 0 ? '' : ','}${JSON.stringify(name)}:`;
      if (typeof value === 'string') yield* written(value);
    }
    yield '}';
  }
  yield ']}';
}

function* written(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at + slice - 1);
    // The two halves of a character stay together: alone, each would be written as an escape.
    const end = at + slice - (unit >= 0xd800 && unit <= 0xdbff ? 1 : 0);
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}
