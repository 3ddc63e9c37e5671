import { describe, expect, it } from 'vitest';
import { redact } from '../../../lib/core/evidence/redact.ts';

const pem = '-----BEGIN EC PRIVATE KEY-----\nTUlJ\nRkZG\n-----END EC PRIVATE KEY-----';

describe('SE-01: taking credentials out of a text', () => {
  it.each([
    ['a given one', 'x my-own-secret y', 'x [redacted] y'],
    ['a given one inside a word', 'xmy-own-secrety', 'x[redacted]y'],
    ['a token', `token ghs_${'a'.repeat(40)} end`, 'token [redacted] end'],
    [
      'a token in an address',
      `https://x:ghp_${'a'.repeat(36)}@github.com/`,
      'https://x:[redacted]@github.com/',
    ],
    ['a token behind an escape', String.raw`"a\nghs_${'a'.repeat(40)}"`, String.raw`"a\[redacted]"`],
    ['a private key', `a\n${pem}\nb`, 'a\n[redacted]\nb'],
    ['two private keys', `${pem} and ${pem}`, '[redacted] and [redacted]'],
    ['a private key as JSON', JSON.stringify(pem), '"[redacted]"'],
    ['a private key without its end', 'a -----BEGIN PRIVATE KEY-----\nTUlJ', 'a [redacted]'],
    ['a private key with half an end', 'a -----BEGIN PRIVATE KEY-----\nT -----END x', 'a [redacted]'],
    ['a certificate stays', '-----BEGIN CERTIFICATE-----\nTUlJ', '-----BEGIN CERTIFICATE-----\nTUlJ'],
    ['words stay', 'nothing to see here, just words and 12345678901234567890123', null],
  ])('%s', (_, text, expected) => {
    expect(redact(text, ['my-own-secret'])).toBe(expected ?? text);
  });

  it('a known secret of a few characters does not blank ordinary words', () => {
    expect(redact('the cat', ['the', 'cat'])).toBe('the cat');
  });

  it.each([
    ['begins of keys', '-----BEGIN '.repeat(500_000)],
    ['begins of tokens', 'ghs_'.repeat(1_000_000)],
    ['begins of JWTs', 'eyJ.'.repeat(1_000_000)],
  ])('SE-05: megabytes of near misses are done in linear time: %s', (_, text) => {
    expect(redact(text, []).length).toBeGreaterThan(0);
  });
});
