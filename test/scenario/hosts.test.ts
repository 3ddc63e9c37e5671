import { describe, expect, it } from 'vitest';
import { verify } from '../../cli/verify/verify.ts';
import { answers, propose, repository, startHouse, tickets, typesOf } from './house.ts';

/** One setting, three kinds of host. */
describe.each(['github', 'server', 'residence'] as const)('on a host of the kind %s', (kind) => {
  // trstringer/manual-approval#46, #125, runatlantis/atlantis#175, #1349, #6339
  it('a run is proposed, approved, done and told, by requests to that host alone', async () => {
    const house = await startHouse({}, { members: 'read' }, kind);
    const { number, hash } = await propose(house);
    const page = `${house.github.webUrl}/${repository}/issues/${number}`;
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(hash))).toContain('readback.equal');
    expect(house.world.issue(repository, number)).toMatchObject({ state: 'closed', url: page });
    expect(house.github.violations).toEqual([]);
  });

  // runatlantis/atlantis#1009, #1072, github/branch-deploy#111
  it('every link that people are given leads to that host', async () => {
    const house = await startHouse({}, {}, kind);
    const { number, hash } = await propose(house);
    await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
    await house.settled();
    const { webUrl } = house.github;
    const told = [
      ...answers(house, number),
      ...house.world.checkRuns(repository).map(({ summary }) => summary ?? ''),
    ];
    const links = told.flatMap((text) =>
      [...text.matchAll(/https?:\/\/[^\s)>\]"`]+/g)].map(([link]) => link),
    );
    const leadingTo = (address: string) => links.filter((link) => link.startsWith(`${address}/`)).length;
    expect(leadingTo(webUrl)).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith(`${webUrl}/`) && !link.startsWith(house.app.url))).toEqual(
      [],
    );
  });
});

it('GraphQL of an Enterprise Server is asked beside REST, not below it', async () => {
  const house = await startHouse({}, {}, 'server');
  const { number, hash } = await propose(house);
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  const asked = house.github.requests.filter(({ route }) => route === '/graphql');
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/api/graphql']));
});

it('a proposal that names another host is no proposal of this one', async () => {
  const house = await startHouse({}, {}, 'residence');
  const { hash } = await propose(house, { twist: { started: { host: 'https://github.com' } } });
  await house.settled();
  expect(await house.run(hash)).toBe(null);
});

it('a run of an Enterprise Server is verified from its issue, by whoever names that server', async () => {
  const house = await startHouse({}, {}, 'server');
  const { number, hash } = await propose(house);
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  const { webUrl } = house.github;
  const order = { keys: [], app: null, sealKey: null, json: false };
  const ask = async (environment: Readonly<Record<string, string>>) => {
    const said: string[] = [];
    const to = { out: (text: string) => said.push(text), err: (text: string) => said.push(text) };
    const code = await verify(
      { ...order, target: `${webUrl}/${repository}/issues/${number}`, environment },
      to,
    );
    return { code, said: said.join('') };
  };
  expect(await ask({ GITHUB_SERVER_URL: webUrl })).toMatchObject({ code: 0 });
  const unasked = await ask({});
  expect(unasked.code).toBe(2);
  expect(unasked.said).toContain(`set GITHUB_SERVER_URL to ${webUrl}`);
});
