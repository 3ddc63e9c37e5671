import { describe, expect, it } from 'vitest';
import { ownRequests, say } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, type House } from './house.ts';
import { policyPath, proposeUnder } from './under-policy.ts';

async function ask(house: House, login: string, number: number, body = '/why'): Promise<string> {
  await say(house, login, number, body);
  return answers(house, number).at(-1) ?? '';
}

const two = 'version: 1\nrules:\n  default:\n    roles: [maintain]\n    count: 2\n';

describe('/why', () => {
  it('tells whoever asks whether they could approve, by which rule and line, and which approvals count', async () => {
    const house = await startHouse();
    const { number, hash } = await proposeUnder(house, two);
    const ana = await ask(house, 'ana', number);
    expect(ana).toContain('**Could @ana approve?** No.');
    expect(ana).toContain('`default`, `.github/countersign.yml:3`: `not_eligible`');
    expect(ana).toContain('**Approvals that count:** none.');
    await ask(house, 'kim', number, `/approve ${hash}`);
    const kim = await ask(house, 'kim', number);
    expect(kim).toContain('**Could @kim approve?** Yes, by every rule that applies.');
    expect(kim).toContain('**Approvals that count:** @kim (');
    expect(tickets(house)).toBe(0);
  });

  it('tells by the policy as it is when it is asked', async () => {
    const house = await startHouse();
    const { number } = await propose(house);
    expect(await ask(house, 'kim', number)).toContain('Yes, by every rule');
    const text = 'version: 1\nrules: {default: {roles: [admin]}}\n';
    house.world.commit({ repository, path: policyPath, text });
    const stricter = await ask(house, 'kim', number);
    expect(stricter).toContain('By the rule that the proposal shows, `default`: yes');
    expect(stricter).toContain(
      'By the policy’s rule of today, `default`, `.github/countersign.yml:2`: `not_eligible`',
    );
    house.world.commit({ repository, path: policyPath, text: 'version: 2\n' });
    expect(await ask(house, 'kim', number)).toContain('`policy_invalid`');
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
    expect(text).toContain('**Could @bo approve?** Yes');
    expect(text).not.toContain('@lu');
    expect(text).not.toContain('member of');
  });

  it('costs one read beside deciding and answering, and none but the answer where nothing waits', async () => {
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
    expect(answers(house, number).at(-1)).not.toContain('Could @kim approve?');
  });
});
