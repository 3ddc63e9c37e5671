import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(async () => {
  await scene.fake.close();
});

const output = { title: 'Waiting', summary: 'One more approval.' };
const create = (name: string, more: object = {}) =>
  scene.asApp.checks.create({
    ...home,
    name,
    head_sha: scene.repository.headSha,
    conclusion: 'neutral',
    output,
    ...more,
  });

const summary = (length: number) => create('E', { output: { ...output, summary: 'é'.repeat(length) } });
const list = async (more: { readonly filter?: 'all' | 'latest' } = {}) => {
  const question = { ...home, ref: scene.repository.headSha, check_name: 'F', app_id: scene.app.id };
  const { data } = await scene.asApp.checks.listForRef({ ...question, ...more });
  return data.check_runs.map(({ id }) => id);
};

describe('check runs', () => {
  test('carry the App that made them, a page, and what was given', async () => {
    const { data } = await create('A', { external_id: 'run-1', details_url: 'https://example.org/1' });
    expect(data).toMatchObject({
      name: 'A',
      status: 'completed',
      conclusion: 'neutral',
      external_id: 'run-1',
      details_url: 'https://example.org/1',
      html_url: `https://github.com/acme/payments/runs/${data.id}`,
      app: { id: scene.app.id, slug: 'countersign' },
      output,
    });
  });

  test('can be changed by the App that made them, and by no other', async () => {
    const { data } = await create('B');
    const { world } = scene.fake;
    const other = world.app({ slug: 'other-checks', permissions: { checks: 'write' } });
    const stranger = scene.clientOf(other, world.install({ app: other.slug, account: 'acme' }));
    const change = { ...home, check_run_id: data.id, conclusion: 'success' } as const;
    expect(await statusOf(stranger.checks.update(change))).toBe(403);
    expect(await statusOf(scene.client(world.token('ana')).checks.update(change))).toBe(403);
    expect((await scene.asApp.checks.get({ ...home, check_run_id: data.id })).data.conclusion).toBe(
      'neutral',
    );
    expect((await scene.asApp.checks.update(change)).data.conclusion).toBe('success');
  });

  test('need a commit that exists', async () => {
    expect(await statusOf(create('C', { head_sha: 'a'.repeat(40) }))).toBe(422);
  });

  test('are not completed without a conclusion', async () => {
    const asked = scene.asApp.checks.create({
      ...home,
      name: 'D',
      head_sha: scene.repository.headSha,
      status: 'completed',
    });
    expect(await statusOf(asked)).toBe(422);
  });

  test('take 65,535 characters of text and of summary', async () => {
    expect(await statusOf(summary(65_535))).toBe(201);
    expect(scene.fake.violations).toEqual([]);
    expect(await statusOf(summary(65_536))).toBe(422);
    expect(scene.fake.violations.map(({ problems }) => problems)).toEqual([
      ['body/output/summary must NOT have more than 65535 characters'],
    ]);
  });

  test('of one name hide the older ones, unless all are asked for', async () => {
    const [first, second] = [
      await create('F', { external_id: '1' }),
      await create('F', { external_id: '2' }),
    ];
    expect(await list()).toEqual([second.data.id]);
    expect(await list({ filter: 'all' })).toEqual([second.data.id, first.data.id]);
  });

  test('are told to the App that made them', async () => {
    const { data } = await create('G');
    expect(scene.fake.world.checkRuns(homeName).find(({ id }) => id === data.id)).toMatchObject({
      app: 'countersign',
      title: 'Waiting',
    });
  });
});
