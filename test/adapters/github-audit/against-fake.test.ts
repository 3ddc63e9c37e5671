import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  installationIds,
  installedAccounts,
  installationOf,
  installedRepositories,
} from '../../../lib/adapters/github-audit/installations.ts';
import { proposalIssues } from '../../../lib/adapters/github-audit/proposals.ts';
import { publishedRuns } from '../../../lib/adapters/github-audit/published-runs.ts';
import { recordCodec } from '../../../lib/adapters/record/codec.ts';
import type { PublishedRun } from '../../../lib/core/port/published-run.ts';
import { checkRunName } from '../../../lib/core/publication/check-run.ts';
import { partName } from '../../../lib/core/publication/check-run-part.ts';
import type { Result } from '../../../lib/core/result.ts';
import { home, homeName as repository, startScene, type Scene } from '../../github/scene.ts';
import { openPage, sealPage, type SealedPage } from '../../support/sealed-proposal.ts';

let scene: Scene;
let page: SealedPage;
let issueNumber: number;

beforeEach(async () => {
  scene = await startScene({ visibility: 'public' });
  const dana = scene.fake.world.user({ login: 'starter' });
  scene.fake.world.grant({ repository, login: 'starter', role: 'write' });
  page = await sealPage(scene.fake, {
    repository,
    actor: { login: 'starter', id: dana.id },
    title: 'Payments are down',
    bundle: 'incident-response',
    sealKey: randomBytes(32).toString('hex'),
  });
  issueNumber = await openPage(scene.fake, repository, page);
});
afterEach(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

async function read(client = scene.client()): Promise<PublishedRun> {
  return present(await publishedRuns(client, recordCodec).read({ repository, issueNumber }));
}

describe('a run as GitHub shows it', () => {
  test('is read without any right on a public repository: page, comments, check runs, each with its maker', async () => {
    const { fake, asApp } = scene;
    await fake.world.as('kim').comment(repository, issueNumber, 'Looks good.');
    const told = await asApp.issues.createComment({ ...home, issue_number: issueNumber, body: 'Done.' });
    const made = await checkRun(checkRunName, page.hash, 'by us');
    const run = await read();
    expect(run.repository).toMatchObject({ name: repository, id: String(scene.repository.id) });
    expect(run.issue).toMatchObject({ number: issueNumber, title: page.title, body: page.body });
    expect(run.issue.author?.login).toBe('github-actions[bot]');
    const [said, answer] = run.comments.all;
    expect(said).toMatchObject({ body: 'Looks good.', author: { login: 'kim' }, app: null, byBot: false });
    expect(answer).toMatchObject({ id: String(told.data.id), byBot: true, app: { slug: 'countersign' } });
    expect(run.comments.complete).toBe(true);
    expect(run.checkRuns).toMatchObject({
      complete: true,
      all: [
        {
          id: String(made),
          name: checkRunName,
          externalId: page.hash,
          text: 'by us',
          app: { id: String(scene.app.id), slug: 'countersign' },
        },
      ],
    });
  });

  test('AU-06: names the App of every check run of our name, also of one that is not ours', async () => {
    const other = scene.fake.world.app({ slug: 'other', permissions: { checks: 'write' } });
    const installation = scene.fake.world.install({ app: 'other', account: 'acme' });
    await checkRun(checkRunName, page.hash, 'forged', scene.clientOf(other, installation));
    await checkRun('Build', page.hash, 'something else');
    const { checkRuns } = await read();
    expect(checkRuns.all.map(({ app, text }) => [app?.slug, text])).toEqual([['other', 'forged']]);
  });

  test('goes on to further check runs only where the text before says that there is more', async () => {
    const digest = 'a'.repeat(64);
    const lines = (carried: number): string =>
      `countersign:head:v1 run 9 ${digest}\ncountersign:unsigned:v1\ncountersign:entries:v1 ${carried} x`;
    const first = await checkRun(checkRunName, page.hash, lines(9));
    await checkRun(partName(2), `${page.hash}:2`, 'more');
    expect((await read()).checkRuns.all.map(({ name }) => name)).toEqual([checkRunName]);
    await scene.asApp.checks.update({
      ...home,
      check_run_id: first,
      output: { title: 't', summary: 's', text: lines(5) },
    });
    expect((await read()).checkRuns.all.map(({ name }) => name)).toEqual([checkRunName, partName(2)]);
  });

  test('has no check runs where its text names no commit', async () => {
    await checkRun(checkRunName, page.hash, 'by us');
    await scene.fake.world.as('ana').editIssue(repository, issueNumber, { body: 'Gone.' });
    expect((await read()).checkRuns).toEqual({ all: [], complete: true });
  });

  test('that is not there is a 404, and a name that leads elsewhere is not asked', async () => {
    const reader = publishedRuns(scene.client(), recordCodec);
    expect(await reader.read({ repository, issueNumber: 99 })).toMatchObject({
      ok: false,
      fault: { code: 'unreadable', status: 404 },
    });
    expect(await reader.read({ repository: 'acme/..', issueNumber })).toMatchObject({
      ok: false,
      fault: { status: null },
    });
  });
});

describe('ID-05: more comments than a page holds', () => {
  test('are all read, in GitHub’s order', async () => {
    await chatter(230);
    const { comments } = await read();
    expect(comments.complete).toBe(true);
    expect(comments.all.map(({ body }) => body)).toEqual(numbered(230));
  });

  test('are read again when one is deleted while pages are read', async () => {
    await chatter(130);
    const [first] = scene.fake.world.comments(repository, issueNumber);
    const held = scene.fake.fault({
      match: { method: 'GET', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' },
      mode: 'hold',
    });
    const reading = read();
    await held.hit;
    await scene.fake.world.as('ana').deleteComment(repository, first?.id ?? 0);
    held.release();
    const { comments } = await reading;
    expect(comments.complete).toBe(true);
    expect(comments.all.map(({ body }) => body)).toEqual(numbered(130).slice(1));
  });
});

test('what the App may see is listed: installations, repositories, and issues with our label in any state', async () => {
  const { fake, asJwt, asApp, installation } = scene;
  const bo = fake.world.as('kim');
  await bo.openIssue({ repository, title: 'A bug', body: 'b', labels: ['bug'] });
  await asApp.issues.update({ ...home, issue_number: issueNumber, state: 'closed' });
  expect(present(await installationIds(asJwt))).toEqual([String(installation)]);
  expect(present(await installationOf(asJwt, repository))).toBe(String(installation));
  expect(present(await installedAccounts(asJwt))).toEqual({
    all: [{ id: String(scene.repository.ownerId), repositories: 'all' }],
    complete: true,
  });
  const places = present(await installedRepositories(asApp));
  expect(places.map(({ name }) => name)).toEqual([repository]);
  expect(present(await proposalIssues(asApp, repository))).toEqual({ all: [issueNumber], complete: true });
  expect(await installationOf(asJwt, 'acme/other')).toMatchObject({ ok: false, fault: { status: 404 } });
});

async function checkRun(name: string, externalId: string, text: string, by = scene.asApp): Promise<number> {
  const { data } = await by.checks.create({
    ...home,
    name,
    head_sha: scene.repository.headSha,
    external_id: externalId,
    status: 'completed',
    conclusion: 'neutral',
    output: { title: 't', summary: 's', text },
  });
  return data.id;
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `comment ${index}`);
}

async function chatter(count: number): Promise<void> {
  const kim = scene.fake.world.as('kim');
  for (const body of numbered(count)) await kim.comment(repository, issueNumber, body);
}

function present<Value>(answer: Result<Value, { readonly what: string }>): Value {
  if (!answer.ok) throw new Error(answer.fault.what);
  return answer.value;
}
