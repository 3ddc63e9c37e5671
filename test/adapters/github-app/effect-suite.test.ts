/** What every action type must do at GitHub. An action type is done when it passes this. */
import { pino } from 'pino';
import { Probot } from 'probot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keptConnections } from '../../../lib/adapters/github-app/connections.ts';
import { effectAdapters } from '../../../lib/adapters/github-app/effects.ts';
import { installationClients } from '../../../lib/adapters/github-app/installation-clients.ts';
import { probotOctokit } from '../../../lib/adapters/github-app/octokit.ts';
import { compareFields } from '../../../lib/core/action/compare.ts';
import { actionTypes } from '../../../lib/core/action/types.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import type { EffectAdapter } from '../../../lib/core/port/effects.ts';
import type { Effect } from '../../../lib/core/run/advance.ts';
import type { Result } from '../../../lib/core/result.ts';
import { homeName as repository, startScene, type Scene } from '../../github/scene.ts';
import { action as sample, marker } from './issue-create.ts';

const start = Date.parse('2026-11-30T12:00:00Z');
const since = '2026-11-30T11:58:00Z';
const path = '.github/workflows/rollback.yml';
const workflow = `run-name: Roll back (\${{ inputs.countersign }})
on:
  workflow_dispatch:
    inputs:
      countersign:
`;

/** How a type is tried: what it is given, its one write, what it leaves, and who spoils it how. */
interface Trial {
  readonly input: (number: number) => JsonObject;
  readonly write: { readonly method: string; readonly path: RegExp };
  /** How many of its kind there are. */
  readonly count: (number: number) => number;
  readonly finish?: () => void;
  /** Null where nothing can change it: a change after the write, and the field that then differs. */
  readonly spoil: ((number: number) => Promise<unknown>) | null;
  readonly differing: string;
}

let scene: Scene;
let probot: Probot;
let ended: AbortController;
let number: number;
let head: string;
let pull: number;

const trials: Readonly<Record<string, Trial>> = {
  'github.issue.create': {
    input: () => ({ title: 'Down', body: 'Look.', labels: ['Incident'], assignees: [] }),
    write: { method: 'POST', path: /\/issues$/ },
    count: () => scene.fake.world.issues(repository).length - 1,
    spoil: async (first) => scene.fake.world.as('kim').closeIssue(repository, first + 1),
    differing: 'state',
  },
  'github.issue.comment': {
    input: (issue) => ({ number: issue, body: 'Rolled back.' }),
    write: { method: 'POST', path: /\/comments$/ },
    count: (issue) => scene.fake.world.comments(repository, issue).length,
    spoil: async (issue) => {
      const [comment] = scene.fake.world.comments(repository, issue);
      await scene.fake.world.as('kim').editComment(repository, comment?.id ?? 0, 'Nothing was done.');
    },
    differing: 'body',
  },
  'github.issue.label': {
    input: (issue) => ({ number: issue, labels: ['Incident', 'payments'] }),
    write: { method: 'POST', path: /\/labels$/ },
    count: (issue) => scene.fake.world.issue(repository, issue).labels.length / 2,
    spoil: async (issue) => scene.fake.world.as('kim').unlabel(repository, issue, 'payments'),
    differing: 'labels',
  },
  'github.pull.merge': {
    input: () => ({
      number: pull,
      head,
      base: 'refs/heads/main',
      method: 'merge',
      title: 'Merge the fix',
      message: 'It was tested.',
    }),
    write: { method: 'PUT', path: /\/merge$/ },
    count: () => (scene.fake.world.isMerged(repository, pull) ? 1 : 0),
    spoil: null,
    differing: '',
  },
  'github.workflow.dispatch': {
    input: () => ({ workflow: 'rollback.yml', ref: 'refs/heads/main', inputs: {} }),
    write: { method: 'POST', path: /\/dispatches$/ },
    count: () => runs().length,
    finish: () => end('success'),
    spoil: async () => end('failure'),
    differing: 'conclusion',
  },
};

function runs(): readonly { readonly id: number }[] {
  return scene.fake.world.actionsRuns(repository).filter((run) => run.path === path);
}

function end(conclusion: string): void {
  for (const { id } of runs()) scene.fake.world.progress({ repository, id, status: 'completed', conclusion });
}

