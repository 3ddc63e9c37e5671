import { describe, expect, it } from 'vitest';
import { ownRequests } from './deeds.ts';
import { propose, repository, startHouse, tickets } from './house.ts';
import { writePolicy } from './under-policy.ts';

describe('an approved run with a policy, one team, a precondition and labels', () => {
  it('costs at most 20 requests, of which 3 create content', async () => {
    const house = await startHouse();
    house.permit({ members: 'read' });
    house.world.team({ team: 'acme/sre', members: ['kim'] });
    const sha = house.world.commit({ repository, path: 'values.yml', text: 'replicas: 2\n', branch: 'live' });
    const precondition = { ref: { name: 'refs/heads/live', sha } };
    const text = 'version: 1\nrules: {default: {roles: [], teams: [acme/sre]}}\n';
    const policy = writePolicy(house, text);
    // The check run on the commit that wrote the policy is that commit’s, and no run’s.
    await house.settled();
    house.github.resetRequests();
    const proposal = await propose(house, { twist: { action: { precondition }, proposal: { policy } } });
    await house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await house.settled();
    const own = ownRequests(house);
    expect(tickets(house)).toBe(1);
    const asked = own.map(({ method, route }) => `${method} ${route}`);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(20);
    expect(own.filter(({ creates }) => creates)).toHaveLength(3);
  });
});
