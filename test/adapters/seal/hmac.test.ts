import { describe, expect, it } from 'vitest';
import { hmacSealer, hmacVerifier } from '../../../lib/adapters/seal/hmac.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { SealLine, SealSubject } from '../../../lib/core/port/seal.ts';

const key = new TextEncoder().encode('a key of at least thirty-two bytes');
const other = new TextEncoder().encode('another key of thirty-two or more bytes');
const subject: SealSubject = {
  hash: digestText('proposal'),
  record: digestText('record'),
  repositoryId: '501',
  run: '501-8809-1-01234567',
};

async function sealed(): Promise<SealLine> {
  const seal = await hmacSealer(key).seal(subject);
  if (!seal.ok || seal.value === null) throw new Error('no seal');
  return seal.value;
}

describe('OI-19: a seal by a shared key', () => {
  it('holds with the key it was made with, and names it by eight digits', async () => {
    const line = await sealed();
    expect(line.keyId).toMatch(/^[0-9a-f]{8}$/);
    expect(await hmacVerifier([key]).verify(subject, line)).toEqual({
      ok: true,
      kind: 'hmac',
      by: `key ${line.keyId}`,
      runner: null,
      environment: null,
    });
  });

  it('holds with a key that was rotated out, as long as it is listed', async () => {
    expect(await hmacVerifier([other, key]).verify(subject, await sealed())).toMatchObject({ ok: true });
  });

  it.each([
    ['another key', [other]],
    ['another key under the same name', [other]],
  ])('does not hold with %s', async (name, keys) => {
    const line = await sealed();
    const foreign = await hmacSealer(other).seal(subject);
    const keyId = foreign.ok && foreign.value !== null ? foreign.value.keyId : '';
    const shown = name.endsWith('name') ? { ...line, keyId } : line;
    expect(await hmacVerifier(keys).verify(subject, shown)).toEqual({ ok: false, code: 'seal_invalid' });
  });

  it.each(['hash', 'record', 'repositoryId', 'run'] as const)(
    'does not hold in another context: %s',
    async (member) => {
      const moved = { ...subject, [member]: member === 'repositoryId' ? '502' : digestText('other') };
      expect(await hmacVerifier([key]).verify(moved, await sealed())).toEqual({
        ok: false,
        code: 'seal_invalid',
      });
    },
  );

  it.each([
    ['cut', (value: string) => value.slice(0, 32)],
    ['upper case', (value: string) => value.toUpperCase()],
    ['with a digit more', (value: string) => `${value}0`],
    ['empty', () => ''],
  ])('a tag that is %s does not hold', async (_, change) => {
    const line = await sealed();
    const verdict = await hmacVerifier([key]).verify(subject, { ...line, value: change(line.value) });
    expect(verdict).toEqual({ ok: false, code: 'seal_invalid' });
  });

  it('no seal, and a kind that nobody holds keys for, are refused by their own codes', async () => {
    expect(await hmacVerifier([key]).verify(subject, null)).toEqual({ ok: false, code: 'seal_missing' });
    expect(await hmacVerifier([]).verify(subject, await sealed())).toEqual({
      ok: false,
      code: 'seal_kind_refused',
    });
  });

  it.each([0, 1, 31])('a key of %d bytes is not taken at all', (length) => {
    const short = new Uint8Array(length).fill(7);
    expect(() => hmacSealer(short)).toThrow(RangeError);
    expect(() => hmacVerifier([key, short])).toThrow(RangeError);
  });
});
