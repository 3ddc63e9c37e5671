import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../lib/core/policy/defaults.ts';
import { ruleFor } from '../../../lib/core/policy/rule-for.ts';
import { stateOf } from './files.ts';

const repository = { id: '701', ownerId: '77', name: 'acme/payments' };
const question = {
  type: 'github.issue.create',
  target: repository,
  repository,
  bundle: { id: 'incident-response', ref: 'refs/heads/main' },
  risk: 'low',
} as const;

function expiryOf(text: string): number | null | 'refused' {
  const state = stateOf(text);
  if (state.kind === 'faulty') throw new Error('the policy has faults');
  const answer = ruleFor(state.policy, question);
  return answer.ok ? answer.value.expiresMs : 'refused';
}

describe('users 71: how long a proposal waits', () => {
  it('is finite where no policy says anything', () => {
    const answer = ruleFor(defaultPolicy, question);
    expect(answer).toMatchObject({ value: { expiresMs: 24 * 3_600_000 } });
    expect(expiryOf('version: 1\n')).toBe(24 * 3_600_000);
  });

  it('is the policy’s to say for each type of action, and endless only where it says never', () => {
    const actions = (expires: string): string =>
      `version: 1\nactions: {github.issue.create: {expires: ${expires}}}\n`;
    expect(expiryOf(actions('2h'))).toBe(2 * 3_600_000);
    expect(expiryOf(actions('never'))).toBeNull();
  });
});
