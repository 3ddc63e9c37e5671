import { deflateRawSync } from 'node:zlib';
import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordCodec } from '../../../lib/adapters/record/codec.ts';

const malformed = { ok: false, fault: 'record_malformed' };
const pack = (bytes: Uint8Array): string => deflateRawSync(bytes).toString('base64url');

describe('a packed record', () => {
  test('EV-20: comes back byte for byte, whatever it holds', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const packed = recordCodec.encode(text);
        const back = recordCodec.decode(packed);
        return /^[A-Za-z0-9_-]+$/.test(packed) && back.ok && back.value === text;
      }),
      { numRuns: 500 },
    );
    const hostile = '--> <!-- countersign:record:v1 AAAA -->\u0000\u202e﻿';
    expect(recordCodec.decode(recordCodec.encode(hostile))).toEqual({ ok: true, value: hostile });
  });

  test('keeps a byte order mark, so that the strict parser refuses it', () => {
    expect(recordCodec.decode(pack(Buffer.from('﻿{}')))).toEqual({ ok: true, value: '﻿{}' });
  });

  test('is made of well-formed text only', () => {
    expect(() => recordCodec.encode('\ud800')).toThrow(TypeError);
  });
});

describe('what is no packed record', () => {
  const packed = recordCodec.encode('{"kind":"countersign/record@1","proposal":"…"}');

  test.each([
    ['nothing', ''],
    ['padding', `${packed}=`],
    ['a blank', `${packed} `],
    ['a line feed inside', `${packed.slice(0, 8)}\n${packed.slice(8)}`],
    ['standard base64', '+/+/'],
    ['a stray character', `${packed}A`],
    ['surplus bits', `${packed.slice(0, -1)}${packed.endsWith('_') ? '-' : '_'}`],
    ['another alphabet', 'ÄÖÜ'],
    ['no deflate stream', Buffer.from('not deflated').toString('base64url')],
    ['a cut stream', Buffer.from(packed, 'base64url').subarray(0, 20).toString('base64url')],
    [
      'bytes behind the stream',
      Buffer.concat([Buffer.from(packed, 'base64url'), Buffer.from('x')]).toString('base64url'),
    ],
    ['two streams', Buffer.concat([deflateRawSync('a'), deflateRawSync('b')]).toString('base64url')],
    ['broken UTF-8', pack(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['CA-09: a surrogate in UTF-8', pack(Buffer.from([0xed, 0xa0, 0x80]))],
    ['CA-09: an overlong form', pack(Buffer.from([0xc0, 0xaf]))],
    ['DO-01: more than a body can hold', 'A'.repeat(65_537)],
  ])('is refused: %s', (_, text) => {
    expect(recordCodec.decode(text)).toEqual(malformed);
  });

  test('DO-01: a bomb ends at 1 MiB', () => {
    const bomb = pack(Buffer.alloc(40 * 1_048_576, 0x20));
    expect(bomb.length).toBeLessThan(65_536);
    expect(recordCodec.decode(bomb)).toEqual(malformed);
    expect(recordCodec.decode(pack(Buffer.alloc(1_048_577, 0x20)))).toEqual(malformed);
    expect(recordCodec.decode(pack(Buffer.alloc(1_048_576, 0x20))).ok).toBe(true);
  });

  test('CA-20: a flipped bit gives another text or none, except in bits that deflate leaves unused', () => {
    const text = 'every bit of a record counts, also here';
    const bytes = Buffer.from(recordCodec.encode(text), 'base64url');
    let same = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      const index = Math.floor(bit / 8);
      flipped[index] = (flipped[index] ?? 0) ^ (1 << (bit % 8));
      const back = recordCodec.decode(flipped.toString('base64url'));
      if (back.ok && back.value === text) same += 1;
    }
    expect(same).toBeLessThan(8);
  });
});
