import { expect, test } from 'vitest';
import { initiatorsOf, runIdOf } from '../../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../support/proposal.ts';

const { proposal } = buildProposal();
const agent = { agent: { principal: 'agent:triage', key: 'k-1', minter: '1004' } };

test('AP-37: whoever started a run, started it again, or minted the key is an initiator', () => {
  const { origin } = proposal;
  if (!('actions' in origin)) throw new Error('the base is an Actions run');
  const restarted = { actions: { ...origin.actions, triggeringActor: '1003' } };
  expect([...initiatorsOf(proposal)]).toEqual(['1001']);
  expect([...initiatorsOf({ ...proposal, origin: restarted })]).toEqual(['1001', '1003']);
  expect([...initiatorsOf({ ...proposal, origin: agent })]).toEqual(['1004']);
});

test('a run’s id follows from its repository, Actions run, attempt and nonce', () => {
  expect(runIdOf(proposal)).toBe('701-8809-1-01234567');
  expect(runIdOf({ ...proposal, origin: agent })).toBe('701-agent-01234567');
});
