import { describe, expect, it } from 'vitest';
import { defaultRule } from '../../lib/core/policy/defaults.ts';
import type { Proposal } from '../../lib/core/proposal/proposal.ts';
import { stateOf } from '../core/policy/files.ts';
import { answers, propose, repository, startHouse, tickets, typesOf } from './house.ts';
import { policyPath as path, proposeUnder } from './under-policy.ts';

async function refusedUnder(text: string, twist: Partial<Proposal> = {}): Promise<string> {
  const house = await startHouse();
  const { number } = await proposeUnder(house, text, twist);
  return answers(house, number)[0] ?? '';
}

describe('a policy on the default branch', () => {
  it('is the one that a proposal is taken in and approved under', async () => {
    const house = await startHouse();
    const kim = house.idOf('kim');
    const opened = await proposeUnder(house, `version: 1\nrules: {default: {users: [${kim}]}}\n`);
    expect(answers(house, opened.number)).toEqual([]);
    await house.world.as('ana').comment(repository, opened.number, `/approve ${opened.hash}`);
    await house.settled();
    expect(tickets(house)).toBe(0);
    expect(answers(house, opened.number)[0]).toContain('`not_eligible`');
    await house.world.as('kim').comment(repository, opened.number, `/approve ${opened.hash}`);
    await house.settled();
    expect(typesOf(await house.run(opened.hash))).toContain('approval.recorded');
    expect(tickets(house)).toBe(1);
  });

  it('and its digest stand in the audit', async () => {
    const house = await startHouse();
    const opened = await proposeUnder(house, 'version: 1\nremind: 30m\n');
    const run = await house.run(opened.hash);
    const accepted = run?.entries.find(({ type }) => type === 'proposal.accepted');
    const state = stateOf('version: 1\nremind: 30m\n');
    expect(accepted?.data).toMatchObject({
      policy: {
        source: expect.stringMatching(/^[0-9a-f]{40}$/),
        digest: state.kind === 'written' ? state.digest : '',
      },
    });
  });

  it.each<[string, string, Partial<Proposal>, string]>([
    ['a kind of seal', 'seals: [oidc]', {}, 'seal_kind_refused'],
    ['an event', 'events: [schedule]', {}, 'event_refused'],
    ['a bundle', 'bundles: {other: {}}', {}, 'bundle_refused'],
    ['the ref of a bundle', 'bundles: {incident-response: {refs: [release/*]}}', {}, 'bundle_refused'],
    ['the target', 'actions: {github.issue.create: {targets: [acme/ops]}}', {}, 'target_disallowed'],
    ['the risk', 'actions: {github.issue.create: {risk: high}}', {}, 'risk_too_low'],
    ['the time to wait', 'actions: {github.issue.create: {expires: 59m}}', {}, 'expiry_invalid'],
    ['waiting without end', 'remind: 5m', { expiresAt: null }, 'expiry_invalid'],
  ])('refuses %s that it does not allow', async (_, text, twist, code) => {
    expect(await refusedUnder(`version: 1\n${text}\n`, twist)).toContain(`\`${code}\``);
  });

  it('lets a proposal wait for as long as it says, or without end', async () => {
    const house = await startHouse();
    const text = 'version: 1\nactions: {github.issue.create: {expires: never}}\n';
    const { number } = await proposeUnder(house, text, { expiresAt: null });
    expect(answers(house, number)).toEqual([]);
  });

  it('DO-11: takes no more proposals than it says, whoever asks and each person', async () => {
    const house = await startHouse();
    const text = 'version: 1\nlimits: {per-day: 3, per-actor-per-day: 2}\n';
    const commit = house.world.commit({ repository, path, text });
    const state = stateOf(text);
    if (state.kind !== 'written') throw new Error('the policy has faults');
    const policy = { source: { commit, digest: state.digest }, rule: defaultRule };
    const tell = async (actor: string): Promise<string> => {
      const { number } = await propose(house, { actor, twist: { proposal: { policy } } });
      return answers(house, number).some((answer) => answer.includes('`limit_reached`'))
        ? 'refused'
        : 'taken up';
    };
    expect(await tell('dana')).toBe('taken up');
    expect(await tell('dana')).toBe('taken up');
    expect(await tell('dana')).toBe('refused');
    expect(await tell('kim')).toBe('taken up');
    expect(await tell('kim')).toBe('refused');
  });

  it('PO-01: on another branch is none', async () => {
    const house = await startHouse();
    house.world.commit({ repository, path, text: 'version: 1\nseals: [oidc]\n', branch: 'pull-request' });
    const { number } = await propose(house);
    expect(answers(house, number)).toEqual([]);
  });
});
