import { inflateRawSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runArtifacts } from '../../../lib/adapters/artifact/artifacts.ts';
import { backendIdsOf } from '../../../lib/adapters/artifact/runtime-token.ts';
import type { Digest } from '../../../lib/core/json/digest.ts';
import type { ArtifactFault } from '../../../lib/core/port/artifacts.ts';
import type { Result } from '../../../lib/core/result.ts';
import {
  runtimeToken,
  startResultsService,
  type Disturbance,
  type ResultsService,
} from '../../support/results-service.ts';

const name = 'countersign-evidence-501-8809-1-01234567';
const files = [{ name: '01-status.json', pieces: () => ['{"content":', '[]}'] }];

async function kept(
  disturb?: Disturbance,
  twist: { readonly token?: string; readonly signal?: AbortSignal; readonly withinMs?: number } = {},
): Promise<{
  readonly answer: Result<Digest, ArtifactFault>;
  readonly service: ResultsService;
  readonly slept: readonly number[];
}> {
  const service = await startResultsService(disturb);
  onTestFinished(() => service.close());
  const slept: number[] = [];
  const { url, token } = service;
  const artifacts = runArtifacts({
    service: { url: `${url}/`, token: twist.token ?? token },
    clock: { sleep: async (ms) => void slept.push(ms) },
    ...(twist.withinMs === undefined ? {} : { withinMs: twist.withinMs }),
  });
  const signal = twist.signal ?? new AbortController().signal;
  return { answer: await artifacts.keep({ name, files, signal }), service, slept };
}

