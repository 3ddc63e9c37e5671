import { describe, expect, it } from 'vitest';
import {
  answers,
  propose,
  repository,
  startHouse,
  tickets,
  type Opened,
  type ProposeTwist,
} from './house.ts';

/** Opens a proposal that is not taken up, lets kim approve it, and gives what the App said. */
async function refusedAtIntake(how: ProposeTwist): Promise<string> {
  const house = await startHouse();
  const { number, hash } = await propose(house, how);
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  expect(await house.run(hash)).toBeNull();
  expect(house.world.checkRuns(repository)).toEqual([]);
  expect(tickets(house)).toBe(0);
  expect(house.github.violations).toEqual([]);
  expect(answers(house, number)).toHaveLength(1);
  return answers(house, number)[0] ?? '';
}

describe('a proposal is not taken up', () => {
  it('without a seal', async () => {
    expect(await refusedAtIntake({ sealKey: null })).toContain('`seal_missing`');
  });

  it('OI-19: with a seal by another key', async () => {
    expect(await refusedAtIntake({ sealKey: 'another key of thirty-two bytes or more' })).toContain(
      '`seal_invalid`',
    );
  });

  it('EV-17: when its text was changed behind the seal', async () => {
    const forge: ProposeTwist['forge'] = ({ title, body }) => ({
      title,
      body: body.replace('medium', 'low'),
    });
    expect(await refusedAtIntake({ forge })).toContain('`body_differs`');
  });

  it('EV-29: when its title was changed', async () => {
    const forge: ProposeTwist['forge'] = ({ body }) => ({ title: 'Countersign: harmless', body });
    expect(await refusedAtIntake({ forge })).toContain('`body_differs`');
  });

  it('when the record line was taken away', async () => {
    const forge: ProposeTwist['forge'] = ({ title, body }) => ({
      title,
      body: body.split('\n<!--')[0] ?? '',
    });
    expect(await refusedAtIntake({ forge })).toContain('`record_missing`');
  });

  it('when the record is broken', async () => {
    const forge: ProposeTwist['forge'] = ({ title, body }) => ({
      title,
      body: body.replace(/record:v1 .{20}/, 'record:v1 AAAA'),
    });
    expect(await refusedAtIntake({ forge })).toContain('`record_malformed`');
  });

  it('T35: when its run was started by an event that may not propose', async () => {
    expect(await refusedAtIntake({ event: 'pull_request_target' })).toContain('`event_refused`');
  });

  it('PO-06: with another rule than the policy’s', async () => {
    expect(await refusedAtIntake({ twist: { rule: { initiatorMayApprove: true } } })).toContain(
      '`policy_mismatch`',
    );
  });

  it('TM-03: when it would wait for longer than the policy lets it', async () => {
    const expiresAt = new Date(Date.now() + 25 * 3_600_000).toISOString();
    expect(await refusedAtIntake({ twist: { proposal: { expiresAt } } })).toContain('`expiry_invalid`');
    expect(await refusedAtIntake({ twist: { proposal: { expiresAt: null } } })).toContain('`expiry_invalid`');
  });

  it('T11: when it belongs to another repository', async () => {
    const other = { id: '999', ownerId: '998', name: 'acme/other' };
    expect(await refusedAtIntake({ twist: { proposal: { repository: other } } })).toContain(
      '`repository_mismatch`',
    );
  });

  it('OI-11: when its Actions run has gone on to another attempt', async () => {
    const house = await startHouse();
    const path = '.github/workflows/countersign.yml';
    const first = house.world.actionsRun({ repository, path, actor: 'dana' });
    house.world.actionsRun({ repository, path, actor: 'dana', id: first.id, attempt: 2 });
    const { number } = await propose(house, { actionsRun: first });
    expect(answers(house, number)[0]).toContain('`run_mismatch`');
  });

  it('T10: when the Actions run is somebody else’s', async () => {
    const house = await startHouse();
    const path = '.github/workflows/countersign.yml';
    const theirs = house.world.actionsRun({ repository, path, actor: 'ana' });
    const { number } = await propose(house, { actionsRun: theirs });
    expect(answers(house, number)[0]).toContain('`run_mismatch`');
  });

  it('PO-02: under a policy with faults, and names the first by line and key', async () => {
    const house = await startHouse();
    house.world.commit({ repository, path: '.github/countersign.yml', text: 'version: 1\nfreeze: x\n' });
    const { number } = await propose(house);
    expect(answers(house, number)[0]).toContain('`policy_invalid`');
    expect(answers(house, number)[0]).toContain(
      '.github/countersign.yml:2:1 freeze: expected one of the keys',
    );
  });

  it('PO-06: when it was made without the policy that stands now', async () => {
    const house = await startHouse();
    house.world.commit({ repository, path: '.github/countersign.yml', text: 'version: 1\n' });
    const { number } = await propose(house);
    expect(answers(house, number)[0]).toContain('`policy_mismatch`');
  });

  it('as a copy of one that was taken up, and names that one', async () => {
    const house = await startHouse();
    const first = await propose(house);
    const copy = await house.world.as('dana').openIssue({ repository, title: first.title, body: first.body });
    await house.settled();
    expect(answers(house, copy.number)[0]).toContain('`replayed`');
    expect(answers(house, copy.number)[0]).toContain(`#${first.number}`);
  });

  it('OI-12: when the same Actions run has an open one', async () => {
    const house = await startHouse();
    const first = await propose(house);
    const second = await propose(house, { actionsRun: first.actionsRun });
    expect(answers(house, second.number)[0]).toContain('`run_open`');
  });
});

