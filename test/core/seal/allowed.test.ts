import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../lib/core/policy/defaults.ts';
import type { Policy } from '../../../lib/core/policy/policy.ts';
import type { SealVerdict } from '../../../lib/core/port/seal.ts';
import { refusalOfSeal } from '../../../lib/core/seal/allowed.ts';

type Holds = Extract<SealVerdict, { ok: true }>;

const seal: Holds = {
  ok: true,
  kind: 'oidc',
  by: 'a job',
  runner: 'github-hosted',
  environment: { name: null },
};

function refusal(policy: Partial<Policy>, twist: Partial<Holds>): string | null {
  return refusalOfSeal({ ...defaultPolicy, ...policy }, { ...seal, ...twist });
}

describe('a policy and a seal that holds', () => {
  it('OI-16: by default lets jobs on GitHub’s own machines propose, and no others', () => {
    expect(refusal({}, {})).toBeNull();
    expect(refusal({}, { runner: 'self-hosted' })).toBe('runner_refused');
  });

  it('OI-16: lets other machines propose where the policy names them', () => {
    expect(refusal({ runners: ['self-hosted'] }, { runner: 'self-hosted' })).toBeNull();
    expect(refusal({ runners: ['self-hosted'] }, {})).toBe('runner_refused');
  });

  it('OI-15: where the policy names environments, a job that stands in none of them is refused', () => {
    const environments = ['production', 'staging'];
    expect(refusal({ environments }, {})).toBe('environment_refused');
    expect(refusal({ environments }, { environment: { name: 'test' } })).toBe('environment_refused');
    expect(refusal({ environments }, { environment: { name: 'prod' } })).toBe('environment_refused');
    expect(refusal({ environments }, { environment: { name: 'Production' } })).toBeNull();
    expect(refusal({}, { environment: { name: 'test' } })).toBeNull();
  });

  it('OI-15: a seal that can’t say its environment counts only where none is asked for', () => {
    const hmac = { kind: 'hmac', runner: null, environment: null } as const;
    expect(refusal({ environments: ['production'] }, hmac)).toBe('environment_refused');
    expect(refusal({ environments: ['production'] }, { runner: null, environment: null })).toBeNull();
    expect(refusal({}, hmac)).toBeNull();
  });

  it('counts only the kinds that the policy lists', () => {
    expect(refusal({ seals: ['oidc'] }, { kind: 'hmac', runner: null })).toBe('seal_kind_refused');
    expect(refusal({ seals: [] }, {})).toBe('seal_kind_refused');
  });

  it('does not ask a shared key where the job ran', () => {
    expect(refusal({}, { kind: 'hmac', runner: null })).toBeNull();
  });
});
