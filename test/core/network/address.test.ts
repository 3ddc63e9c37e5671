import { describe, expect, it } from 'vitest';
import { isPublic, parseAddress, sameAddress } from '../../../lib/core/network/address.ts';

describe('an address is read as programs write it', () => {
  it.each([
    ['1.2.3.4', [1, 2, 3, 4]],
    ['0.0.0.0', [0, 0, 0, 0]],
    ['::1', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['::', Array.from({ length: 16 }, () => 0)],
    ['2001:DB8::1', [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['::ffff:10.0.0.1', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1]],
    ['1:2:3:4:5:6:7:8', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
    ['1::', [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('%s', (text, bytes) => {
    expect(parseAddress(text)).toEqual(bytes);
  });

  it.each([
    '',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '①②⑦.⓪.⓪.①',
    'localhost',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8:9',
    '12345::',
    'fe80::1%eth0',
    '::ffff:256.0.0.1',
    '::127.1',
    'g::1',
  ])('SS-01: %j is none', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe('only the public internet is public', () => {
  const isPublicText = (text: string): boolean => {
    const bytes = parseAddress(text);
    if (bytes === null) throw new Error(`no address: ${text}`);
    return isPublic(bytes);
  };

  it.each([
    '8.8.8.8',
    '140.82.112.3',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:50c0:8000::153',
  ])('%s is', (text) => expect(isPublicText(text)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
  ])('SS-02: %s is not', (text) => expect(isPublicText(text)).toBe(false));

  it.each([
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '2001::1',
    '2002:a9fe:a9fe::',
    '2001:db8::1',
    '3fff::1',
    'fc00::1',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '::ffff:8.8.8.8',
  ])('SS-02: %s is not: it is local, or carries another address', (text) =>
    expect(isPublicText(text)).toBe(false),
  );
});

it('two spellings of one address are the same, and two lengths never', () => {
  expect(sameAddress(parseAddress('::1') ?? [], parseAddress('0:0:0:0:0:0:0:1') ?? [])).toBe(true);
  expect(sameAddress(parseAddress('127.0.0.1') ?? [], parseAddress('127.0.0.2') ?? [])).toBe(false);
  expect(sameAddress(parseAddress('127.0.0.1') ?? [], parseAddress('::1') ?? [])).toBe(false);
});
