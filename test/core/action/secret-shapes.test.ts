import { describe, expect, test } from 'vitest';
import { findSecret } from '../../../lib/core/action/secret-shapes.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const long = 'aB3'.repeat(14);
const jwt = ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJyZXBvIn0', 'c2lnbmF0dXJl'].join('.');

describe('SE-07: text that looks like a credential', () => {
  test.each([
    ['GitHub token', `ghp_${long}`],
    ['GitHub token', `gho_${long}`],
    ['GitHub token', `ghu_${long}`],
    ['GitHub token', `ghs_${long}`],
    ['GitHub token', `ghr_${long}`],
    ['GitHub token', `ghs_1234_${jwt}${'x'.repeat(400)}`],
    ['GitHub token', `github_pat_${long}`],
    ['private key', '-----BEGIN PRIVATE KEY-----'],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['AWS key', `AKIA${'A2'.repeat(8)}`],
    ['AWS key', `ASIA${'A2'.repeat(8)}`],
    ['npm token', `npm_${long}`],
    ['Slack token', `xoxb-${long}`],
    ['JWT', jwt],
    ['JWT', `authorization: Bearer ${jwt}, sent`],
    ['JWT', `v1.prefix${jwt}`],
  ])('is a %s', (kind, secret) => {
    expect(findSecret(`the log said ${secret} at 13:58`)).toBe(kind);
  });

  test.each([
    'plain words',
    'ghp_short',
    'github_pat_short',
    'AKIA-service',
    '-----BEGIN CERTIFICATE-----',
    'eyJhbGciOiJSUzI1NiJ9',
    'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvIn0',
    'eyJhbGciOiJSUzI1NiJ9.notjson.c2lnbmF0dXJl',
    'a.b.c',
    'https://example.test/a/b?c=d',
  ])('is not %s', (text) => {
    expect(findSecret(text)).toBeNull();
  });

  test.each([
    ['eyJ'.repeat(20_000)],
    ['eyJ.'.repeat(15_000)],
    [`${'ghs_'.repeat(15_000)} `],
    ['ghp_a '.repeat(10_000)],
    ['-----BEGIN '.repeat(6_000)],
    [`-----BEGIN ${'A '.repeat(30_000)}`],
    ['AKIA'.repeat(15_000).toLowerCase()],
  ])('SE-05, DO-02: near misses at 60 kB cost no more than one pass', (nearMiss) => {
    const started = performance.now();
    findSecret(nearMiss);
    // A hang guard: the quadratic form of any of these takes seconds.
    expect(performance.now() - started).toBeLessThan(500);
  });
});
