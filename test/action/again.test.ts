import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hmacSealer } from '../../lib/adapters/seal/hmac.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { composeBody, splitBody } from '../../lib/core/proposal/body.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import { runIdOf } from '../../lib/core/proposal/proposal.ts';
import { home, installHostile, startActionScene, type ActionScene } from './support/scene.ts';

const inputs = { bundle: 'hostile' };
let scene: ActionScene;

beforeEach(async () => {
  scene = await startActionScene();
  installHostile(scene.runner, 'honest');
});
afterEach(() => scene.close());

/** Makes an open issue that looks like this run's proposal in all but one thing, and closes the real one. */
async function plant(change: (body: string) => string | Promise<string>): Promise<number> {
  await scene.start(inputs);
  const [real] = scene.issues();
  if (real === undefined) throw new Error('no proposal');
  const kim = scene.fake.world.as('kim');
  await kim.closeIssue(home, real.number);
  const body = await change(real.body ?? '');
  const { number } = await kim.openIssue({
    repository: home,
    title: real.title,
    body,
    labels: ['countersign'],
  });
  return number;
}

async function sealedWith(key: string, body: string): Promise<string> {
  const split = splitBody(body);
  const text = split.ok ? recordCodec.decode(split.value.packedRecord) : split;
  const parsed = text.ok ? parseRecord(text.value) : text;
  if (!split.ok || !text.ok || !parsed.ok) throw new Error('not a proposal');
  const { proposal, hash } = parsed.value;
  const subject = {
    hash,
    record: digestText(text.value),
    repositoryId: proposal.repository.id,
    run: runIdOf(proposal),
  };
  const seal = await hmacSealer(new TextEncoder().encode(key)).seal(subject);
  return composeBody({ ...split.value, seal: seal.value });
}

describe('a planted issue is not this run’s proposal', () => {
  it.each([
    ['without a seal', (body: string) => body.replace(/\n<!-- countersign:seal:v1 .*$/, ''), 'seal_missing'],
    [
      'sealed with another key',
      (body: string) => sealedWith('another key of more than thirty-two bytes', body),
      'seal_invalid',
    ],
    ['with another page', (body: string) => body.replace('**Risk:** low', '**Risk:** none'), 'body_differs'],
  ])('%s', async (_, change, code) => {
    const planted = await plant(change);
    const result = await scene.start(inputs);
    expect(result.code).toBe(0);
    expect(result.stdout).toContain(`Issue #${planted} looks like this run’s proposal and is not: ${code}.`);
    expect(result.outputs['issue-number']).not.toBe(String(planted));
    expect(scene.issues().filter(({ state }) => state === 'open')).toHaveLength(2);
  });

  it('the same issue as it was sealed is found, whoever opened it', async () => {
    const copy = await plant((body) => body);
    const result = await scene.start(inputs);
    expect(result.code).toBe(0);
    expect(result.outputs['issue-number']).toBe(String(copy));
  });
});

describe('the issue is opened at most once', () => {
  const match = { method: 'POST', route: '/repos/{owner}/{repo}/issues' };

  it('an answer that is lost after the issue was made is looked up, never sent again', async () => {
    const fault = scene.fake.fault({ match, mode: 'lost-answer' });
    const result = await scene.start(inputs);
    expect(fault.hits).toBe(1);
    expect(result.code).toBe(0);
    expect(result.outputs['issue-number']).toBe('1');
    expect(scene.issues()).toHaveLength(1);
  });

  it.each([
    ['a broken connection', { mode: 'unreachable' }],
    ['a 502', { mode: 'status', status: 502 }],
    ['a 403', { mode: 'status', status: 403 }],
    ['a 429', { mode: 'status', status: 429 }],
  ] as const)('after %s nothing is sent again, and the run fails', async (_, plan) => {
    scene.fake.fault({ match, ...plan });
    const result = await scene.start(inputs);
    expect(result.code).toBe(1);
    expect(result.errors[0]).toContain('title=Countersign%3A issue_not_opened');
    const writes = scene.fake.requests.filter(
      ({ method, route }) => method === 'POST' && route !== '/graphql',
    );
    expect(writes).toHaveLength(1);
    expect(scene.issues()).toEqual([]);
    expect(scene.orphans()).toEqual([]);
  });

  it('a second attempt of the same Actions run finds what the first one opened', async () => {
    const first = await scene.start(inputs);
    scene.fake.world.actionsRun({
      repository: home,
      id: Number(scene.runId),
      path: '.github/workflows/countersign.yml',
      actor: 'dana',
      triggeringActor: 'kim',
    });
    const second = await scene.start(inputs, { GITHUB_RUN_ATTEMPT: '2' });
    expect(second.outputs).toEqual(first.outputs);
    expect(scene.issues()).toHaveLength(1);
  });

  it('composes anew once its proposal is closed', async () => {
    const first = await scene.start(inputs);
    await scene.fake.world.as('kim').closeIssue(home, 1);
    const second = await scene.start(inputs);
    expect(second.code).toBe(0);
    expect(second.outputs['hash']).not.toBe(first.outputs['hash']);
  });
});

describe('what GitHub says of the run decides', () => {
  it('a run that GitHub does not know proposes nothing', async () => {
    const result = await scene.start(inputs, { GITHUB_RUN_ID: '1' });
    expect(result.errors[0]).toContain('title=Countersign%3A run_unreadable');
    expect(scene.issues()).toEqual([]);
  });

  it('a workflow file that is not the run’s proposes nothing', async () => {
    const result = await scene.start(inputs, {
      GITHUB_WORKFLOW_REF: `${home}/.github/workflows/other.yml@refs/heads/main`,
    });
    expect(result.errors[0]).toContain('title=Countersign%3A run_mismatch');
    expect(scene.issues()).toEqual([]);
  });

  it('OI-13: an event that only GitHub tells of is refused as well', async () => {
    const other = await startActionScene('pull_request_target');
    installHostile(other.runner, 'honest');
    const result = await other.start(inputs, { GITHUB_EVENT_NAME: 'workflow_dispatch' });
    expect(result.errors[0]).toContain('title=Countersign%3A event_refused');
    expect(other.issues()).toEqual([]);
    await other.close();
  });
});
