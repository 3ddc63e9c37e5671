import { describe, expect, it } from 'vitest';
import { approveMeanwhile, decide, ownRequests, sweep } from './deeds.ts';
import { answers, repository, startHouse, tickets, typesOf, type House } from './house.ts';
import { proposeUnder } from './under-policy.ts';

const byTeam = 'version: 1\nrules: {default: {roles: [], teams: [acme/sre]}}\n';

/** A house whose App may read teams, or not, and one team with bo, who may only read the repository. */
async function houseWithTeam(members: 'read' | null = 'read'): Promise<House> {
  const house = await startHouse();
  if (members !== null) house.permit({ members });
  house.world.team({ team: 'acme/sre', members: ['bo'] });
  return house;
}

/** The App's requests of this route. */
function asked(house: House, route: string): number {
  return ownRequests(house).filter((request) => request.route === route).length;
}

/** What a delivery tells of its commenter's place. */
function associationIn(payload: string): unknown {
  return JSON.parse(payload).comment.author_association;
}

const membershipRoute = '/orgs/{org}/teams/{team_slug}/memberships/{username}';
const permissionRoute = '/repos/{owner}/{repo}/collaborators/{username}/permission';

describe('22. to 37. who may approve', () => {
  it('22, 23. a private member of the organisation may by the team, whatever association the webhook tells', async () => {
    const house = await houseWithTeam();
    const proposal = await proposeUnder(house, byTeam);
    await decide(house, 'bo', proposal, 'approve');
    const told = house.github.hooks.deliveries.filter(
      ({ event, payload }) => event === 'issue_comment' && payload.includes('/approve'),
    );
    // The webhook does not show the membership.
    expect(told.map(({ payload }) => associationIn(payload))[0]).toBe('COLLABORATOR');
    expect(tickets(house)).toBe(1);
    expect((await house.run(proposal.hash))?.entries).toContainEqual(
      expect.objectContaining({
        type: 'rights.read',
        data: expect.objectContaining({ right: expect.objectContaining({ basis: 'member of acme/sre' }) }),
      }),
    );
  });

  it('24. a team that can’t be seen refuses, and the missing permission is named', async () => {
    const house = await houseWithTeam(null);
    const proposal = await proposeUnder(house, byTeam);
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(0);
    const [answer] = answers(house, proposal.number);
    expect(answer).toContain('`team_unreadable`');
    expect(answer).toContain('`members: read`');
  });

  it('24. that nobody is left because of it is said at once, in label and check run', async () => {
    const house = await houseWithTeam(null);
    const proposal = await proposeUnder(house, byTeam);
    const checkRun = house.world.checkRuns(repository).find(({ name }) => name === 'Countersign');
    expect(checkRun?.title).toBe('Nobody can approve this yet');
    expect(checkRun?.summary).toContain('acme/sre');
    expect(house.world.issue(repository, proposal.number).labels).toContain(
      'countersign: nobody can approve',
    );
  });

  it('25. a member of a nested team may', async () => {
    const house = await houseWithTeam();
    house.world.team({ team: 'acme/sre-eu', parent: 'acme/sre', members: ['lu'] });
    const proposal = await proposeUnder(house, byTeam);
    await decide(house, 'lu', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('25. whoever was invited and has not accepted may not', async () => {
    const house = await houseWithTeam();
    house.world.teamMember({ team: 'acme/sre', login: 'kim', state: 'pending' });
    const proposal = await proposeUnder(house, byTeam);
    await decide(house, 'kim', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`not_eligible`');
  });

  it('26. another organisation’s team of the same slug does not count', async () => {
    const house = await houseWithTeam();
    house.world.repository({ fullName: 'other/things', visibility: 'public' });
    house.world.team({ team: 'other/sre', members: ['kim'] });
    const proposal = await proposeUnder(house, byTeam);
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(0);
  });

  it('27. an organisation’s own role may where the rule names it', async () => {
    const house = await startHouse();
    house.world.grant({ repository, login: 'bo', role: 'read', roleName: 'Release captain' });
    const text = 'version: 1\nrules: {default: {roles: [Release captain]}}\n';
    const proposal = await proposeUnder(house, text);
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(0);
    await decide(house, 'bo', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('33, AP-56: a stranger costs one look at their right a minute, whatever they say', async () => {
    const house = await houseWithTeam();
    const proposal = await proposeUnder(house, byTeam);
    for (let count = 0; count < 5; count += 1) await decide(house, 'lu', proposal, 'approve');
    expect(asked(house, permissionRoute)).toBe(1);
    expect(asked(house, membershipRoute)).toBe(1);
    expect(answers(house, proposal.number)).toEqual([]);
  });

  it('34. dana, who started it, may not, also where she is in the team', async () => {
    const house = await houseWithTeam();
    house.world.teamMember({ team: 'acme/sre', login: 'dana', state: 'active' });
    const proposal = await proposeUnder(house, byTeam);
    await decide(house, 'dana', proposal, 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`initiator_excluded`');
  });

  it('AP-40: a team that could not be asked about is asked again, and is no answer', async () => {
    const house = await houseWithTeam();
    const proposal = await proposeUnder(house, byTeam);
    house.github.fault({
      match: { method: 'GET', route: membershipRoute, actor: 'countersign[bot]' },
      mode: 'status',
      status: 502,
      times: 2,
    });
    await decide(house, 'bo', proposal, 'approve');
    await sweep(house);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('command.refused');
  });

  it('36. nobody is assigned', async () => {
    const house = await houseWithTeam();
    await proposeUnder(house, byTeam);
    expect(asked(house, '/repos/{owner}/{repo}/issues/{issue_number}/assignees')).toBe(0);
  });
});

describe('T07: a right that is lost between the approval and the write', () => {
  it('leaving the team stops it', async () => {
    const house = await houseWithTeam();
    const proposal = await proposeUnder(house, byTeam);
    await approveMeanwhile(
      house,
      proposal,
      () => house.world.teamMember({ team: 'acme/sre', login: 'bo', state: null }),
      () => house.world.as('bo').comment(repository, proposal.number, `/approve ${proposal.hash}`),
    );
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number)[0]).toContain('`right_lost`');
  });
});
