import { describe, expect, it } from 'vitest';
import { readClaims } from '../../../lib/core/seal/claims.ts';
import { isTimely } from '../../../lib/core/seal/times.ts';
import { baseClaims, now } from './build.ts';

describe('a token’s claims', () => {
  it('are read in our spelling, and others may stand beside them', () => {
    expect(readClaims({ ...baseClaims, repo_property_tier: 'gold' })).toEqual({
      ok: true,
      value: {
        issuer: 'https://token.actions.githubusercontent.com',
        audience: `countersign:v1:${'ab'.repeat(32)}`,
        tokenId: '0a1b2c3d-0000-4000-8000-000000000001',
        issuedAt: now - 1,
        notBefore: now - 601,
        expiresAt: now + 299,
        repository: 'acme/payments',
        repositoryId: '501',
        ownerId: '77',
        visibility: 'private',
        runId: '8809',
        attempt: 1,
        sha: 'a'.repeat(40),
        event: 'workflow_dispatch',
        actorId: '1001',
        workflowRef: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
        workflowSha: 'a'.repeat(40),
        jobWorkflowRef: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
        jobWorkflowSha: 'a'.repeat(40),
        runner: 'github-hosted',
        environment: null,
      },
    });
  });

  it.each([
    ['OI-07: a list of audiences', 'aud', ['countersign:v1:x', 'sts.amazonaws.com']],
    ['OI-07: a list with ours alone', 'aud', [baseClaims['aud'] ?? '']],
    ['OI-17: an expiry as text', 'exp', String(now)],
    ['OI-17: an expiry with a fraction', 'exp', now + 0.5],
    ['a repository id as a number', 'repository_id', 501],
    ['a repository id with a zero before it', 'repository_id', '0501'],
    ['an actor by name', 'actor_id', 'dana'],
    ['an attempt of nothing', 'run_attempt', '0'],
    ['a short commit', 'sha', 'abc'],
    ['a runner that nobody knows', 'runner_environment', 'elsewhere'],
    ['an issuer that is no address', 'iss', 'token.actions.githubusercontent.com'],
    ['no id of its own', 'jti', ''],
  ])('%s is a fault', (_, name, value) => {
    const read = readClaims({ ...baseClaims, [name]: value });
    expect(read.ok ? [] : read.fault.map(({ path }) => path)).toEqual([name]);
  });

  it.each(['aud', 'jti', 'repository_id', 'actor_id', 'job_workflow_ref', 'runner_environment'])(
    'OI-07: without %s they are none',
    (name) => {
      const { [name]: _gone, ...rest } = baseClaims;
      expect(readClaims(rest)).toMatchObject({ ok: false, fault: [{ path: name }] });
    },
  );

  it('are an object', () => {
    expect(readClaims([]).ok).toBe(false);
  });
});

describe('OI-17: a token’s times', () => {
  const timely = (change: object): boolean =>
    isTimely({ issuedAt: now, notBefore: now - 600, expiresAt: now + 300, ...change }, now * 1000);

  it.each([
    ['as GitHub writes them', {}, true],
    ['issued 60 s ahead of our clock', { issuedAt: now + 60 }, true],
    ['issued 61 s ahead of our clock', { issuedAt: now + 61 }, false],
    ['valid from 1 s ahead', { notBefore: now + 1 }, true],
    ['valid from 61 s ahead', { notBefore: now + 61 }, false],
    ['over since 59 s', { issuedAt: now - 359, expiresAt: now - 59 }, true],
    ['over since 60 s', { issuedAt: now - 360, expiresAt: now - 60 }, false],
    ['over before it began', { expiresAt: now - 1 }, false],
    ['of an hour', { expiresAt: now + 3600 }, true],
    ['of a day', { expiresAt: now + 86_400 }, false],
  ])('%s', (_, change, expected) => {
    expect(timely(change)).toBe(expected);
  });
});
