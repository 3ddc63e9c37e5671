import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  digestBytes,
  digestDocument,
  digestText,
  equalDigests,
  isDigest,
  macDocument,
} from '../../../lib/core/json/digest.ts';

const digest = 'a3'.repeat(32);
const document = { kind: 'countersign/test@1', b: 2, a: 'é' };
const text = '{"a":"é","b":2,"kind":"countersign/test@1"}';

/** What hashing without a check gives. */
function unchecked(written: string): string {
  return createHash('sha256').update(written, 'utf8').digest('hex');
}

describe('a digest', () => {
  it('of a text is the SHA-256 that sha256sum prints for its UTF-8 bytes', () => {
    expect(digestText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(digestText('é\u{1f602}')).toBe(digestBytes(new TextEncoder().encode('é\u{1f602}')));
  });

  it('CA-09: of a lone surrogate throws, since all of them have the same bytes', () => {
    expect(unchecked('\ud800')).toBe(unchecked('\udfff'));
    expect(() => digestText('\ud800')).toThrow(TypeError);
    expect(() => digestText('a\udfffb')).toThrow(TypeError);
  });

  it('of a document is that of its canonical text', () => {
    expect(digestDocument(document)).toBe(digestText(text));
  });

  it('CA-17: of a document depends on its kind', () => {
    expect(digestDocument({ ...document, kind: 'countersign/test@2' })).not.toBe(digestDocument(document));
  });

  it('keyed, is HMAC-SHA-256 over the canonical text', () => {
    const key = new Uint8Array(32).fill(7);
    expect(macDocument(key, document)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    expect(macDocument(new Uint8Array(32).fill(8), document)).not.toBe(macDocument(key, document));
  });
});

describe('isDigest takes 64 lowercase hexadecimal digits', () => {
  it.each<[string, unknown, boolean]>([
    ['64 of them', digest, true],
    ['AP-01 63', digest.slice(1), false],
    ['65', `${digest}a`, false],
    ['AP-02 an upper-case one', digest.toUpperCase(), false],
    ['a line feed behind them', `${digest}\n`, false],
    ['a space before them', ` ${digest}`, false],
    ['AP-09 a full-width digit', `${digest.slice(1)}\uff13`, false],
    ['no text', null, false],
    ['a list that reads like one', [digest], false],
  ])('%s', (_, value, expected) => {
    expect(isDigest(value)).toBe(expected);
  });
});

describe('equalDigests', () => {
  it('is true for two equal digests', () => {
    expect(equalDigests(digest, 'a3'.repeat(32))).toBe(true);
  });

  it('CA-20: is false for every single flipped bit', () => {
    const bytes = Buffer.from(digest, 'hex');
    for (let bit = 0; bit < 256; bit += 1) {
      const flipped = Buffer.from(
        bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
      );
      expect(equalDigests(digest, flipped.toString('hex'))).toBe(false);
    }
  });

  it.each([
    ['AP-01 a prefix', digest.slice(0, 8)],
    ['AP-02 the same in capitals', digest.toUpperCase()],
    ['nothing', ''],
  ])('is false for %s', (_, other) => {
    expect(equalDigests(digest, other)).toBe(false);
    expect(equalDigests(other, digest)).toBe(false);
    expect(equalDigests(other, other)).toBe(false);
  });
});
