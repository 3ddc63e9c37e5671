import { describe, expect, it } from 'vitest';
import { readClaims } from '../../../lib/core/seal/claims.ts';
import { readSealRequest, sealRequestKind } from '../../../lib/core/seal/request.ts';
import {
  readSealVerdict,
  sealedBy,
  writeSealVerdict,
  type SealVerdictRecord,
} from '../../../lib/core/seal/verdict.ts';
import { baseClaims } from './build.ts';

const claims = readClaims(baseClaims);
if (!claims.ok) throw new Error('these are claims');

const verdict: SealVerdictRecord = {
  hash: 'ab'.repeat(32),
  record: 'cd'.repeat(32),
  sealedAt: '2026-11-30T14:10:01.000Z',
  proved: {
    signed: baseClaims,
    claims: claims.value,
    key: { keyId: 'key-1', modulus: 'AQAB', exponent: 'AQAB' },
  },
};

describe('a seal’s verdict', () => {
  it('OI-21: is kept with every claim and the key, and read back the same', () => {
    expect(readSealVerdict(writeSealVerdict(verdict))).toEqual(verdict);
  });

  it('SE-09: holds no token', () => {
    expect(Object.keys(JSON.parse(writeSealVerdict(verdict)))).toEqual([
      'claims',
      'hash',
      'key',
      'kind',
      'record',
      'sealedAt',
    ]);
  });

  it.each([
    ['no JSON', 'sealed'],
    ['another document', '{"kind":"countersign/proposal@1"}'],
    ['no claims', writeSealVerdict({ ...verdict, proved: { ...verdict.proved, signed: {} } })],
  ])('that is %s is a fault of the ledger', (_, text) => {
    expect(() => readSealVerdict(text)).toThrow('unreadable verdict');
  });

  it('names issuer, token and key, in one line', () => {
    expect(sealedBy(verdict)).toBe(
      'https://token.actions.githubusercontent.com token 0a1b2c3d-0000-4000-8000-000000000001 key key-1',
    );
    const keyId = 'k'.repeat(500);
    const long = { ...verdict.proved, key: { ...verdict.proved.key, keyId } };
    expect(sealedBy({ ...verdict, proved: long })).toHaveLength(500);
  });
});

describe('a request for a seal', () => {
  const request = { kind: sealRequestKind, record: 'q1YqLk3OTi1RslIqSy0qzszPU7IyMDAwqAUA', token: 'a.b.c' };

  it('is a record and a token', () => {
    expect(readSealRequest(JSON.stringify(request))).toEqual({ ok: true, value: request });
  });

  it.each([
    ['no JSON', 'record=1'],
    ['another kind', JSON.stringify({ ...request, kind: 'countersign/seal-request@2' })],
    ['a member too many', JSON.stringify({ ...request, hash: '1' })],
    ['no token', JSON.stringify({ kind: sealRequestKind, record: 'a' })],
    ['a record that is no base64url', JSON.stringify({ ...request, record: 'a b' })],
    ['a record that no issue holds', JSON.stringify({ ...request, record: 'a'.repeat(65_537) })],
    ['a token without end', JSON.stringify({ ...request, token: 'a'.repeat(16_385) })],
    ['more than its bytes', JSON.stringify({ ...request, more: 'a'.repeat(90_000) })],
    ['two records', `{"kind":"${sealRequestKind}","record":"a","record":"b","token":"c"}`],
  ])('that is %s is none', (_, body) => {
    expect(readSealRequest(body)).toEqual({ ok: false, fault: 'seal_malformed' });
  });
});
