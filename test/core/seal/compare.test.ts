import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import type { Proposal } from '../../../lib/core/proposal/proposal.ts';
import { readClaims } from '../../../lib/core/seal/claims.ts';
import { differingMembers } from '../../../lib/core/seal/compare.ts';
import { buildProposal } from '../../support/proposal.ts';
import { baseClaims } from './build.ts';

const { proposal } = buildProposal();
const hash = 'ab'.repeat(32);
const sha = 'c0ffee0000000000000000000000000000c0ffee';
const fitting: JsonObject = {
  ...baseClaims,
  repository_id: '701',
  sha,
  workflow_sha: sha,
  job_workflow_sha: sha,
};

function differing(change: JsonObject, of: Proposal = proposal): readonly string[] {
  const claims = readClaims({ ...fitting, ...change });
  if (!claims.ok) throw new Error('these are claims');
  return differingMembers(hash, of, claims.value);
}

const feature = 'acme/payments/.github/workflows/countersign.yml@refs/heads/feature';
const other = 'acme/payments/.github/workflows/other.yml@refs/heads/main';
const fork = 'mallory/shared/.github/workflows/countersign.yml@refs/heads/main';

describe('what a proposal says of its job', () => {
  it('is what the job’s token says', () => {
    expect(differing({})).toEqual([]);
  });

  it.each([
    ['OI-07: the audience of another hash', { aud: `countersign:v1:${'cd'.repeat(32)}` }, 'hash'],
    ['OI-07: an audience in another case', { aud: `Countersign:v1:${hash}` }, 'hash'],
    ['OI-07: a part of our audience', { aud: `countersign:v1:${hash.slice(1)}` }, 'hash'],
    ['OI-07: our audience and more', { aud: `countersign:v1:${hash}0` }, 'hash'],
    ['OI-07: a cloud’s audience', { aud: 'sts.amazonaws.com' }, 'hash'],
    ['OI-08: another repository’s id under the same name', { repository_id: '702' }, 'repository.id'],
    ['OI-08: another owner’s id', { repository_owner_id: '78' }, 'repository.ownerId'],
    ['OI-08: another name under the same id', { repository: 'acme/Payments' }, 'repository.name'],
    ['another Actions run', { run_id: '8810' }, 'origin.actions.runId'],
    ['OI-11: the second attempt for a record of the first', { run_attempt: '2' }, 'origin.actions.attempt'],
    ['OI-10: another workflow', { workflow_ref: other }, 'origin.actions.workflowRef'],
    [
      'OI-10: the same workflow on a feature branch',
      { workflow_ref: feature, job_workflow_ref: feature },
      'origin.actions.workflowRef',
    ],
    ['OI-10: a job of a called workflow', { job_workflow_ref: fork }, 'origin.actions.workflowRef'],
    ['OI-10: another commit', { sha: 'a'.repeat(40) }, 'origin.actions.sha'],
    ['OI-10: a workflow of another commit', { workflow_sha: 'a'.repeat(40) }, 'origin.actions.sha'],
    ['OI-10: a moved tag', { job_workflow_sha: 'a'.repeat(40) }, 'origin.actions.sha'],
    ['OI-13: another event', { event_name: 'pull_request_target' }, 'origin.actions.event'],
    ['somebody else', { actor_id: '1002' }, 'origin.actions.actor'],
  ])('%s differs', (_, change, member) => {
    expect(differing(change)).toEqual([member]);
  });

  it('lists each member once, however often it differs', () => {
    expect(differing({ workflow_ref: other, job_workflow_ref: other, run_id: '1' })).toEqual([
      'origin.actions.runId',
      'origin.actions.workflowRef',
    ]);
  });

  it('an agent’s draft has no job', () => {
    const agent = { agent: { principal: 'p', key: 'k', minter: '1001' } };
    expect(differing({}, { ...proposal, origin: agent })).toEqual(['origin']);
  });
});
