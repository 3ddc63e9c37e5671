import { describe, expect, it } from 'vitest';
import { ownRequests, sweep } from './deeds.ts';
import { repository, startHouse, type House } from './house.ts';
import { policyPath } from './under-policy.ts';

interface Page {
  readonly conclusion: string | null;
  readonly title: string;
  readonly summary: string;
  readonly sha: string;
}

async function push(house: House, text: string | null, branch?: string): Promise<string> {
  const sha = await house.world
    .as('ana')
    .push({ repository, path: policyPath, text, ...(branch === undefined ? {} : { branch }) });
  await house.settled();
  return sha;
}

function pages(house: House): readonly Page[] {
  return house.world
    .checkRuns(repository)
    .filter(({ name }) => name === 'Countersign policy')
    .map((run) => ({
      conclusion: run.conclusion,
      title: run.title ?? '',
      summary: run.summary ?? '',
      sha: run.sha,
    }));
}

describe('a push to the default branch that changes the policy', () => {
  it('PO-02: gets a red check run that names each fault by line and key', async () => {
    const house = await startHouse();
    const sha = await push(house, 'version: 1\nfreeze: x\nremind: 1y\n');
    expect(pages(house)).toEqual([
      {
        conclusion: 'failure',
        title: '2 faults: this policy allows nothing',
        summary: expect.stringMatching(/countersign\.yml:2:1 freeze: [\s\S]*countersign\.yml:3:1 remind: /),
        sha,
      },
    ]);
  });

  it('says what became looser, and does not paint the commit red', async () => {
    const house = await startHouse();
    await push(house, 'version: 1\nrules: {default: {roles: [admin], count: 2}}\n');
    await push(house, null);
    expect(pages(house)[0]).toMatchObject({ conclusion: 'neutral', title: 'The policy holds' });
    expect(pages(house)[1]).toMatchObject({
      conclusion: 'neutral',
      title: 'The policy holds, and allows more than before',
      summary: expect.stringMatching(
        /rules\.default\.roles: before only admin[\s\S]*rules\.default\.count: before at least 2/,
      ),
    });
  });

  it('is told once, however often it is delivered', async () => {
    const house = await startHouse();
    await push(house, 'version: 1\n');
    await house.restart();
    await sweep(house);
    expect(pages(house)).toHaveLength(1);
  });

  it('is told of a branch that is forced back to a looser one, too', async () => {
    const house = await startHouse();
    const loose = await push(house, 'version: 1\nrules: {default: {roles: [admin]}}\n');
    await push(house, 'version: 1\nrules: {default: {roles: [admin], count: 2}}\n');
    house.world.branch({ repository, name: 'main', sha: loose });
    await house.settled();
    const titles = pages(house).flatMap(({ sha, title }) => (sha === loose ? [title] : []));
    expect(titles).toEqual([expect.any(String), 'The policy holds, and allows more than before']);
  });

  it('costs nothing where it is another branch or another file', async () => {
    const house = await startHouse();
    house.github.resetRequests();
    await push(house, 'version: 2\n', 'topic');
    await house.world.as('ana').push({ repository, path: 'README.md', text: 'hello' });
    await house.settled();
    expect(pages(house)).toEqual([]);
    expect(ownRequests(house)).toEqual([]);
  });
});
