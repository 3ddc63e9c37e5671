import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { splitBody } from '../../lib/core/proposal/body.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import type { RepositoryRef } from '../../lib/core/proposal/proposal.ts';
import type { ActionResult } from './support/run-action.ts';
import { home, hostileBundle, installBundle, startActionScene, type ActionScene } from './support/scene.ts';

const targets = 'acme/website, acme/secret, umbra/open';
let scene: ActionScene;

beforeEach(async () => {
  scene = await startActionScene();
  const { world } = scene.fake;
  world.repository({ fullName: 'acme/website', visibility: 'public' });
  world.repository({ fullName: 'acme/secret' });
  world.repository({ fullName: 'umbra/open', visibility: 'public' });
  const text = `version: 1\nevidence: public\nactions: {github.issue.create: {targets: [${targets}]}}\n`;
  world.commit({ repository: home, path: '.github/countersign.yml', text });
});
afterEach(() => scene.close());

/** Runs a bundle whose action is for this target. */
async function propose(target: string): Promise<ActionResult> {
  const bundle = hostileBundle('honest').replace('  risk: low\n', `  risk: low\n${target}`);
  installBundle(scene.runner, bundle);
  return scene.start({ bundle: 'hostile' });
}

/** The target of the one proposal that was opened, where the job runs. */
function proposedFor(): RepositoryRef | null {
  const split = splitBody(scene.issues()[0]?.body ?? '');
  const text = split.ok ? recordCodec.decode(split.value.packedRecord) : split;
  const read = text.ok ? parseRecord(text.value) : text;
  return read.ok ? read.value.proposal.action.target.repository : null;
}

function refTo(fullName: string): RepositoryRef {
  const { id, ownerId } = scene.fake.world.repositoryNow(fullName);
  return { id: String(id), ownerId: String(ownerId), name: fullName };
}

describe('an action for another repository', () => {
  it('is proposed here with the target’s id, which the job’s token reads where anybody can', async () => {
    const { code, errors } = await propose('  target: acme/website\n');
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    expect(proposedFor()).toEqual(refTo('acme/website'));
    // The run, the policy files and the target, the open proposals, the new one: none more than for itself.
    expect(scene.fake.requests.map(({ route }) => route)).toEqual([
      '/repos/{owner}/{repo}/actions/runs/{run_id}',
      '/repos/{owner}/{repo}/issues',
      '/graphql',
      '/repos/{owner}/{repo}/issues',
    ]);
    expect(scene.fake.world.issues('acme/website')).toEqual([]);
  });

  it('ends before anything is started where the token can’t read it, and says what to do', async () => {
    const { code, errors, everything } = await propose('  target: acme/secret\n');
    expect(code).toBe(1);
    expect(errors.join('\n')).toContain('target_unreadable');
    expect(everything).toContain('targetId');
    expect(scene.issues()).toEqual([]);
  });

  it('SE-08: puts no evidence into what anybody can read there, unless the policy says so', async () => {
    const text = `version: 1\nactions: {github.issue.create: {targets: [${targets}]}}\n`;
    scene.fake.world.commit({ repository: home, path: '.github/countersign.yml', text });
    const { code, errors } = await propose('  target: acme/website\n');
    expect(code).toBe(1);
    expect(errors.join('\n')).toContain('acme/website is public');
    expect(scene.issues()).toEqual([]);
  });

  it('takes a private one by the id that the bundle writes', async () => {
    const { id } = refTo('acme/secret');
    const { code, errors } = await propose(`  target: acme/secret\n  targetId: ${id}\n`);
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    expect(proposedFor()).toEqual(refTo('acme/secret'));
  });

  it('OI-08: is never for a repository of another account', async () => {
    const { code, errors } = await propose('  target: umbra/open\n');
    expect(code).toBe(1);
    expect(errors.join('\n')).toContain('target_missing');
    expect(scene.issues()).toEqual([]);
  });
});
