import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHouse, propose, repository, answers, type House } from '../scenario/house.ts';
import { readGh } from './arguments.ts';
import { filter } from './jq.ts';
import { readSteps, type Tool } from './page.ts';
import { openShell, type Shell } from './shell.ts';

const steps = readSteps();
const workflow = '.github/workflows/countersign.yml';

interface Desk {
  readonly house: House;
  readonly shell: Shell;
  /** Does what stands under a heading of the page, as this person, and waits for what comes of it. */
  follow(heading: string, login: string): Promise<string>;
}

async function openDesk(tool: Tool, standIns = false): Promise<Desk> {
  const house = await startHouse();
  const text = readFileSync(join(import.meta.dirname, '..', '..', workflow), 'utf8');
  house.world.commit({ repository, path: workflow, text });
  const given = { API: house.github.url, REPO: repository, APP: 'countersign', PAUSE: '0.2' };
  const shell = openShell(given, standIns);
  onTestFinished(() => shell.close());
  return {
    house,
    shell,
    async follow(heading, login) {
      const step = steps.find((one) => one.heading === heading);
      if (step === undefined) throw new Error(`docs/api.md has no step "${heading}"`);
      const told = await shell.run(step.script[tool], house.world.token(login));
      await house.settled();
      return told;
    },
  };
}

/** Opens a proposal and reads it as the page says. */
async function read(desk: Desk): Promise<{ readonly number: number; readonly hash: string }> {
  const opened = await propose(desk.house);
  await desk.follow('Find the proposal', 'kim');
  await desk.follow('Read it, and recompute the hash', 'kim');
  return opened;
}

const stateOf = (desk: Desk): Promise<string> => desk.follow('Read the state', 'bo');

describe.each<Tool>(['gh', 'curl'])('the life of a run by %s, as docs/api.md has it', (tool) => {
  test('is started, found, recomputed, approved, and read', async () => {
    const desk = await openDesk(tool);
    await desk.follow('Start a run', 'dana');
    const id = Number(desk.shell.variable('RUN'));
    const sha = desk.house.world.repositoryNow(repository).headSha;
    const actionsRun = { id, attempt: 1, path: workflow, sha, event: 'workflow_dispatch' };
    const { number, hash } = await propose(desk.house, { actionsRun });

    await desk.follow('Find the proposal', 'kim');
    expect(desk.shell.variable('ISSUE')).toBe(String(number));
    await desk.follow('Read it, and recompute the hash', 'kim');
    const bytes = desk.shell.file('proposal.json');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    expect(desk.shell.variable('HASH')).toBe(hash);

    await desk.follow('Ask how it stands', 'kim');
    expect(answers(desk.house, number)[0]).toContain('Waiting for 1 more approval');
    expect(await stateOf(desk)).toBe(
      'countersign\ncountersign: waiting\nneutral\nWaiting for 1 more approval\n',
    );
    await desk.follow('Approve', 'kim');
    expect(await stateOf(desk)).toBe('countersign\ncountersign: done\nsuccess\nDone and verified\n');
    const events = await desk.follow('Read the events', 'bo');
    expect(events).toContain('**Done and verified:**');
    expect(events).toContain(`countersign:head:v1 ${(await desk.house.run(hash))?.run ?? 'no run'} `);

    await desk.follow('When it is refused', 'kim');
    expect(desk.shell.variable('CODE')).toBe('not_waiting');
    expect(desk.house.github.violations).toEqual([]);
  });

  test('is refused with a code when a newer proposal has replaced it', async () => {
    const desk = await openDesk(tool);
    await read(desk);
    await propose(desk.house);
    expect(await desk.follow('When it is refused', 'kim')).toBe('superseded\n');
    expect(desk.house.github.violations).toEqual([]);
  });

  test('is rejected with a reason', async () => {
    const desk = await openDesk(tool);
    const { number } = await read(desk);
    await desk.follow('Reject', 'dana');
    expect(answers(desk.house, number).join()).toContain('not during the freeze');
    expect(await stateOf(desk)).toContain('countersign: rejected\nneutral\nRejected by ');
    expect(desk.house.github.violations).toEqual([]);
  });

  test('is resumed where nothing was sent', async () => {
    const desk = await openDesk(tool);
    await read(desk);
    const { github, world } = desk.house;
    const route = '/repos/{owner}/{repo}/issues';
    const listing = github.fault({
      match: { method: 'GET', route, actor: 'countersign[bot]' },
      mode: 'hold',
    });
    const approved = desk.follow('Approve', 'kim');
    await listing.hit;
    world.grant({ repository, login: 'kim', role: 'read' });
    listing.release();
    await approved;
    world.grant({ repository, login: 'kim', role: 'maintain' });
    expect(await stateOf(desk)).toContain('countersign: failed\nfailure\n');
    await desk.follow('Resume', 'kim');
    expect(await stateOf(desk)).toContain('countersign: done\nsuccess\n');
    expect(github.violations).toEqual([]);
  });

  test('is cancelled after GitHub refused it', async () => {
    const desk = await openDesk(tool);
    await read(desk);
    const route = '/repos/{owner}/{repo}/issues';
    const match = { method: 'POST', route, actor: 'countersign[bot]' };
    desk.house.github.fault({ match, mode: 'status', status: 403 });
    await desk.follow('Approve', 'kim');
    await desk.follow('Cancel', 'kim');
    expect(await stateOf(desk)).toContain('countersign: cancelled\nneutral\n');
    expect(desk.house.github.violations).toEqual([]);
  });
});