describe('keeping an artifact', () => {
  it('is three requests, and the digest is that of the bytes that are stored', async () => {
    const { answer, service } = await kept();
    const [artifact] = service.artifacts;
    expect(answer).toEqual({ ok: true, value: artifact?.sha256 });
    expect(artifact?.name).toBe(name);
    expect(service.log).toEqual(['CreateArtifact 200', 'upload 201', 'FinalizeArtifact 200']);
    expect(service.violations).toEqual([]);
    const data = artifact?.archive ?? Buffer.alloc(0);
    const start = 30 + data.readUInt16LE(26);
    const packed = data.subarray(start, start + data.readUInt32LE(18));
    expect(inflateRawSync(packed).toString()).toBe('{"content":[]}');
  });

  it.each<[string, Disturbance]>([
    ['a 503', ({ nth }) => (nth === 1 ? { status: 503 } : null)],
    ['a rate limit', ({ nth }) => (nth < 3 ? { status: 429 } : null)],
    ['a line that is cut', ({ nth, what }) => (nth === 1 && what === 'upload' ? 'cut' : null)],
  ])('survives %s', async (_, disturb) => {
    const { answer, service, slept } = await kept(disturb);
    expect(answer).toMatchObject({ ok: true });
    expect(service.artifacts).toHaveLength(1);
    expect(slept.length).toBeGreaterThan(0);
    expect(service.violations).toEqual([]);
  });

  it.each<[string, Disturbance, string]>([
    ['does not answer', () => 'cut', 'no artifact could be made (no answer)'],
    ['refuses the job', () => ({ status: 403 }), 'no artifact could be made (403)'],
    ['has no quota left', () => ({ status: 200, body: '{"ok":false}' }), 'no artifact could be made (200)'],
    ['answers with no JSON', () => ({ status: 200, body: '<html>' }), 'no artifact could be made (200)'],
    [
      'answers without end',
      () => ({ status: 200, body: `{"ok":true,"pad":"${'x'.repeat(100_000)}"}` }),
      'no artifact could be made (200)',
    ],
    [
      'sends the token elsewhere',
      () => ({ status: 307, location: 'http://127.0.0.1:1/' }),
      'no artifact could be made (no answer)',
    ],
    ...['http://evil.example/x', 'file:///tmp/x', 'nowhere', ''].map(
      (address): [string, Disturbance, string] => [
        `wants evidence at ${address === '' ? 'no address' : address}`,
        () => ({ status: 200, body: JSON.stringify({ ok: true, signed_upload_url: address }) }),
        'the artifact has no place that can be trusted',
      ],
    ),
    [
      'takes no upload',
      ({ what }) => (what === 'upload' ? { status: 403 } : null),
      'the upload was not taken (403)',
    ],
    [
      'sends evidence elsewhere',
      ({ what }) => (what === 'upload' ? { status: 307, location: 'http://127.0.0.1:1/' } : null),
      'the upload was not taken (no answer)',
    ],
    [
      'does not confirm',
      ({ what }) => (what === 'FinalizeArtifact' ? { status: 500 } : null),
      'the artifact was not confirmed (500)',
    ],
    [
      'confirms something else',
      ({ what }) => (what === 'FinalizeArtifact' ? { status: 200, body: '{"ok":"yes"}' } : null),
      'the artifact was not confirmed (200)',
    ],
  ])('has failed where the service %s', async (_, disturb, what) => {
    const { answer, service } = await kept(disturb);
    expect(answer).toEqual({ ok: false, fault: { kind: 'failed', what } });
    expect(service.artifacts).toEqual([]);
  });

  it('SE-01: says neither token nor signed address, whatever fails', async () => {
    const { answer, service } = await kept(({ what }) => (what === 'upload' ? { status: 403 } : null));
    expect(JSON.stringify(answer)).not.toContain(service.token);
    expect(JSON.stringify(answer)).not.toContain('sig');
    expect(JSON.stringify(answer)).not.toContain(service.url);
  });

  it('gives up in time where the service hangs', async () => {
    const { answer, service } = await kept(() => 'hang', { withinMs: 200 });
    expect(answer).toMatchObject({ ok: false, fault: { kind: 'failed' } });
    expect(service.artifacts).toEqual([]);
  });

  it('ends with the job that is stopped', async () => {
    const stop = new AbortController();
    const { answer, service } = await kept(
      () => {
        stop.abort();
        return { status: 503 };
      },
      { signal: stop.signal },
    );
    expect(answer).toMatchObject({ ok: false, fault: { kind: 'failed' } });
    expect(service.log).toEqual(['CreateArtifact 503']);
  });

  it.each([
    ['no token', ''],
    ['a token of no job', runtimeToken({ scp: 'Actions.GenericRead:x Actions.Results:only-one' })],
    ['a token without scopes', runtimeToken({})],
    ['a canary', 'runtime-token-canary'],
    ['a token of no JSON', 'a.YWJj.c'],
  ])('is not to be had with %s', async (_, token) => {
    const { answer, service } = await kept(undefined, { token });
    expect(answer).toMatchObject({ ok: false, fault: { kind: 'unavailable' } });
    expect(service.log).toEqual([]);
  });

  it('is not to be had where the runner offers no place', async () => {
    const artifacts = runArtifacts({ service: null, clock: { sleep: async () => undefined } });
    expect(await artifacts.keep({ name, files, signal: new AbortController().signal })).toEqual({
      ok: false,
      fault: { kind: 'unavailable', what: 'this runner offers no place for artifacts' },
    });
  });

  it('EV-16: of more than 32 MiB is not tried', async () => {
    const service = await startResultsService();
    onTestFinished(() => service.close());
    const artifacts = runArtifacts({ service, clock: { sleep: async () => undefined } });
    const piece = 'x'.repeat(1_048_576);
    const pieces = function* (): Iterable<string> {
      for (let index = 0; index < 33; index += 1) yield piece;
    };
    const large = [{ name: 'a', pieces }];
    const answer = await artifacts.keep({ name, files: large, signal: new AbortController().signal });
    expect(answer).toEqual({
      ok: false,
      fault: { kind: 'failed', what: 'the answers are too large for one artifact' },
    });
    expect(service.log).toEqual([]);
  });
});

it('a job’s ids are read from its own scope', () => {
  expect(backendIdsOf(runtimeToken({ scp: 'A:b Actions.Results:run-1:job-2' }))).toEqual({
    run: 'run-1',
    job: 'job-2',
  });
});
