import { describe, expect, it } from 'vitest';
import {
  answers,
  propose,
  repository,
  startHouse,
  tickets,
  typesOf,
  type House,
  type Opened,
} from './house.ts';

const path = '.github/countersign.yml';

function policy(house: House, text: string | null): void {
  house.world.commit({ repository, path, text: text === null ? null : `version: 1\n${text}` });
}

async function say(house: House, login: string, { number, hash }: Opened, verb: string): Promise<void> {
  await house.world.as(login).comment(repository, number, `/${verb} ${hash}`);
  await house.settled();
}

/** Approves as kim, and changes the policy after that was recorded and before anything is sent. */
async function approveThen(house: House, proposal: Opened, text: string): Promise<void> {
  const listing = house.github.fault({
    match: { method: 'GET', route: '/repos/{owner}/{repo}/issues', actor: 'countersign[bot]' },
    mode: 'hold',
  });
  const said = house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
  await listing.hit;
  policy(house, text);
  listing.release();
  await said;
  await house.settled();
}

describe('PO-06: a policy that is changed while a proposal waits', () => {
  it('frozen: refuses approvals with its reason’s code, and takes rejections', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    policy(house, 'frozen: holidays\n');
    await say(house, 'kim', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`frozen`');
    expect(answers(house, proposal.number)[0]).toContain('The policy says: `holidays`');
    await say(house, 'kim', proposal, 'reject');
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: rejected');
    expect(tickets(house)).toBe(0);
  });

  it('another rule: binds besides the one that the proposal shows', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    policy(house, 'rules:\n  default:\n    roles: [admin]\n');
    await say(house, 'kim', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`not_eligible`');
    await say(house, 'ana', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('a larger count: asks for that many people', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    policy(house, 'rules:\n  default:\n    roles: [maintain, admin]\n    count: 2\n');
    await say(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(0);
    await say(house, 'ana', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });
});

describe('PO-06: a policy that is changed after the approval and before anything is sent', () => {
  it('frozen: stops it; it goes on by a resumption once that is over, and not before', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    await approveThen(house, proposal, 'frozen: holidays\n');
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number)[0]).toContain('`frozen`');
    await say(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(0);
    policy(house, null);
    await say(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(proposal.hash)).filter((type) => type === 'write.started')).toHaveLength(
      1,
    );
  });

  it.each([
    ['another rule', 'rules:\n  default:\n    roles: [admin]\n', 'right_lost'],
    ['a larger count', 'rules:\n  default:\n    roles: [maintain, admin]\n    count: 2\n', 'policy_mismatch'],
    ['other seals', 'seals: [oidc]\n', 'policy_mismatch'],
    [
      'another target',
      'actions:\n  github.issue.create:\n    targets: [acme/elsewhere]\n',
      'policy_mismatch',
    ],
    ['a fault', 'frozen: [\n', 'policy_invalid'],
  ])('%s: stops it, and nothing was sent', async (_, text, code) => {
    const house = await startHouse();
    const proposal = await propose(house);
    await approveThen(house, proposal, text);
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number)[0]).toContain(`\`${code}\``);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('write.started');
  });

  it('less strict: changes nothing', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    await approveThen(house, proposal, 'rules:\n  default:\n    roles: [write, maintain, admin]\n');
    expect(tickets(house)).toBe(1);
    const run = await house.run(proposal.hash);
    const read = run?.entries.find(({ type }) => type === 'policy.read');
    expect(read?.data).toMatchObject({ commit: house.world.repositoryNow(repository).headSha });
  });
});