beforeEach(async () => {
  scene = await startScene({ now: () => start });
  ended = new AbortController();
  const { app, fake, installation, permissions } = scene;
  fake.world.commit({ repository, path, text: workflow });
  fake.world.permit({
    installation,
    permissions: { ...permissions, actions: 'write', contents: 'write', pull_requests: 'read' },
  });
  head = fake.world.commit({ repository, path: 'a.txt', text: 'a', branch: 'fix' });
  pull = fake.world.pull({ repository, head: 'fix', author: 'dana' });
  probot = new Probot({
    appId: app.id,
    privateKey: app.privateKey,
    secret: app.webhookSecret,
    baseUrl: fake.url,
    log: pino({ level: 'silent' }),
    Octokit: probotOctokit({ spacing: 'off' }).defaults({ retry: { retryAfterBaseValue: 0 } }),
  });
  ({ number } = await fake.world.as('dana').openIssue({ repository, title: 'T', body: 'b', labels: [] }));
  fake.resetRequests();
});
afterEach(async () => {
  ended.abort();
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

async function adapterOf(type: string): Promise<EffectAdapter> {
  const github = {
    appId: String(scene.app.id),
    slug: scene.app.slug,
    authenticate: installationClients({
      authenticate: (id) => probot.auth(Number(id)),
      exchange: keptConnections(scene.fake.url, ended.signal),
      spacing: 'off',
      now: () => start,
    }),
  };
  const made = await effectAdapters(github).of({ type, installation: String(scene.installation) });
  if (made === null) throw new Error('no adapter');
  return made;
}

test('every action type is tried', () => {
  expect(Object.keys(trials).toSorted()).toEqual([...actionTypes.keys()].toSorted());
});

describe.each(Object.entries(trials))('%s', (type, trial) => {
  const order = (): { readonly action: typeof sample; readonly marker: string } => ({
    action: { ...sample, type, input: trial.input(number) },
    marker,
  });

  test('takes its input, and finds nothing before anything was done', async () => {
    const { action } = order();
    expect(actionTypes.get(type)?.check(action).ok).toBe(true);
    const effect = await adapterOf(type);
    expect(present(await effect.find({ ...order(), since }))).toBeNull();
    expect((await effect.prepare?.({ action })) ?? { ok: true, value: null }).toEqual({
      ok: true,
      value: null,
    });
  });

  test('sends nothing when the last look says no', async () => {
    const effect = await adapterOf(type);
    const answer = await effect.perform({ ...order(), confirm: async () => false });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'refused', status: null } });
    expect(trial.count(number)).toBe(0);
  });

  test('is done once, found again as the same, and reads back as approved', async () => {
    const effect = await adapterOf(type);
    const { status: _, ...made } = present(await effect.perform(order()));
    expect(trial.count(number)).toBe(1);
    expect(present(await effect.find({ ...order(), since }))).toEqual(made);
    trial.finish?.();
    expect(await differing(effect, made, order())).toEqual([]);
  });

  test('ID-02: is ambiguous when the answer is lost, and then found, not done again', async () => {
    scene.fake.fault({ match: trial.write, mode: 'lost-answer' });
    const effect = await adapterOf(type);
    expect(await effect.perform(order())).toMatchObject({ ok: false, fault: { code: 'ambiguous' } });
    expect(present(await effect.find({ ...order(), since }))).not.toBeNull();
    expect(trial.count(number)).toBe(1);
  });

  test('is definitely not done when GitHub refuses it, and says so of a permission that lacks', async () => {
    const message = 'Resource not accessible by integration';
    scene.fake.fault({ match: trial.write, mode: 'status', status: 403, message });
    const answer = await (await adapterOf(type)).perform(order());
    expect(answer).toMatchObject({
      ok: false,
      fault: { code: 'refused', status: 403, refusal: 'permission_missing' },
    });
    expect(trial.count(number)).toBe(0);
  });

  test('ID-22: tells apart what was changed afterwards', async () => {
    const effect = await adapterOf(type);
    const { status: _, ...made } = present(await effect.perform(order()));
    await trial.spoil?.(number);
    const found = await differing(effect, made, order());
    expect(found).toEqual(trial.spoil === null ? [] : [trial.differing]);
  });

  test('says of no answer that nothing is there', async () => {
    scene.fake.fault({ match: { method: 'GET' }, mode: 'status', status: 500, times: 20 });
    expect((await (await adapterOf(type)).find({ ...order(), since })).ok).toBe(false);
  });
});

async function differing(
  effect: EffectAdapter,
  made: Effect,
  order: { readonly action: typeof sample; readonly marker: string },
): Promise<readonly string[]> {
  const observed = present(await effect.readBack({ ...order, effect: made }));
  const expected = actionTypes.get(order.action.type)?.expected(order.action, marker);
  if (expected === undefined || observed === null) throw new Error('nothing to compare');
  return compareFields(expected, observed).differing;
}

function present<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  return result.value;
}
