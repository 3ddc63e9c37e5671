import { afterEach, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
afterEach(async () => {
  await scene.fake.close();
});

const read = 'query { repository(owner: "acme", name: "payments") { url } }';
const pageOf = async () => {
  const { data } = await scene.asApp.issues.create({ ...home, title: 'T' });
  return { api: data.url, page: data.html_url, author: data.user?.html_url };
};

describe('a GitHub Enterprise Server', () => {
  test('has API, GraphQL and pages below one address', async () => {
    scene = await startScene({ host: 'server' });
    const { url, webUrl } = scene.fake;
    expect(url).toBe(`${webUrl}/api/v3`);
    expect(await pageOf()).toEqual({
      api: `${webUrl}/api/v3/repos/acme/payments/issues/1`,
      page: `${webUrl}/acme/payments/issues/1`,
      author: `${webUrl}/apps/countersign`,
    });
    expect(await scene.asApp.graphql(read)).toEqual({ repository: { url: `${webUrl}/acme/payments` } });
    expect(scene.fake.violations).toEqual([]);
  });

  test.each(['/repos/acme/payments', '/graphql', '/api/v3/graphql', '/api/graphql/x', '/v3/app'])(
    'has nothing at %s',
    async (path) => {
      scene = await startScene({ host: 'server', visibility: 'public' });
      const method = path.includes('graphql') ? 'POST' : 'GET';
      const { status } = await fetch(`${scene.fake.webUrl}${path}`, {
        method,
        headers: { 'user-agent': 'x' },
      });
      expect(status).toBe(404);
      expect(scene.fake.violations).toHaveLength(1);
    },
  );

  test('knows neither the newest API version nor a dispatch that answers', async () => {
    scene = await startScene({ host: 'server' });
    const headers = { 'x-github-api-version': '2026-03-10' };
    expect(await statusOf(scene.asApp.issues.listForRepo({ ...home, headers }))).toBe(400);
    const dana = scene.client(scene.fake.world.token('dana'));
    const dispatch = (more: object) =>
      statusOf(
        dana.actions.createWorkflowDispatch({
          ...home,
          workflow_id: 'countersign.yml',
          ref: 'main',
          ...more,
        }),
      );
    expect(await dispatch({})).toBe(204);
    expect(await dispatch({ return_run_details: true })).toBe(422);
    const inputs = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`i${index}`, '']));
    expect(await dispatch({ inputs })).toBe(422);
  });

  test('leads on with its own addresses', async () => {
    scene = await startScene({ host: 'server' });
    await scene.fake.world.as('ana').renameRepository(homeName, 'billing');
    expect((await scene.asApp.repos.get(home)).data.html_url).toBe(`${scene.fake.webUrl}/acme/billing`);
    for (let count = 0; count < 2; count += 1)
      await scene.asApp.issues.create({ owner: 'acme', repo: 'billing', title: 'T' });
    const { headers } = await scene.asApp.issues.listForRepo({ owner: 'acme', repo: 'billing', per_page: 1 });
    expect(headers.link).toContain(`<${scene.fake.url}/repos/acme/billing/issues?`);
  });
});

test('a data residence has its pages elsewhere than its API, which has no prefix', async () => {
  scene = await startScene({ host: 'residence' });
  const { page, author } = await pageOf();
  expect([page, author]).toEqual([
    'https://acme-corp.ghe.com/acme/payments/issues/1',
    'https://acme-corp.ghe.com/apps/countersign',
  ]);
  expect(await scene.asApp.graphql(read)).toEqual({
    repository: { url: 'https://acme-corp.ghe.com/acme/payments' },
  });
});
