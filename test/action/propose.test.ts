import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hmacVerifier } from '../../lib/adapters/seal/hmac.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { splitBody } from '../../lib/core/proposal/body.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import { runIdOf } from '../../lib/core/proposal/proposal.ts';
import { render } from '../../lib/core/proposal/render.ts';
import type { ActionResult } from './support/run-action.ts';
import {
  home,
  installFilesystemServer,
  sealKey,
  startActionScene,
  type ActionScene,
} from './support/scene.ts';

const inputs = {
  bundle: 'incident-response',
  params: JSON.stringify({ service: 'payments', symptom: '5xx at 14.2 %' }),
};

describe('the bundled Action, on real servers', () => {
  let scene: ActionScene;
  let result: ActionResult;

  beforeAll(async () => {
    scene = await startActionScene();
    installFilesystemServer(scene.runner);
    result = await scene.start(inputs);
  });
  afterAll(() => scene.close());

  it('opens one issue, labelled and open, with exit code 0', () => {
    expect(result.code).toBe(0);
    expect(result.errors).toEqual([]);
    expect(scene.issues()).toHaveLength(1);
    expect(scene.issues()[0]?.labels).toEqual(['countersign']);
  });

  it('asks GitHub four things, each as its description allows', () => {
    expect(scene.fake.requests.map(({ method, route }) => `${method} ${route}`)).toEqual([
      'GET /repos/{owner}/{repo}/actions/runs/{run_id}',
      'GET /repos/{owner}/{repo}/issues',
      'POST /graphql',
      'POST /repos/{owner}/{repo}/issues',
    ]);
    expect(scene.fake.violations).toEqual([]);
  });

  it('gives the hash of the proposal’s own bytes, recomputed without our code', () => {
    const proposal = result.outputs['proposal'] ?? '';
    expect(result.outputs['hash']).toBe(createHash('sha256').update(proposal).digest('hex'));
    const issue = scene.issues()[0];
    expect(result.outputs['issue-number']).toBe(String(issue?.number));
    expect(issue?.body).toContain(proposal);
    expect(result.outputs['issue-url']).toContain(`/${home}/issues/${issue?.number}`);
  });

  it('carries a record whose page, origin and seal hold', async () => {
    const issue = scene.issues()[0];
    const body = splitBody(issue?.body ?? '');
    if (!body.ok) throw new Error(body.fault);
    const text = recordCodec.decode(body.value.packedRecord);
    if (!text.ok) throw new Error(text.fault);
    const parsed = parseRecord(text.value);
    if (!parsed.ok) throw new Error(parsed.fault.detail);
    const { proposal, hash } = parsed.value;
    expect(render(parsed.value)).toEqual({ title: issue?.title, visible: body.value.visible });
    expect(proposal.origin).toMatchObject({
      actions: { runId: scene.runId, attempt: 1, event: 'workflow_dispatch' },
    });
    const run = runIdOf(proposal);
    expect(result.outputs['run-id']).toBe(run);
    const subject = { hash, record: digestText(text.value), repositoryId: proposal.repository.id, run };
    const verdict = await hmacVerifier([new TextEncoder().encode(sealKey)]).verify(subject, body.value.seal);
    expect(verdict).toMatchObject({ ok: true, kind: 'hmac' });
  });

  it('takes the proposal’s time from GitHub', () => {
    const { issuedAt, expiresAt } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(Date.parse(issuedAt) % 1000).toBe(0);
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(24 * 3_600_000);
  });

  it('quotes the evidence in the ticket and receipts it', () => {
    const { action, evidence } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(action.input.body).toContain('payments: degraded since 13:59 UTC');
    expect(action.input.labels).toEqual(['incident']);
    expect(evidence.map(({ server, tool }: { server: string; tool: string }) => `${server}.${tool}`)).toEqual(
      ['ops.service-status', 'ops.runbook-search', 'files.read_text_file'],
    );
    expect(evidence.every(({ flags }: { flags: readonly string[] }) => flags.length === 0)).toBe(true);
  });

  it('tells the log how far it is, and the summary what waits', () => {
    expect(result.stdout).toMatch(/^3 of 3 calls {2}files\.read_text_file {2}[\d,]+ B {2}\d+ ms$/m);
    expect(result.stdout).toContain('files: 1 of 14 tools allowed; ignored: read_file,');
    expect(result.summary).toContain(`/approve ${result.outputs['hash']}`);
    expect(result.summary).toContain('| 1 | `ops` | `service-status` | 285 |');
  });

  it('leaves no process, no file and no secret behind', () => {
    expect(scene.orphans()).toEqual([]);
    for (const secret of scene.secrets) expect(result.everything).not.toContain(secret);
    expect(result.stderr).toBe('');
  });

  it('finds its open proposal when it runs again, and starts no server for it', async () => {
    const again = await scene.start(inputs);
    expect(again.code).toBe(0);
    expect(again.outputs).toEqual(result.outputs);
    expect(again.stdout).toContain('open already');
    expect(again.stdout).not.toContain('evidence server');
    expect(scene.issues()).toHaveLength(1);
  });
});
