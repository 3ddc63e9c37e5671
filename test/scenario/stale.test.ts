import { describe, expect, it } from 'vitest';
import { baseInput } from '../support/proposal.ts';
import { decide, sweep } from './deeds.ts';
import {
  answers,
  listsTickets,
  propose,
  repository,
  startHouse,
  tickets,
  typesOf,
  type House,
} from './house.ts';
import { holdTime, minute } from './time.ts';

const [before, body] = ['payments: 5xx above 10 %', 'Error rate is 14.2 % since 13:58 UTC.'];
const title = 'payments: 5xx above 20 %';
const first = { twist: { action: { input: { ...baseInput, title: before, body } } } };
const changed = { twist: { action: { input: { ...baseInput, title } } } };

/** Titles of what the App made. */
function made(house: House): readonly string[] {
  const all = house.world.issues(repository).map((issue) => issue.title);
  return all.filter((one) => !one.startsWith('Countersign: '));
}

describe('users 39: a proposal that no longer stands', () => {
  it('can never run: once a newer one replaced it', async () => {
    const house = await startHouse();
    const older = await propose(house);
    await propose(house, changed);
    await decide(house, 'kim', older, 'approve');
    await decide(house, 'kim', older, 'resume');
    expect(tickets(house)).toBe(0);
    expect(answers(house, older.number).at(-2)).toContain('`superseded`');
  });

  it.each(['reject', 'cancel'])('can never run: once someone said /%s', async (verb) => {
    const house = await startHouse();
    const proposal = await propose(house);
    await decide(house, 'ana', proposal, verb);
    await decide(house, 'kim', proposal, 'approve');
    await decide(house, 'kim', proposal, 'resume');
    expect(tickets(house)).toBe(0);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('approval.recorded');
  });
});

describe('what is carried out', () => {
  it('users 40: is exactly what was approved, whatever the repository says by then', async () => {
    const house = await startHouse();
    const proposal = await propose(house, first);
    house.world.commit({ repository, path: 'workflows/incident-response/bundle.yml', text: 'id: other\n' });
    await decide(house, 'kim', proposal, 'approve');
    const [ticket] = house.world.issues(repository).filter((one) => one.title === before);
    expect(ticket?.body.startsWith(`${body}\n\n<!-- countersign:effect`)).toBe(true);
    expect(made(house)).toEqual([before]);
  });
});

describe('a second proposal of the same bundle and target', () => {
  it('users 41: leaves one open, and only that one can be approved', async () => {
    const house = await startHouse();
    const older = await propose(house);
    const newer = await propose(house, changed);
    expect(house.world.issue(repository, older.number).state).toBe('closed');
    expect(house.world.issue(repository, newer.number).state).toBe('open');
    await decide(house, 'kim', older, 'approve');
    await decide(house, 'kim', newer, 'approve');
    expect(made(house)).toEqual([title]);
  });

  it('users 42: replaces the older one, and both issues say so, once', async () => {
    const house = await startHouse();
    const older = await propose(house);
    const newer = await propose(house, changed);
    expect(house.world.issue(repository, older.number).labels).toContain('countersign: superseded');
    expect(answers(house, older.number).at(-1)).toContain(`The newer proposal is in #${newer.number}.`);
    expect(answers(house, newer.number)).toHaveLength(1);
    expect(answers(house, newer.number)[0]).toContain(`**This replaces the proposal in #${older.number}**`);
    const checkRun = house.world.checkRuns(repository).find(({ externalId }) => externalId === newer.hash);
    expect(checkRun?.summary).toContain(`takes the place of the proposal in #${older.number}`);
    expect(house.github.violations).toEqual([]);
  });

  it('users 44: both issues show the older hash, the newer hash and the difference by field', async () => {
    const house = await startHouse();
    const older = await propose(house, first);
    const newer = await propose(house, changed);
    for (const { number } of [older, newer]) {
      const told = answers(house, number).at(-1);
      expect(told).toContain(`Older hash: \`${older.hash}\`\nNewer hash: \`${newer.hash}\``);
      expect(told).toContain(`| \`action.input.title\` | \`"${before}"\` | \`"${title}"\` |`);
    }
  });

  it('leaves an older one alone that was approved already', async () => {
    const house = await startHouse();
    const older = await propose(house);
    const listing = house.github.fault({
      match: listsTickets,
      mode: 'hold',
    });
    const said = house.world.as('kim').comment(repository, older.number, `/approve ${older.hash}`);
    await listing.hit;
    const opened = propose(house, changed);
    listing.release();
    await said;
    const newer = await opened;
    expect(made(house)).toEqual([before]);
    expect(answers(house, newer.number)).toEqual([]);
  });
});

describe('staleness', () => {
  it('users 43: depends on what is there, never on when it was made', async () => {
    const house = await startHouse();
    const { headSha } = house.world.repositoryNow(repository);
    const sha = house.world.commit({ repository, path: 'values.yml', text: 'replicas: 2\n' });
    const precondition = { ref: { name: 'refs/heads/main', sha } };
    const proposal = await propose(house, { twist: { action: { precondition } } });
    // The branch goes back to a commit that is older than the proposal.
    house.world.branch({ repository, name: 'main', sha: headSha });
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(0);
    expect(answers(house, proposal.number).at(-1)).toContain(`| \`ref.sha\` | \`${sha}\` | \`${headSha}\` |`);
  });

  it('users 47: an approval that comes before its proposal waits for it, and then counts', async () => {
    const house = await startHouse();
    const issues = house.github.hooks.hold({ event: 'issues' });
    const proposal = await propose(house);
    await house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    issues.remove();
    await house.github.hooks.release();
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
  });

  it('users 47: where no proposal comes, it is told why there is none, and nothing waits for ever', async () => {
    const time = holdTime();
    const house = await startHouse();
    const issues = house.github.hooks.hold({ event: 'issues' });
    const { number } = await propose(house, { sealKey: null });
    await house.world.as('kim').comment(repository, number, `/approve ${'0'.repeat(64)}`);
    await house.settled();
    expect(answers(house, number)).toEqual([]);
    issues.remove();
    await house.github.hooks.release();
    await house.settled();
    time.pass(5 * minute);
    await sweep(house);
    expect(answers(house, number)).toHaveLength(1);
    expect(answers(house, number)[0]).toContain('`seal_missing`');
    house.github.resetRequests();
    await sweep(house);
    expect(house.github.requests.filter(({ route }) => route.includes('{issue_number}'))).toEqual([]);
  });
});
