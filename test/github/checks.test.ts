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

const actions = [
  { label: 'Approve', description: 'Approve exactly this.', identifier: 'approve' },
  { label: 'Reject', description: 'Reject it.', identifier: 'reject' },
];
const told = () => scene.fake.hooks.deliveries.filter(({ event }) => event === 'check_run');
const payloads = () => told().map(({ payload }) => JSON.parse(payload));

describe('buttons', () => {
  test('are told to the owning App alone, with who pressed, and each press anew', async () => {
    const { world } = scene.fake;
    const other = world.app({ slug: 'other', permissions: { checks: 'write' }, events: ['check_run'] });
    world.install({ app: 'other', account: 'acme' });
    for (const { slug } of [scene.app, other]) world.listen(slug, 'http://127.0.0.1:9/');
    const { data } = await create('H', { external_id: 'run-1', actions });
    expect(world.checkRuns(homeName).find(({ id }) => id === data.id)?.actions).toEqual(actions);
    await scene.fake.hooks.idle();
    scene.fake.hooks.forget();
    const before = told().length;
    await world.as('kim').press(homeName, data.id, 'approve');
    await world.as('kim').press(homeName, data.id, 'approve');
    const pressed = told().slice(before);
    expect(pressed.map(({ app, action }) => [app, action])).toEqual([
      ['countersign', 'requested_action'],
      ['countersign', 'requested_action'],
    ]);
    expect(new Set(pressed.map(({ guid }) => guid)).size).toBe(2);
    expect(payloads().at(-1)).toMatchObject({
      action: 'requested_action',
      requested_action: { identifier: 'approve' },
      sender: { login: 'kim', type: 'User' },
      check_run: { id: data.id, external_id: 'run-1', app: { id: scene.app.id } },
      repository: { full_name: homeName },
      installation: { id: scene.installation },
    });
  });

  test('that are gone can be pressed on a page of before only', async () => {
    const kim = scene.fake.world.as('kim');
    const { data } = await create('I', { actions });
    await scene.asApp.checks.update({ ...home, check_run_id: data.id, actions: [] });
    await expect(kim.press(homeName, data.id, 'approve')).rejects.toThrow('422');
    await kim.press(homeName, data.id, 'approve', 'of before');
    expect(payloads().at(-1)).toMatchObject({ requested_action: { identifier: 'approve' } });
  });

  test('can be pressed by a reader, and not by who does not see the page', async () => {
    const { data } = await create('J', { actions });
    await scene.fake.world.as('rita').press(homeName, data.id, 'reject');
    expect(payloads().at(-1)).toMatchObject({ sender: { login: 'rita' } });
    await expect(scene.fake.world.as('sven').press(homeName, data.id, 'reject')).rejects.toThrow('404');
  });

  test.each([
    ['an identifier of 21 characters', [{ ...actions[0], identifier: 'a'.repeat(21) }]],
    ['a label of 21 characters', [{ ...actions[0], label: 'a'.repeat(21) }]],
    ['a description of 41 characters', [{ ...actions[0], description: 'a'.repeat(41) }]],
    ['four of them', [...actions, ...actions]],
  ])('%s: refused', async (_, given) => {
    expect(await statusOf(create('K', { actions: given }))).toBe(422);
  });

  test('to run again asks the owning App and changes nothing; a reader may not', async () => {
    const { data } = await create('L', { actions });
    await scene.fake.world.as('dana').rerequest(homeName, data.id);
    expect(payloads().at(-1)).toMatchObject({
      action: 'rerequested',
      sender: { login: 'dana' },
      check_run: { id: data.id, status: 'completed', conclusion: 'neutral' },
    });
    expect(told().at(-1)?.app).toBe('countersign');
    await expect(scene.fake.world.as('rita').rerequest(homeName, data.id)).rejects.toThrow('403');
  });
});
