import { describe, expect, it } from 'vitest';
import { ownRequests } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, typesOf } from './house.ts';

describe('an approved proposal', () => {
  it('is done once, read back, told once, and its issue closed', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const { world, github } = house;
    expect(world.issue(repository, number).labels).toEqual(['countersign', 'countersign: waiting']);
    await world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();

    const run = await house.run(hash);
    expect(typesOf(run).slice(3)).toEqual([
      'proposal.received',
      'proposal.accepted',
      'published',
      'published',
      'approval.recorded',
      'intent.recorded',
      'claim.taken',
      'policy.read',
      'rights.read',
      'write.started',
      'write.answered',
      'readback.equal',
      'published',
      'published',
    ]);
    expect(tickets(house)).toBe(1);
    expect(answers(house, number)).toHaveLength(1);
    expect(answers(house, number)[0]).toContain('Done and verified');
    expect(world.issue(repository, number)).toMatchObject({
      state: 'closed',
      stateReason: 'completed',
      labels: ['countersign', 'countersign: done'],
    });
    const [checkRun] = world.checkRuns(repository);
    expect(world.checkRuns(repository)).toHaveLength(1);
    expect(checkRun).toMatchObject({ conclusion: 'success', title: 'Done and verified', externalId: hash });
    expect(run?.published).toBe(run?.entries.length);
    expect(github.violations).toEqual([]);
  });

  it('costs at most 15 requests, of which 3 create content', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    const own = ownRequests(house);
    expect(own.map(({ method, route, status }) => `${method} ${route} ${status}`)).toHaveLength(15);
    expect(own.filter(({ creates }) => creates)).toHaveLength(3);
  });
});
