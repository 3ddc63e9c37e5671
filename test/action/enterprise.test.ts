import { afterEach, describe, expect, it } from 'vitest';
import { splitBody } from '../../lib/core/proposal/body.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { home, installFilesystemServer, startActionScene, type ActionScene } from './support/scene.ts';

const inputs = {
  bundle: 'incident-response',
  params: JSON.stringify({ service: 'payments', symptom: '5xx at 14.2 %' }),
};

let scene: ActionScene;
afterEach(() => scene.close());

// trstringer/manual-approval#46, #125, runatlantis/atlantis#175, #1349
describe.each(['server', 'residence'] as const)('the bundled Action on a host of the kind %s', (kind) => {
  it('proposes there, asks there alone, and names that host in what is sealed', async () => {
    scene = await startActionScene('workflow_dispatch', kind);
    installFilesystemServer(scene.runner);
    const { code, errors, outputs } = await scene.start(inputs);
    expect([errors, code]).toEqual([[], 0]);
    expect(scene.fake.violations).toEqual([]);
    const [issue] = scene.issues();
    expect(outputs['issue-url']).toBe(`${scene.fake.webUrl}/${home}/issues/${issue?.number}`);
    const body = splitBody(issue?.body ?? '');
    if (!body.ok) throw new Error(body.fault);
    const record = recordCodec.decode(body.value.packedRecord);
    expect(record.ok ? record.value : record.fault).toContain(`"host":"${scene.fake.webUrl}"`);
  });

  it('asks nothing of an API that is another host’s', async () => {
    scene = await startActionScene('workflow_dispatch', kind);
    const { code, errors } = await scene.start(inputs, { GITHUB_API_URL: 'https://api.github.com' });
    expect(code).toBe(1);
    expect(errors.join('\n')).toContain('GITHUB_API_URL');
    expect(scene.fake.requests).toEqual([]);
  });
});
