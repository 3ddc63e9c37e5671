import { describe, expect, it } from 'vitest';
import { decide, ownRequests, sweep } from './deeds.ts';
import { answers, propose, startHouse, tickets, typesOf } from './house.ts';
import { hour, holdTime, minute } from './time.ts';
import { proposeUnder, writePolicy } from './under-policy.ts';

const text = 'version: 1\nremind: 30m\nrules: {default: {roles: [maintain, admin], mention: [acme/sre]}}\n';

describe('a policy that wants a reminder half an hour before the end', () => {
  it('gets one comment then, which mentions whom the rule mentions, and no second one', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await proposeUnder(house, text);
    time.pass(29 * minute);
    await sweep(house);
    expect(answers(house, proposal.number)).toEqual([]);
    time.pass(2 * minute);
    await sweep(house);
    await sweep(house);
    time.pass(10 * minute);
    await sweep(house);
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(answers(house, proposal.number)[0]).toContain('For the attention of @acme/sre.');
    expect(answers(house, proposal.number)[0]).toContain(`/approve ${proposal.hash}`);
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
    expect(house.github.violations).toEqual([]);
  });

  it('gets none where the proposal was decided in time; then 3 requests create content', async () => {
    const time = holdTime();
    const house = await startHouse();
    const policy = writePolicy(house, text);
    // The check run on the policy’s commit is no run’s.
    await house.settled();
    house.github.resetRequests();
    const proposal = await propose(house, { twist: { proposal: { policy } } });
    await decide(house, 'kim', proposal, 'approve');
    time.pass(hour);
    await sweep(house);
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(ownRequests(house).filter(({ creates }) => creates)).toHaveLength(3);
  });

  it('still has the proposal expire at its end', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await proposeUnder(house, text);
    time.pass(31 * minute);
    await sweep(house);
    time.pass(31 * minute);
    await sweep(house);
    await sweep(house);
    expect(typesOf(await house.run(proposal.hash))).toContain('run.expired');
  });
});
