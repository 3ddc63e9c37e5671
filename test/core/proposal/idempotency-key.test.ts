import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { idempotencyKeyOf, keyRunIdOf } from '../../../lib/core/proposal/idempotency-key.ts';

const base = {
  repositoryId: '701',
  runId: '8809',
  type: 'github.issue.create',
  target: { repository: { id: '701', ownerId: '77', name: 'acme/payments' } },
  input: { title: 'a', body: 'b' },
};

test('a person can recompute the key from the canonical text', () => {
  const text =
    '{"input":{"body":"b","title":"a"},"kind":"countersign/idempotency-key@1","repositoryId":"701","runId":"8809","target":{"repository":{"id":"701","name":"acme/payments","ownerId":"77"}},"type":"github.issue.create"}';
  const digits = createHash('sha256').update(text).digest('hex').slice(0, 32);
  expect(idempotencyKeyOf(base)).toBe(`cs-${digits}`);
});

test('every part of the identity changes the key', () => {
  const others = [
    { ...base, repositoryId: '702' },
    { ...base, runId: '8810' },
    { ...base, type: 'github.issue.close' },
    { ...base, target: { repository: { ...base.target.repository, name: 'acme/other' } } },
    { ...base, input: { title: 'a', body: 'c' } },
  ];
  const keys = new Set([base, ...others].map((identity) => idempotencyKeyOf(identity)));
  expect(keys.size).toBe(others.length + 1);
});

test('all attempts of an Actions run share its id; an agent’s proposal has its nonce', () => {
  const run = { workflowRef: '', sha: '', event: '', actor: '1', triggeringActor: '1' };
  expect(keyRunIdOf({ origin: { actions: { ...run, runId: '8809', attempt: 2 } }, nonce: 'ff' })).toBe(
    '8809',
  );
  expect(keyRunIdOf({ origin: { agent: { principal: 'p', key: 'k', minter: '1' } }, nonce: 'ff' })).toBe(
    'ff',
  );
});
