import { describe, expect, it } from 'vitest';
import { ownRequests, say } from './deeds.ts';
import { answers, propose, repository, startHouse, type House } from './house.ts';
import { policyPath, proposeUnder } from './under-policy.ts';

async function ask(house: House, login: string, number: number, body = '/who'): Promise<string> {
  await say(house, login, number, body);
  return answers(house, number).at(-1) ?? '';
}

const two = 'version: 1\nrules:\n  default:\n    roles: [maintain]\n    count: 2\n';

describe('/who', () => {
  it('tells who may approve by the proposal’s rule and by the policy’s of now, and how many the stricter needs', async () => {
    const house = await startHouse();
    const { number } = await propose(house);
    expect(await ask(house, 'kim', number)).toContain('Still needed: 1 approval.');
    house.world.commit({ repository, path: policyPath, text: two });
    const stricter = await ask(house, 'kim', number);
    expect(stricter).toContain(
      '- By the rule that the proposal shows, `default`: One person must approve by',
    );
    expect(stricter).toContain(
      '- By the policy’s rule of today, `default`, `.github/countersign.yml:3`: Two people must approve by',
    );
    expect(stricter).toContain('Still needed: 2 approvals.');
  });

  it('tells that nobody could where the policy of now is frozen, has faults, or no longer fits', async () => {
    const house = await startHouse();
    const { number } = await propose(house);
    house.world.commit({ repository, path: policyPath, text: 'version: 1\nfrozen: an audit\n' });
    const frozen = await ask(house, 'kim', number);
    expect(frozen).toContain('**Nobody could at present:** `frozen`.');
    expect(frozen).toContain('`an audit`');
    house.world.commit({ repository, path: policyPath, text: 'version: 2\n' });
    expect(await ask(house, 'kim', number)).toContain('**Nobody could at present:** `policy_invalid`.');
  });

  it('lists no member of a team', async () => {
    const house = await startHouse();
    house.permit({ members: 'read' });
    house.world.team({ team: 'acme/sre', members: ['bo', 'lu'] });
    const { number } = await proposeUnder(
      house,
      'version: 1\nrules: {default: {roles: [], teams: [acme/sre]}}\n',
    );
    const text = await ask(house, 'bo', number);
    expect(text).toContain('in the team `acme/sre`');
    expect(text).not.toContain('@lu');
  });

  it('costs one read beside deciding and answering, and none where nothing waits', async () => {
    const house = await startHouse();
    const { number, hash } = await propose(house);
    const cost = async (): Promise<number> => {
      house.github.resetRequests();
      await ask(house, 'kim', number);
      return ownRequests(house).length;
    };
    const waiting = await cost();
    await ask(house, 'kim', number, `/reject ${hash}`);
    expect(waiting - (await cost())).toBe(1);
    expect(answers(house, number).at(-1)).toContain('**Who may approve:**');
  });
});
