import { describe, expect, it } from 'vitest';
import { repository, startHouse, tickets } from './house.ts';
import { proposeUnder } from './under-policy.ts';

describe('an approved run with a policy, one team, a precondition and labels', () => {
  it('costs at most 20 requests, of which 3 create content', async () => {
    const house = await startHouse();
    house.permit({ members: 'read' });
    house.world.team({ team: 'acme/sre', members: ['kim'] });
    const sha = house.world.commit({ repository, path: 'values.yml', text: 'replicas: 2\n', branch: 'live' });
    const precondition = { ref: { name: 'refs/heads/live', sha } };
    const text = 'version: 1\nrules: {default: {roles: [], teams: [acme/sre]}}\n';
    const proposal = await proposeUnder(house, text, {}, { precondition });
    await house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await house.settled();
    const own = house.github.requests.filter(
      ({ actor, route }) => actor === 'countersign[bot]' && !route.endsWith('/access_tokens'),
    );
    expect(tickets(house)).toBe(1);
    const asked = own.map(({ method, route }) => `${method} ${route}`);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(20);
    expect(own.filter(({ creates }) => creates)).toHaveLength(3);
  });
});