describe('a proposal is taken up', () => {
  it('and says at once when nobody can approve it', async () => {
    const house = await startHouse();
    house.world.grant({ repository, login: 'kim', role: null });
    house.world.grant({ repository, login: 'ana', role: 'write' });
    await propose(house);
    const [checkRun] = house.world.checkRuns(repository);
    expect(checkRun).toMatchObject({
      conclusion: 'neutral',
      title: expect.stringContaining('Nobody can approve'),
    });
  });

  it('and supersedes the older one of the same bundle and target, in both places', async () => {
    const house = await startHouse();
    const older = await propose(house);
    const newer = await propose(house);
    expect(house.world.issue(repository, older.number)).toMatchObject({
      state: 'closed',
      stateReason: 'not_planned',
    });
    expect(answers(house, older.number)[0]).toContain(`#${newer.number}`);
    await house.world.as('kim').comment(repository, older.number, `/approve ${older.hash}`);
    await house.settled();
    expect(answers(house, older.number).at(-1)).toContain('`superseded`');
    expect(tickets(house)).toBe(0);
  });

  it('DO-11: thirty equal ones leave one that waits, and each of the others says by which it was replaced', async () => {
    const house = await startHouse();
    const all: Opened[] = [];
    for (let count = 0; count < 30; count += 1) all.push(await propose(house));
    const open = all.filter(({ number }) => house.world.issue(repository, number).state === 'open');
    expect(open.map(({ number }) => number)).toEqual([all.at(-1)?.number]);
    for (const [index, { number }] of all.slice(0, -1).entries()) {
      // That it replaced one, and that it was replaced.
      expect(answers(house, number)).toHaveLength(index === 0 ? 1 : 2);
      expect(answers(house, number).at(-1)).toContain(`#${all[index + 1]?.number}`);
    }
  }, 60_000);

  it('DO-07: and our own comments and labels trigger nothing', async () => {
    const house = await startHouse();
    await propose(house);
    house.github.resetRequests();
    await house.app.sweep();
    await house.settled();
    expect(house.github.requests.map(({ method, route }) => `${method} ${route}`).toSorted()).toEqual([
      'GET /app/hook/deliveries',
      'GET /repos/{owner}/{repo}/issues/comments',
    ]);
  });
});
