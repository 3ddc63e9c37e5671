import { describe, expect, it } from 'vitest';
import { approveMeanwhile, decide, say } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, typesOf, type House } from './house.ts';
import { writePolicy } from './under-policy.ts';

/** A proposal that shows what it rests on. */
const showing = { excerpts: ['payments: degraded', '# Roll back'], receipt: { flags: [] } };

async function privateHouse(): Promise<House> {
  const house = await startHouse();
  house.world.show({ repository, visibility: 'private' });
  return house;
}

describe('evidence on a public repository', () => {
  it('SE-08: is no part of a proposal that the App takes in, as long as the policy does not allow it', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house, { twist: showing });
    const [answer] = answers(house, number);
    expect(answer).toContain('`evidence_private`');
    expect(answer).toContain('Anybody can read it already.');
    expect(answer).toContain('`evidence: public`');
    expect(await house.run(hash)).toBeNull();
  });

  it('SE-08: is where it belongs once the policy says that anybody may read it', async () => {
    const house = await startHouse();
    const policy = writePolicy(house, 'version: 1\nevidence: public\n');
    const { number } = await propose(house, { twist: { ...showing, proposal: { policy } } });
    expect(answers(house, number)).toEqual([]);
  });

  it('SE-08: may be left out, and then the proposal is approved as any other', async () => {
    const house = await startHouse();
    const { number, hash, body } = await propose(house);
    expect(body).toContain('### Evidence (not shown)');
    await say(house, 'kim', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(1);
  });
});

describe('a repository that was made public after the proposal', () => {
  it('OI-14: takes no approval, and says what to do; what was private again takes it', async () => {
    const house = await privateHouse();
    const { number, hash } = await propose(house, { twist: showing });
    expect(answers(house, number)).toEqual([]);
    house.world.show({ repository, visibility: 'public' });
    await say(house, 'kim', number, `/approve ${hash}`);
    const [answer] = answers(house, number);
    expect(answer).toContain('`evidence_exposed`');
    expect(answer).toContain('delete the issue');
    expect(typesOf(await house.run(hash))).not.toContain('approval.recorded');
    expect(tickets(house)).toBe(0);
    house.world.show({ repository, visibility: 'private' });
    await say(house, 'ana', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(1);
    expect(house.github.violations).toEqual([]);
  });

  it('OI-14: between approval and write stops the write, which can be resumed', async () => {
    const house = await privateHouse();
    const { number, hash } = await propose(house, { twist: showing });
    await approveMeanwhile(house, { number, hash }, () =>
      house.world.show({ repository, visibility: 'public' }),
    );
    const run = await house.run(hash);
    expect(run?.entries.find(({ type }) => type === 'execution.failed')?.data).toMatchObject({
      code: 'evidence_exposed',
      sent: false,
    });
    expect(tickets(house)).toBe(0);
    house.world.show({ repository, visibility: 'private' });
    await say(house, 'kim', number, `/resume ${hash}`);
    expect(tickets(house)).toBe(1);
  });

  it('OI-14: goes on where no evidence is shown', async () => {
    const house = await privateHouse();
    const proposal = await propose(house, {
      twist: { excerpts: ['', ''], receipt: { flags: ['withheld'] } },
    });
    house.world.show({ repository, visibility: 'public' });
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('OI-14: goes on where the policy says that anybody may read it', async () => {
    const house = await privateHouse();
    const policy = writePolicy(house, 'version: 1\nevidence: public\n');
    const proposal = await propose(house, { twist: { ...showing, proposal: { policy } } });
    house.world.show({ repository, visibility: 'public' });
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });
});
