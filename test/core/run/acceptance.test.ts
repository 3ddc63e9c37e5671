import { expect, test } from 'vitest';
import { link, type Draft, type Entry } from '../../../lib/core/audit/entry.ts';
import { acceptanceOf } from '../../../lib/core/run/acceptance.ts';
import { buildProposal } from '../../support/proposal.ts';

const { events } = buildProposal();

function accepted(after: readonly Entry[]): readonly Entry[] {
  const draft: Draft = {
    type: 'proposal.accepted',
    at: '2026-11-30T14:11:00.000Z',
    actor: { kind: 'app', id: 'countersign', login: null },
    data: {
      seal: { kind: 'hmac', by: 'key 0' },
      policy: { source: 'default', digest: null },
      eligible: { count: 1, complete: true },
    },
  };
  return [...after, ...link('run', { count: after.length, digest: after.at(-1)?.digest ?? null }, [draft])];
}

test('a run was taken in when it was accepted, and started by both actors, each once', () => {
  expect(acceptanceOf(accepted(events))).toEqual({ at: Date.UTC(2026, 10, 30, 14, 11), starters: ['1001'] });
});

test('a run that was never accepted was not taken in', () => {
  expect(acceptanceOf(events)).toBeNull();
});

test('an agent’s draft has nobody who started a run', () => {
  expect(acceptanceOf(accepted([]))).toMatchObject({ starters: [] });
});