describe('docs/api.md', () => {
  test('has a gh and a curl line for every step, and a step for every verb', () => {
    const told = steps.slice(1);
    expect(told.length).toBeGreaterThan(9);
    for (const { script } of told) {
      expect(script.gh).toMatch(/\bgh api /);
      expect(script.gh).not.toContain('curl');
      expect(script.curl).toMatch(/\bcurl -sSf /);
      expect(script.curl).not.toContain('gh api');
    }
    const all = steps.map(({ script }) => script.gh).join('');
    for (const verb of ['approve', 'reject', 'resume', 'cancel', 'status']) expect(all).toContain(`/${verb}`);
  });

  test('asks for the same with both tools, told by the stand-in of gh', async () => {
    const desk = await openDesk('gh');
    await read(desk);
    await desk.follow('Approve', 'kim');
    const asked = desk.shell.asked();
    console.log(
      `gh lines, as requests (curl and jq: ${desk.shell.real.join(', ') || 'stand-ins'}):\n${asked}`,
    );
    const lines = asked.trimEnd().split('\n');
    const sent = desk.house.github.requests.filter(({ actor }) => actor === 'kim');
    expect(sent.map(({ method, path, body }) => `${method} ${path.slice(1)} ${body}`)).toEqual(lines);
  });
});

describe('the stand-ins', () => {
  test('let the page be followed on a machine without curl and jq', async () => {
    const desk = await openDesk('curl', true);
    expect(desk.shell.real).toEqual([]);
    await desk.follow('Start a run', 'dana');
    const { number } = await read(desk);
    await desk.follow('Approve', 'kim');
    expect(await stateOf(desk)).toContain('countersign: done\nsuccess\n');
    await desk.follow('When it is refused', 'kim');
    expect(desk.shell.variable('CODE')).toBe('not_waiting');
    expect(desk.house.world.issue(repository, number).state).toBe('closed');
  });
});

describe('the stand-in of gh', () => {
  test('reads fields as gh does: a string, a typed one, one inside another; with fields it posts', () => {
    const words = ['api', 'x', '-f', 'a=1', '-F', 'b=true', '-F', 'n=7', '-f', 'in[c]=d=e', '-f', 'in[f]=g'];
    const { method, body } = readGh(words);
    expect([method, JSON.parse(body ?? '')]).toEqual([
      'POST',
      { a: '1', b: true, n: 7, in: { c: 'd=e', f: 'g' } },
    ]);
    expect(readGh(['api', 'x']).method).toBe('GET');
    expect(() => readGh(['api', 'x', '--paginate'])).toThrow('--paginate');
    expect(() => readGh(['issue', 'view'])).toThrow('issue');
  });

  test('filters as jq does', () => {
    const input = [
      { id: 1, user: { login: 'a[bot]' }, body: 'x' },
      { id: 2, user: { login: 'b' }, body: 'y' },
    ];
    expect(filter('.[] | select(.user.login == "a[bot]" and .id > 0) | .body', input)).toEqual(['x']);
    expect(filter('.[0].id', input)).toEqual([1]);
    expect(filter('.[] | .id, .body', input)).toEqual([1, 'x', 2, 'y']);
    expect(() => filter('map(.id)', input)).toThrow('not among the words');
  });
});
