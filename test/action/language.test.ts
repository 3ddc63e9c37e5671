import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { greedy } from '../hostile/lying.ts';
import { honest } from '../hostile/wire.ts';
import type { ActionResult } from './support/run-action.ts';
import { hostileBundle, installBundle, startActionScene, type ActionScene } from './support/scene.ts';

/** The language of bundles, through the bundled Action and on servers that don't mean well. */
let scene: ActionScene;

beforeEach(async () => {
  scene = await startActionScene();
});
afterEach(() => scene.close());

const base = hostileBundle('honest').replace('calls: 1', 'calls: 9');
const step = '  - id: look\n    call: bad.look\n    excerptBytes: 4096\n';

function run(
  bundle: string,
  servers?: Parameters<typeof installBundle>[2],
  change: Readonly<Record<string, string>> = {},
): Promise<ActionResult> {
  installBundle(scene.runner, bundle, servers);
  return scene.start({ bundle: 'hostile' }, change);
}

function stepsOf(result: ActionResult): readonly string[] {
  const { evidence } = JSON.parse(result.outputs['proposal'] ?? '{"evidence":[]}');
  return evidence.map((one: { step: string; server: string }) => `${one.server} ${one.step}`);
}

describe('steps', () => {
  it('lists, conditions and expectations are carried out in order, told in the log, and kept in the audit', async () => {
    const more = [
      "  - id: holds\n    expect: ${{ contains(evidence.look.text, 'well') }}\n    otherwise: It is not well.\n",
      '  - id: each\n    for: [a, b]\n    call: bad.look\n    with: { name: "${{ item }}" }\n',
      "  - id: never\n    if: ${{ evidence.each[1].text == '' }}\n    call: bad.look\n",
    ].join('');
    const result = await run(base.replace('propose:', `${more}propose:`));
    expect(result.errors).toEqual([]);
    expect(stepsOf(result)).toEqual(['bad look', 'bad each.1', 'bad each.2']);
    expect(result.stdout).toMatch(/1 of 4 calls[^]*holds {2}holds[^]*3 of 4 calls[^]*left out {2}never/);
    const proposal = JSON.parse(result.outputs['proposal'] ?? '');
    // run.started, server.started, flow.started, 3 calls of two events, step.expected, step.skipped,
    // flow.ended, servers.stopped, proposal.composed
    expect(proposal.events.count).toBe(14);
  });

  it.each([
    [
      'an expectation that does not hold proposes nothing, in the bundle’s words',
      `${step}  - id: no\n    expect: \${{ evidence.look.text == 'down' }}\n    otherwise: It is not down.\n`,
      'It is not down. (step no)',
      'expectation_failed',
    ],
    [
      'a list from evidence that is too long',
      `${step}  - id: each\n    for: \${{ fromJSON('[1,2,3]') }}\n    max: 2\n    call: bad.look\n`,
      'at most 2 are allowed',
      'budget_exceeded',
    ],
    [
      'evidence that does not match what the bundle asks of it',
      `${step}  - id: then\n    call: bad.look\n    with: { name: "\${{ match(evidence.look.text, '[a-z]+') }}" }\n`,
      'steps.then.with.name can’t be filled.',
      'bundle_invalid',
    ],
    [
      'a question to a person where nobody can be asked',
      `${step}  - id: ask\n    pause: Is it worth it?\n`,
      'The step ask asks a person, and nobody can be asked here.',
      'pause_unavailable',
    ],
  ])('%s', async (_, steps, says, code) => {
    const result = await run(base.replace(step, steps));
    expect(result.code).toBe(1);
    expect(result.errors[0]).toContain(says);
    expect(result.errors[0]).toContain(`(${code})`);
    expect(scene.issues()).toEqual([]);
    expect(scene.orphans()).toEqual([]);
  });
});

