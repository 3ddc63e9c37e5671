import { pino } from 'pino';
import { Probot, Server } from 'probot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scene, homeName, startScene } from './scene.ts';

let scene: Scene;
let server: Server;
const seen: string[] = [];

beforeAll(async () => {
  scene = await startScene();
  const log = pino({ level: 'silent' });
  const { id: appId, privateKey, webhookSecret: secret } = scene.app;
  server = new Server({
    Probot: Probot.defaults({ appId, privateKey, secret, baseUrl: scene.fake.url, log }),
    port: 0,
    log,
  });
  await server.load((app) => {
    app.on('issue_comment.created', async ({ octokit, payload }) => {
      const { owner, name } = payload.repository;
      const question = { owner: owner.login, repo: name, username: payload.sender.login };
      const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel(question);
      seen.push(`${payload.comment.body} by ${payload.sender.login}, ${data.role_name}`);
    });
  });
  const http = await server.start();
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : 0;
  scene.fake.world.listen('countersign', `http://localhost:${port}/api/github/webhooks`);
});
afterAll(async () => {
  await server.stop();
  await scene.fake.close();
});

test('Probot accepts the signature, and its client gets on with the fake', async () => {
  const { number } = await scene.fake.world
    .as('dana')
    .openIssue({ repository: homeName, title: 'T', body: 'b' });
  await scene.fake.world.as('kim').comment(homeName, number, 'hello');
  expect(scene.fake.hooks.deliveries.at(-1)).toMatchObject({ event: 'issue_comment', status: 200 });
  expect(seen).toEqual(['hello by kim, maintain']);
  expect(scene.fake.violations).toEqual([]);
});

test('Probot refuses what another secret signed', async () => {
  const payload = scene.fake.hooks.deliveries.at(-1)?.payload ?? '';
  const forgery = { app: 'countersign', event: 'issue_comment', payload };
  expect(await scene.fake.hooks.forge({ ...forgery, secret: 'x'.repeat(32) })).toBe(400);
  expect(seen).toHaveLength(1);
});
