import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startResultsService, type Disturbance, type ResultsService } from '../support/results-service.ts';
import type { ActionResult } from './support/run-action.ts';
import {
  home,
  installFilesystemServer,
  installHostile,
  startActionScene,
  type ActionScene,
} from './support/scene.ts';

let scene: ActionScene;
let service: ResultsService;
let disturbance: Disturbance = () => null;

beforeEach(async () => {
  disturbance = () => null;
  service = await startResultsService((request) => disturbance(request));
  scene = await startActionScene();
});
afterEach(async () => {
  await scene.close();
  await service.close();
});

async function start(inputs: Readonly<Record<string, string>>): Promise<ActionResult> {
  return scene.start(inputs, {
    ACTIONS_RUNTIME_TOKEN: service.token,
    ACTIONS_RESULTS_URL: `${service.url}/`,
  });
}

const incident = {
  bundle: 'incident-response',
  params: JSON.stringify({ service: 'payments', symptom: '5xx at 14.2 %' }),
};

interface Proposal {
  readonly evidence: readonly {
    readonly artifact: string | null;
    readonly redacted: string;
    readonly flags: readonly string[];
  }[];
}

function proposalOf({ outputs }: ActionResult): Proposal {
  return JSON.parse(outputs['proposal'] ?? '');
}

/** SHA-256 of each file of the one artifact, by a reader's own programs. */
function digestsInArtifact(): readonly string[] {
  const file = join(scene.runner.root, 'artifact.zip');
  writeFileSync(file, service.artifacts[0]?.archive ?? '');
  const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n');
  return names.map((name) =>
    createHash('sha256')
      .update(execFileSync('unzip', ['-p', file, name]))
      .digest('hex'),
  );
}

function artifactText(): string {
  const file = join(scene.runner.root, 'artifact.zip');
  writeFileSync(file, service.artifacts[0]?.archive ?? '');
  return execFileSync('unzip', ['-p', file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

describe('the bundled Action keeps whole evidence', () => {
  it('as one artifact, which a reader checks against the receipts with sha256sum', async () => {
    installFilesystemServer(scene.runner);
    const result = await start(incident);
    expect(result.errors).toEqual([]);
    const { evidence } = proposalOf(result);
    const [artifact] = service.artifacts;
    expect(service.artifacts).toHaveLength(1);
    expect(artifact?.name).toBe(`countersign-evidence-${result.outputs['run-id']}`);
    expect(new Set(evidence.map((receipt) => receipt.artifact))).toEqual(new Set([artifact?.sha256]));
    expect(digestsInArtifact()).toEqual(evidence.map(({ redacted }) => redacted));
    expect(scene.issues()[0]?.body).toContain(artifact?.name);
    expect(result.stdout).toContain(`evidence ${artifact?.name} sha256:${artifact?.sha256}`);
    expect(result.summary).toContain(`\`${artifact?.name}\`, \`sha256:${artifact?.sha256}\``);
    expect(service.violations).toEqual([]);
    // The service is another host's: of GitHub itself nothing more is asked.
    expect(scene.fake.requests).toHaveLength(4);
  });

  it('RU-09, SE-01: and hides what it keeps it by from servers, log, issue and artifact', async () => {
    installHostile(scene.runner, 'environment', { excerptBytes: 16_384 });
    const result = await start({ bundle: 'hostile' });
    expect(result.code).toBe(0);
    const everywhere = [result.everything, scene.issues()[0]?.body, artifactText()].join('\n');
    for (const secret of [service.token, service.url, 'sig=', ...scene.secrets])
      expect(everywhere).not.toContain(secret);
    expect(everywhere).not.toContain('ACTIONS_RUNTIME_TOKEN');
  });

  it('where it can’t, and need not, it says so and proposes without', async () => {
    disturbance = ({ what }) => (what === 'upload' ? { status: 403 } : null);
    installFilesystemServer(scene.runner);
    const result = await start(incident);
    expect(result.code).toBe(0);
    expect(proposalOf(result).evidence.map(({ artifact }) => artifact)).toEqual([null, null, null]);
    expect(result.stdout).toContain('::warning title=Countersign%3A the whole evidence is not kept');
    expect(result.stdout).toContain('the upload was not taken (403)');
    expect(result.summary).toContain('Whole answers are not kept: the upload was not taken (403).');
    expect(scene.issues()[0]?.body).not.toContain('countersign-evidence');
  });

  it('where it can’t and must, it proposes nothing', async () => {
    disturbance = () => ({ status: 403 });
    installFilesystemServer(scene.runner);
    const result = await start({ ...incident, artifact: 'required' });
    expect(result.code).toBe(1);
    expect(result.errors[0]).toContain('evidence_not_kept');
    expect(scene.issues()).toEqual([]);
  });

  it('never, where the workflow says so', async () => {
    installFilesystemServer(scene.runner);
    const result = await start({ ...incident, artifact: 'never' });
    expect(result.code).toBe(0);
    expect(service.log).toEqual([]);
    expect(result.stdout).not.toContain('artifact');
  });

  it('SE-08: never for a public repository whose policy does not allow it, and only digests are proposed', async () => {
    scene.fake.world.show({ repository: home, visibility: 'public' });
    installHostile(scene.runner, 'honest', { quotes: 0 });
    const result = await start({ bundle: 'hostile' });
    expect(result.errors).toEqual([]);
    expect(proposalOf(result).evidence).toMatchObject([{ artifact: null, flags: ['withheld'] }]);
    expect(scene.issues()[0]?.body).toContain('### Evidence (not shown)');
    expect(scene.issues()[0]?.body).not.toContain('all is well');
    expect(result.stdout).toContain('::notice title=Countersign%3A evidence is not shown');
    expect(result.summary).toContain('**Evidence is not shown.** The repository is public');
    expect(service.log).toEqual([]);
  });

  it('SE-08: and nothing that quotes it is proposed there', async () => {
    scene.fake.world.show({ repository: home, visibility: 'public' });
    installFilesystemServer(scene.runner);
    const result = await start(incident);
    expect(result.errors[0]).toContain('evidence_private');
    expect(result.errors[0]).toContain('`evidence: public`');
    expect(scene.issues()).toEqual([]);
    expect(service.log).toEqual([]);
  });
});
