import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../lib/adapters/mcp-client/answer.ts';
import type { JsonValue } from '../../../lib/core/json/value.ts';

function authorsOf(authors: JsonValue): unknown {
  const read = readAnswer({ content: [], _meta: { 'countersign/authors': authors } });
  return read.ok ? read.value.authors : read.fault;
}

describe('who wrote what a tool read', () => {
  test('is what the answer lists: numeric ids, each once', () => {
    expect(authorsOf(['41', '42'])).toEqual(['41', '42']);
  });

  test.each([
    ['nothing is listed', []],
    ['one is no id', ['41', 'kim']],
    ['one is a number, which two readers may read differently', [41]],
    ['one is listed twice', ['41', '41']],
    ['there are more than a receipt holds', Array.from({ length: 101 }, (_, index) => String(index + 1))],
    ['it is no list', '41'],
    ['an id has a zero before it', ['041']],
  ])('is unknown where %s', (_, given) => {
    expect(authorsOf(given)).toBe('unknown');
  });

  test('is unknown where the answer does not say', () => {
    const read = readAnswer({ content: [] });
    expect(read.ok && read.value.authors).toBe('unknown');
  });
});