describe('servers', () => {
  it('two servers may offer a tool of one name: each is asked its own', async () => {
    const two = base
      .replace('steps:', 'steps:\n  - id: first\n    call: other.look')
      .replace(
        'servers:',
        'servers:\n  other:\n    package: hostile\n    arguments: [greedy]\n    tools: [look]',
      );
    const result = await run(two, { other: greedy, bad: honest });
    expect(result.errors).toEqual([]);
    expect(stepsOf(result)).toEqual(['other first', 'bad look']);
    expect(scene.issues()[0]?.body).toContain('all is well');
  });

  it('what a description asks for is never sent: only the bundle’s own arguments are', async () => {
    const asked = base
      .replace('arguments: [honest]', 'arguments: [greedy]')
      .replace('call: bad.look\n', 'call: bad.look\n    with: { name: x }\n');
    const result = await run(asked, { bad: greedy });
    expect(result.errors).toEqual([]);
    expect(scene.issues()[0]?.body).toContain('{"name":"look","arguments":{"name":"x"}');
    expect(scene.issues()[0]?.body).not.toContain('id_ed25519');
  });

  it('SE-01: a server gets the secret that its bundle names and no other, and can’t say it in any spelling', async () => {
    const bundle = base.replace(
      'arguments: [honest]',
      'arguments: [environment]\n    environment: { KEY: { secret: METRICS } }',
    );
    const metrics = 'metrics-secret-canary-0123456789';
    const other = 'other-secret-canary-0123456789';
    const result = await run(
      bundle,
      { bad: honest },
      { COUNTERSIGN_SECRET_METRICS: metrics, COUNTERSIGN_SECRET_OTHER: other },
    );
    expect(result.errors).toEqual([]);
    const body = scene.issues()[0]?.body ?? '';
    expect(body).toContain('KEY');
    for (const secret of [metrics, other, Buffer.from(metrics).toString('base64'), ...scene.secrets])
      expect(`${body}\n${result.everything}`).not.toContain(secret);
    expect(body).not.toContain('COUNTERSIGN_SECRET');
  });

  it('a secret that was not given ends the run before anything starts', async () => {
    const bundle = base.replace('arguments: [honest]', 'environment: { KEY: { secret: METRICS } }');
    const result = await run(bundle);
    expect(result.errors[0]).toContain('The server bad did not start: the secret METRICS was not given');
    expect(scene.orphans()).toEqual([]);
  });

  it.each([
    ['a link out of the workspace', 'workspace:out', 'workspace:out leads out of the workspace'],
    ['a path that is not there', 'workspace:none', 'workspace:none is not there'],
  ])('%s is refused', async (_, argument, says) => {
    symlinkSync('/etc', join(scene.runner.workspace, 'out'));
    const result = await run(base.replace('arguments: [honest]', `arguments: ['${argument}']`));
    expect(result.errors[0]).toContain(says);
  });

  it.each([
    ['mcp-not-there', 'there is no program mcp-not-there on this machine'],
    ['planted', 'planted lies inside the workspace'],
  ])('RU-08: the command %s does not start', async (command, says) => {
    const bin = join(scene.runner.workspace, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'planted'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
    const result = await run(
      base.replace('package: hostile\n    arguments: [honest]', `command: ${command}`),
      { bad: honest },
      { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    );
    expect(result.errors[0]).toContain(says);
    rmSync(bin, { recursive: true });
  });

  it.each(['localhost', '127.0.0.1', '[::1]', '169.254.169.254', '[::ffff:10.0.0.1]'])(
    'SS-02: https://%s is refused without a connection: nobody named it',
    async (host) => {
      const result = await run(
        base.replace('package: hostile\n    arguments: [honest]', `url: https://${host}:9/mcp`),
      );
      expect(result.errors[0]).toContain('leads to an address that is not public');
      expect(result.errors[0]).toContain('(server_unavailable)');
    },
  );
});

describe('the lock', () => {
  it('without one nothing starts', async () => {
    installBundle(scene.runner, base);
    rmSync(join(scene.runner.workspace, 'workflows/hostile/bundle.lock.json'));
    const result = await scene.start({ bundle: 'hostile' });
    expect(result.errors[0]).toContain('The bundle hostile has no bundle.lock.json.');
    expect(result.errors[0]).toContain('(lock_missing)');
    expect(scene.fake.requests).toEqual([]);
  });

  it.each(['{', '[]', '{"kind":"countersign/bundle-lock@1","kind":"x"}', '\u0000'])(
    '%j is none',
    async (text) => {
      installBundle(scene.runner, base);
      writeFileSync(join(scene.runner.workspace, 'workflows/hostile/bundle.lock.json'), text);
      const result = await scene.start({ bundle: 'hostile' });
      expect(result.errors[0]).toContain('(lock_stale)');
    },
  );

  it('T23: a tool that is not as it was stops the run before it is called, whatever its server calls it', async () => {
    const result = await run(base.replace('arguments: [honest]', 'arguments: [greedy]'));
    expect(result.errors[0]).toContain('bad.look: description, and 2 more');
    expect(result.errors[0]).toContain('(tool_changed)');
    expect(result.stdout).not.toContain('calls  ');
    expect(scene.issues()).toEqual([]);
  });
});
