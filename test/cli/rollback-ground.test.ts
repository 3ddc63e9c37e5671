import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appTokenOf } from './app-token.ts';
import { apps } from '../../cli/demo/emulator/cast.ts';
import { startEmulatedGitHub, type EmulatedGitHub } from '../../cli/demo/emulator/start.ts';
import { at, fromJson, listAt, numberAt, objectAt, textAt } from '../../cli/demo/json.ts';
import { makeClone } from '../../cli/demo/story/clone.ts';
import { pushHistory } from '../../cli/demo/story/history.ts';
import { incident } from '../../cli/demo/story/incident.ts';
import { rollback } from '../../cli/demo/story/rollback.ts';
import { rollbackWorkflow } from '../../cli/demo/story/rollback-workflow.ts';
import type { JsonObject, JsonValue } from '../../lib/core/json/value.ts';
import { readYaml } from '../../lib/adapters/yaml/read-yaml.ts';

const home = '/repos/acme/payments';
const commits = rollback.history(Date.parse('2026-11-30T12:00:00Z'));
const folder = mkdtempSync(join(tmpdir(), 'countersign-ground-'));

let github: EmulatedGitHub;
let ids: readonly string[];

beforeAll(async () => {
  github = await startEmulatedGitHub(rollback.more);
  const token = await github.jobToken(apps['github-actions'].permissions);
  ids = await pushHistory(github, token, commits);
  await rollback.prepare(github, token);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await github.close();
});

const read = async (path: string): Promise<JsonValue> =>
  github.as('kim', { method: 'GET', path: `${home}${path}` });

describe('the repository of the rollback’s story', () => {
  test('holds the commits as their authors made them, each known to GitHub', async () => {
    const head = await read('/commits/main');
    expect(textAt(head, 'sha')).toBe(ids.at(-1));
    expect(textAt(head, 'author', 'login')).toBe('ana');
  });

  test('is cloned by git itself to the very same commits', async () => {
    const order = { github, checkout: resolve('.'), folder, bundle: rollback.bundle, packages: [], commits };
    const workspace = await makeClone(order);
    const log = execFileSync('git', ['-C', workspace, 'log', '--format=%H'], { encoding: 'utf8' });
    expect(log.trim().split('\n').slice(0, -1).toReversed()).toEqual(ids);
    expect(readFileSync(join(workspace, '.github/workflows/rollback.yml'), 'utf8')).toBe(rollbackWorkflow);
  });

  test('tells what was deployed where, the newest first, and what came of it', async () => {
    const all = await read('/deployments?environment=production');
    expect(listAt(all).map((one) => textAt(one, 'sha'))).toEqual([ids[4], ids[2]]);
    expect(textAt(all, 0, 'creator', 'login')).toBe('rob');
    const states = listAt(all).map(async (one) => read(`/deployments/${numberAt(one, 'id')}/statuses`));
    expect((await Promise.all(states)).map((one) => textAt(one, 0, 'state'))).toEqual([
      'success',
      'inactive',
    ]);
    const checks = listAt(await read(`/commits/${ids[4]}/check-runs`), 'check_runs');
    expect(checks.map((one) => [textAt(one, 'name'), textAt(one, 'conclusion')])).toContainEqual([
      'smoke test of production',
      'failure',
    ]);
  });
});

describe('a workflow that the App starts', () => {
  const inputs = { environment: 'production', from: 'a', sha: 'b', countersign: 'key' };
  const dispatch = async (body: JsonObject, token: string): Promise<Response> =>
    fetch(`${github.url}${home}/actions/workflows/rollback.yml/dispatches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });

  test('is started by nobody else', async () => {
    const body = { ref: 'refs/heads/main', inputs };
    expect((await dispatch(body, await github.jobToken({ actions: 'read' }))).status).toBe(403);
    expect(await rollbackCount()).toBe(0);
  });

  test('is started at a branch that is there, with the inputs that it declares', async () => {
    const token = await appTokenOf(github);
    expect((await dispatch({ ref: 'refs/heads/none', inputs }, token)).status).toBe(422);
    expect((await dispatch({ ref: 'refs/heads/main', inputs: { who: 'x' } }, token)).status).toBe(422);
    expect(await rollbackCount()).toBe(0);
  });

  test('is found one step further with each look of the App, and changes at its end what is deployed', async () => {
    const token = await appTokenOf(github);
    const body = { ref: 'refs/heads/main', inputs, return_run_details: true };
    const started = fromJson(await (await dispatch(body, token)).text());
    const id = numberAt(started, 'workflow_run_id');
    const looks: JsonValue[] = [];
    for (let look = 0; look < 4; look += 1) {
      await read(`/actions/runs/${id}`);
      const answer = await fetch(`${github.url}${home}/actions/runs/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const run = fromJson(await answer.text());
      looks.push([at(run, 'status') ?? null, at(run, 'conclusion') ?? null]);
    }
    expect(looks).toEqual([
      ['queued', null],
      ['in_progress', null],
      ['completed', 'success'],
      ['completed', 'success'],
    ]);
    expect(github.deployments.current('production')).toBe('b');
    expect(github.deployments.current('staging')).toBe(ids[4]);
    const listed = await read('/actions/workflows/rollback.yml/runs');
    expect(listAt(listed, 'workflow_runs')).toHaveLength(1);
    expect(textAt(listed, 'workflow_runs', 0, 'display_title')).toBe('Roll back production to b (key)');
  });

  const rollbackCount = async (): Promise<number> => github.runs.dispatched('countersign[bot]').length;
});

test('the workflow of the story is the one that the bundle’s README gives to copy', () => {
  const readme = readFileSync(join('workflows', rollback.bundle, 'README.md'), 'utf8');
  expect(readme.replaceAll(/^ {3}/gm, '')).toContain(rollbackWorkflow);
});

test.each([incident, rollback])(
  'a job of the story $name may what its bundle’s caller.yml lists',
  ({ bundle, job }) => {
    const caller = readYaml(readFileSync(join('workflows', bundle, 'caller.yml'), 'utf8'));
    if (!caller.ok) throw new Error('caller.yml is not readable');
    const listed = at(caller.value.value, 'jobs', 'propose', 'permissions');
    expect({ metadata: 'read', ...objectAt(listed) }).toEqual({ ...job, 'id-token': 'write' });
  },
);
