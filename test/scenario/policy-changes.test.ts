import { describe, expect, it } from 'vitest';
import { approveMeanwhile, decide } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, typesOf, type House } from './house.ts';
import { policyPath } from './under-policy.ts';

function policy(house: House, text: string | null): void {
  house.world.commit({ repository, path: policyPath, text: text === null ? null : `version: 1\n${text}` });
}

describe('PO-06: a policy that is changed while a proposal waits', () => {
  it('frozen: refuses approvals with its reason’s code, and takes rejections', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    policy(house, 'frozen: holidays\n');
    await decide(house, 'kim', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`frozen`');
    expect(answers(house, proposal.number)[0]).toContain('The policy says: `holidays`');
    await decide(house, 'kim', proposal, 'reject');
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: rejected');
    expect(tickets(house)).toBe(0);
  });

  it('another rule: binds besides the one that the proposal shows', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    policy(house, 'rules:\n  default:\n    roles: [admin]\n');
    await decide(house, 'kim', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`not_eligible`');
    await decide(house, 'ana', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('a larger count: asks for that many people', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    policy(house, 'rules:\n  default:\n    roles: [maintain, admin]\n    count: 2\n');
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(0);
    await decide(house, 'ana', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });
});

describe('PO-06: a policy that is changed after the approval and before anything is sent', () => {
  it('frozen: stops it; it goes on by a resumption once that is over, and not before', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    await approveMeanwhile(house, proposal, () => policy(house, 'frozen: holidays\n'));
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number)[0]).toContain('`frozen`');
    await decide(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(0);
    policy(house, null);
    await decide(house, 'kim', proposal, 'resume');
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
    await approveMeanwhile(house, proposal, () => policy(house, text));
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number)[0]).toContain(`\`${code}\``);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('write.started');
  });

  it('less strict: changes nothing', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    await approveMeanwhile(house, proposal, () =>
      policy(house, 'rules:\n  default:\n    roles: [write, maintain, admin]\n'),
    );
    expect(tickets(house)).toBe(1);
    const run = await house.run(proposal.hash);
    const read = run?.entries.find(({ type }) => type === 'policy.read');
    expect(read?.data).toMatchObject({ commit: house.world.repositoryNow(repository).headSha });
  });
});
