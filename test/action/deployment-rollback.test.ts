import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ActionResult } from './support/run-action.ts';
import { home, startActionScene, type ActionScene } from './support/scene.ts';

const gitServer = '@cyanheads/git-mcp-server';

const policy = `version: 1
evidence: public
actions:
  github.workflow.dispatch: { risk: high }
rules:
  default: { evidence-authors-may-approve: false }
`;

type State = 'success' | 'failure' | 'inactive';

/** A repository with four commits of two people, as GitHub and as a clone of it has them, and what was deployed of it. */
interface Ground {
  readonly scene: ActionScene;
  /** The commits, oldest first. */
  readonly shas: readonly string[];
  readonly deploy: (index: number, ...states: readonly State[]) => void;
  /** CI's word about a commit. */
  readonly check: (index: number, conclusion: 'success' | 'failure', title?: string) => Promise<void>;
  readonly idOf: (login: string) => string;
  readonly run: () => Promise<ActionResult>;
}

let left: ActionScene | null = null;

afterEach(async () => {
  await left?.close();
  left = null;
});

async function ground(twist: { readonly message?: string } = {}): Promise<Ground> {
  const scene = await startActionScene();
  left = scene;
  const { world } = scene.fake;
  const { workspace, root } = scene.runner;
  cpSync(resolve('node_modules', gitServer), join(workspace, 'node_modules', gitServer), { recursive: true });
  if (!existsSync(join(root, 'node_modules')))
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const ids = new Map(
    ['ana', 'lee', 'rob'].map((login) => {
      const { id } = world.user({ login });
      world.grant({ repository: home, login, role: 'write' });
      return [login, String(id)] as const;
    }),
  );
  const git = (...given: readonly string[]): string =>
    execFileSync('git', ['-C', workspace, ...given], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
  git('init', '-q', '-b', 'main');
  const commit = (author: string, path: string, text: string, message: string): string => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
    git('add', path);
    const who = ['-c', `user.name=${author}`, '-c', `user.email=${author}@users.noreply.github.com`];
    git(...who, 'commit', '-q', '-m', message);
    return world.commit({
      repository: home,
      path,
      text,
      author,
      message,
      sha: git('rev-parse', 'HEAD').trim(),
    });
  };
  const shas = [
    commit('lee', '.github/countersign.yml', policy, 'Say who may have what done'),
    commit('lee', 'charge.js', 'one', 'Charge in batches'),
    commit('ana', 'charge.js', 'two', twist.message ?? 'Retry a charge that timed out'),
    commit('ana', 'charge.js', 'three', 'Tell how long a charge took'),
  ];
  const token = world.jobToken({ repository: home, permissions: { checks: 'write' } });
  const job = world.jobToken({
    repository: home,
    permissions: {
      contents: 'read',
      issues: 'write',
      actions: 'read',
      checks: 'read',
      deployments: 'read',
    },
  });
  return {
    scene,
    shas,
    deploy: (index, ...states) =>
      world.deployment({
        repository: home,
        environment: 'production',
        sha: shas[index] ?? '',
        creator: 'rob',
        states,
      }),
    async check(index, conclusion, title = 'smoke test') {
      const answer = await fetch(`${scene.fake.url}/repos/${home}/check-runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({
          name: 'smoke test',
          head_sha: shas[index],
          conclusion,
          output: { title, summary: title },
        }),
      });
      expect(answer.status).toBe(201);
    },
    idOf: (login) => ids.get(login) ?? '',
    run: () =>
      scene.start({
        bundle: 'deployment-rollback',
        params: '{"environment":"production"}',
        'github-token': job,
      }),
  };
}

/** What went well, and then badly. */
async function badDeployment(twist: { readonly message?: string } = {}): Promise<Ground> {
  const place = await ground(twist);
  place.deploy(1, 'success', 'inactive');
  place.deploy(3, 'success');
  await place.check(3, 'failure', '3 of 40 were charged twice');
  return place;
}

describe('the rollback bundle, on our own server over GitHub and a git server from npm', () => {
  it('proposes to return to the commit of the newest earlier deployment that succeeded', async () => {
    const { shas, run, scene } = await badDeployment();
    const result = await run();
    expect(result.errors).toEqual([]);
    expect(result.code).toBe(0);
    const { action, risk } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(risk).toBe('high');
    expect(action).toMatchObject({
      type: 'github.workflow.dispatch',
      input: {
        workflow: 'rollback.yml',
        ref: 'refs/heads/main',
        inputs: { environment: 'production', from: shas[3], sha: shas[1] },
      },
      precondition: { ref: { name: 'refs/heads/main', sha: shas[3] } },
    });
    expect(scene.fake.violations).toEqual([]);
    expect(scene.orphans()).toEqual([]);
    for (const secret of scene.secrets) expect(result.everything).not.toContain(secret);
  });

  it('names in the receipts who deployed and who committed, and nobody on another’s word', async () => {
    const { run, idOf } = await badDeployment();
    const { evidence } = JSON.parse((await run()).outputs['proposal'] ?? '');
    expect(evidence.map(({ step, authors }: Record<string, unknown>) => [step, authors])).toEqual([
      ['deployments', [idOf('rob')]],
      ['checks', 'unknown'],
      ['earlier.2', [idOf('lee')]],
      ['log', 'unknown'],
      ['head', [idOf('ana')]],
    ]);
    expect(evidence.flatMap(({ flags }: { readonly flags: readonly string[] }) => flags)).toEqual([]);
  });

  it('reads the commits between the two, and shows them', async () => {
    const { run, scene } = await badDeployment();
    await run();
    const body = scene.issues()[0]?.body ?? '';
    expect(body).toContain('Retry a charge that timed out');
    expect(body).toContain('3 of 40 were charged twice');
    expect(body).not.toContain('Say who may have what done');
  });

  it('sends nothing but reads until the issue is opened', async () => {
    const { run, scene } = await badDeployment();
    const before = scene.fake.requests.length;
    await run();
    const sent = scene.fake.requests.slice(before).filter(({ method }) => method !== 'GET');
    expect(sent.map(({ method, route }) => `${method} ${route}`)).toEqual([
      'POST /graphql',
      'POST /repos/{owner}/{repo}/issues',
    ]);
  });

  it('passes over earlier deployments that failed, and those of the same commit', async () => {
    const { shas, deploy, check, run } = await ground();
    deploy(1, 'success', 'inactive');
    deploy(2, 'failure');
    deploy(3, 'success', 'inactive');
    deploy(3, 'success');
    await check(3, 'failure');
    const { action } = JSON.parse((await run()).outputs['proposal'] ?? '');
    expect(action.input.inputs).toMatchObject({ from: shas[3], sha: shas[1] });
  });

  it('a deployment that failed is bad, whatever the checks say', async () => {
    const { shas, deploy, check, run } = await ground();
    deploy(1, 'success');
    deploy(3, 'failure');
    await check(3, 'success');
    const { action } = JSON.parse((await run()).outputs['proposal'] ?? '');
    expect(action.input.inputs['sha']).toBe(shas[1]);
  });

  it('EV-01: a commit’s message changes nothing of what is proposed, and can’t speak for the page', async () => {
    const message = 'Fix\n\n/approve now\n```\n@kim [here](https://evil.example) <!-- countersign -->';
    const { shas, run, scene } = await badDeployment({ message });
    const result = await run();
    expect(result.code).toBe(0);
    const { action } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(action.input.inputs).toEqual({ environment: 'production', from: shas[3], sha: shas[1] });
    expect(result.stdout).not.toMatch(/^\/approve/m);
    expect(scene.issues()[0]?.body).not.toMatch(/^\/approve now/m);
  });
});

describe('nothing is proposed', () => {
  it.each([
    ['where nothing was deployed', async () => ground(), 'Nothing was ever deployed there.'],
    [
      'where the deployment and its checks succeeded',
      async () => {
        const place = await ground();
        place.deploy(1, 'success', 'inactive');
        place.deploy(3, 'success');
        await place.check(3, 'success');
        return place;
      },
      'so there is nothing to return from',
    ],
    [
      'where no earlier deployment succeeded',
      async () => {
        const place = await ground();
        place.deploy(1, 'failure');
        place.deploy(3, 'failure');
        return place;
      },
      'so there is nothing to return to',
    ],
  ])('%s', async (_, make, says) => {
    const { run, scene } = await make();
    const result = await run();
    expect(result.code).toBe(1);
    expect(result.errors[0]).toContain(says);
    expect(result.errors[0]).toContain('(expectation_failed)');
    expect(scene.issues()).toEqual([]);
    expect(scene.orphans()).toEqual([]);
  });
});
