import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../lib/core/proposal/difference.ts';
import type { Proposal } from '../../../lib/core/proposal/proposal.ts';
import { baseInput, buildProposal } from '../../support/proposal.ts';

const { proposal } = buildProposal();

function fieldsOf(older: Proposal, newer: Proposal): readonly string[] {
  return differencesOf(older, newer).map(({ field }) => field);
}

describe('users 44: two proposals of one bundle and target', () => {
  it('differ by field, with the value of both', () => {
    const title = 'payments: 5xx above 20 %';
    const newer = buildProposal({ action: { input: { ...baseInput, title } } }).proposal;
    expect(differencesOf(proposal, newer)).toEqual([
      {
        field: 'action.input.title',
        older: JSON.stringify(baseInput['title']),
        newer: JSON.stringify(title),
      },
    ]);
  });

  it('differ in what only one of them has', () => {
    const ref = { name: 'refs/heads/main', sha: 'a'.repeat(40) };
    const newer = buildProposal({ action: { precondition: { ref } } }).proposal;
    expect(differencesOf(proposal, newer)).toEqual([
      { field: 'action.precondition.ref', older: null, newer: JSON.stringify(ref) },
    ]);
    expect(differencesOf(newer, proposal)[0]).toMatchObject({ older: JSON.stringify(ref), newer: null });
  });

  it('do not differ in what no two proposals share', () => {
    const { nonce, issuedAt, expiresAt } = {
      nonce: 'f'.repeat(32),
      issuedAt: '2026-11-30T15:10:00.000Z',
      expiresAt: '2026-12-01T15:10:00.000Z',
    };
    expect(fieldsOf(proposal, buildProposal({ proposal: { nonce, issuedAt, expiresAt } }).proposal)).toEqual(
      [],
    );
  });

  it('differ in risk, bundle, rule, commit and evidence', () => {
    const newer = buildProposal({
      proposal: { risk: 'high', bundle: { id: 'incident-response', version: '2.0.0', digest: 'x' } },
      rule: { count: 2 },
      excerpts: ['payments: ok', 'nothing'],
    }).proposal;
    expect(fieldsOf(proposal, newer)).toEqual([
      'bundle.digest',
      'bundle.version',
      'evidence',
      'policy.rule',
      'risk',
    ]);
    const agent = { ...newer, bundle: null, origin: { agent: { principal: 'p', key: 'k', minter: '1' } } };
    expect(fieldsOf(newer, agent)).toEqual(['bundle.digest', 'bundle.version', 'origin.sha']);
  });
});
