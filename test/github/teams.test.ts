import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

/** acme has `ops` with `sre` below it, and `oncall` below that; `vault` is secret. */
let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
  const { world } = scene.fake;
  world.permit({
    installation: scene.installation,
    permissions: { ...scene.permissions, members: 'read' },
  });
  world.team({ team: 'acme/ops', members: ['toni'], pending: ['sven'] });
  world.team({ team: 'acme/sre', parent: 'acme/ops', members: ['kim'] });
  world.team({ team: 'acme/oncall', parent: 'acme/sre', members: ['rita'] });
  world.team({ team: 'acme/vault', privacy: 'secret', members: ['kim'] });
});
afterAll(async () => {
  await scene.fake.close();
});

const of = (slug: string, username: string) => ({ org: 'acme', team_slug: slug, username });
const membership = (slug: string, username: string, asked = scene.asApp) =>
  asked.teams.getMembershipForUserInOrg(of(slug, username));
const names = async (slug: string, more: object = {}) => {
  const { data } = await scene.asApp.teams.listMembersInOrg({ org: 'acme', team_slug: slug, ...more });
  return data.map(({ login }) => login).toSorted();
};

describe('a membership', () => {
  test('is active for a member, also of a team below', async () => {
    expect((await membership('sre', 'kim')).data).toMatchObject({ role: 'member', state: 'active' });
    expect((await membership('ops', 'rita')).data).toMatchObject({ state: 'active' });
    expect(await names('ops')).toEqual(['kim', 'rita', 'toni']);
  });

  test('does not go down from a parent', async () => {
    expect(await statusOf(membership('sre', 'toni'))).toBe(404);
    expect(await names('sre')).toEqual(['kim', 'rita']);
  });

  test('is pending for who was invited, and no role comes of it', async () => {
    const { world } = scene.fake;
    expect((await membership('ops', 'sven')).data.state).toBe('pending');
    world.teamGrant({ team: 'acme/ops', repository: homeName, role: 'write' });
    const roleOf = async () =>
      (await scene.asApp.repos.getCollaboratorPermissionLevel({ ...home, username: 'sven' })).data.role_name;
    expect(await roleOf()).toBe('');
    world.teamMember({ team: 'acme/ops', login: 'sven', state: 'active' });
    expect(await roleOf()).toBe('write');
    world.teamMember({ team: 'acme/ops', login: 'sven', state: null });
    expect(await statusOf(membership('ops', 'sven'))).toBe(404);
  });

  test('shows an owner as a maintainer', async () => {
    const { world } = scene.fake;
    world.organisationMember({ organisation: 'acme', login: 'ana', role: 'owner' });
    expect(await statusOf(membership('ops', 'ana'))).toBe(404);
    world.teamMember({ team: 'acme/ops', login: 'ana', state: 'active' });
    expect((await membership('ops', 'ana')).data.role).toBe('maintainer');
    expect(await names('ops', { role: 'maintainer' })).toEqual(['ana']);
  });

  test('ends with the membership of the organisation, and with the team', async () => {
    const { world } = scene.fake;
    world.team({ team: 'acme/gone', members: ['dana'] });
    world.organisationMember({ organisation: 'acme', login: 'dana', role: null });
    expect(await statusOf(membership('gone', 'dana'))).toBe(404);
    expect(await names('gone')).toEqual([]);
    world.renameTeam({ team: 'acme/gone', to: 'went' });
    expect(await statusOf(scene.asApp.teams.getByName({ org: 'acme', team_slug: 'gone' }))).toBe(404);
    world.deleteTeam('acme/went');
    expect(await statusOf(scene.asApp.teams.getByName({ org: 'acme', team_slug: 'went' }))).toBe(404);
  });
});

describe('what a team gives', () => {
  test('is the highest of all grants, down to the teams below', async () => {
    const { world } = scene.fake;
    const roleOf = async () =>
      (await scene.asApp.repos.getCollaboratorPermissionLevel({ ...home, username: 'rita' })).data;
    world.teamGrant({
      team: 'acme/sre',
      repository: homeName,
      role: 'maintain',
      roleName: 'Release captain',
    });
    expect(await roleOf()).toMatchObject({ permission: 'write', role_name: 'Release captain' });
    world.teamGrant({ team: 'acme/sre', repository: homeName, role: null });
    world.baseRole({ organisation: 'acme', role: 'triage' });
    expect(await roleOf()).toMatchObject({ permission: 'write', role_name: 'write' });
    world.teamGrant({ team: 'acme/ops', repository: homeName, role: null });
    expect(await roleOf()).toMatchObject({ permission: 'read', role_name: 'triage' });
    world.baseRole({ organisation: 'acme', role: null });
    expect(await roleOf()).toMatchObject({ permission: 'read', role_name: 'read' });
  });

  test('an owner is an admin of every repository, and among the collaborators', async () => {
    const { world } = scene.fake;
    world.user({ login: 'olga' });
    world.organisationMember({ organisation: 'acme', login: 'olga', role: 'owner' });
    const { data } = await scene.asApp.repos.listCollaborators({ ...home, permission: 'admin' });
    expect(data.map(({ login }) => login)).toContain('olga');
  });
});

describe('who may see a team', () => {
  test('an App without members: read is refused, and told what is missing', async () => {
    const { world } = scene.fake;
    const blind = world.app({ slug: 'blind', permissions: { issues: 'write' } });
    const asked = scene.clientOf(blind, world.install({ app: 'blind', account: 'acme' }));
    const refused = await membership('sre', 'kim', asked).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      status: 403,
      response: {
        data: { message: 'Resource not accessible by integration' },
        headers: { 'x-accepted-github-permissions': 'members=read' },
      },
    });
    expect(await statusOf(asked.teams.getByName({ org: 'acme', team_slug: 'sre' }))).toBe(403);
    expect(await statusOf(asked.teams.listMembersInOrg({ org: 'acme', team_slug: 'sre' }))).toBe(403);
  });

  test('another organisation’s teams are not there for the App, nor is a person a team’s owner', async () => {
    const { world } = scene.fake;
    world.repository({ fullName: 'umbra/x' });
    world.team({ team: 'umbra/sre', members: ['kim'] });
    expect(await statusOf(scene.asApp.teams.getByName({ org: 'umbra', team_slug: 'sre' }))).toBe(404);
    expect(await statusOf(scene.asApp.teams.getByName({ org: 'kim', team_slug: 'sre' }))).toBe(404);
  });

  test('members see it, strangers do not, and a secret one is for its members and owners', async () => {
    const { world } = scene.fake;
    world.user({ login: 'eve' });
    const seen = async (login: string, slug: string) =>
      statusOf(scene.client(world.token(login)).teams.getByName({ org: 'acme', team_slug: slug }));
    expect(await seen('toni', 'sre')).toBe(200);
    expect(await seen('eve', 'sre')).toBe(404);
    expect([await seen('toni', 'vault'), await seen('kim', 'vault'), await seen('ana', 'vault')]).toEqual([
      404, 200, 200,
    ]);
    expect(await statusOf(membership('vault', 'kim'))).toBe(200);
  });

  test('a job’s token sees none', async () => {
    const job = scene.client(
      scene.fake.world.jobToken({ repository: homeName, permissions: { contents: 'read' } }),
    );
    expect(await statusOf(membership('sre', 'kim', job))).toBe(403);
  });
});
