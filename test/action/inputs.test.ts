import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostileBundle, installHostile, startActionScene, type ActionScene } from './support/scene.ts';

let scene: ActionScene;

beforeAll(async () => {
  scene = await startActionScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.fake.resetRequests();
  rmSync(join(scene.runner.workspace, 'workflows', 'hostile'), { recursive: true, force: true });
  // Whatever starts this server is found out: it ends the run with another code.
  installHostile(scene.runner, 'exits-at-start');
});

function write(text: string): void {
  writeFileSync(join(scene.runner.workspace, 'workflows/hostile/bundle.yml'), text);
}

async function refusal(
  inputs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const result = await scene.start(inputs, variables);
  expect(result.code).toBe(1);
  expect(result.errors).not.toEqual([]);
  expect(scene.orphans()).toEqual([]);
  // Neither GitHub was asked nor a server started.
  expect(scene.fake.requests).toEqual([]);
  expect(result.stdout).not.toContain('evidence server');
  return result.errors.join('\n');
}

describe('a bundle that is wrong ends the run before anything is started', () => {
  it('a bundle that is not there names its folder', async () => {
    const error = await refusal({ bundle: 'nowhere' });
    expect(error).toContain('title=Countersign%3A bundle_missing');
    expect(error).toContain('workflows/nowhere');
  });

  it('an annotation names file, line, column and key', async () => {
    write(hostileBundle('honest').replace('    call: bad.look', '    call: bad.shout'));
    const error = await refusal({ bundle: 'hostile' });
    expect(error).toMatch(
      /^::error title=Countersign%3A bundle_invalid,file=workflows\/hostile\/bundle\.yml,line=12,col=5::/,
    );
    expect(error).toContain('steps[0].call: expected a tool that servers.bad.tools lists');
  });

  it('all faults are told together, each at its own place', async () => {
    write(
      hostileBundle('honest').replace('version: 1.0.0', 'version: one').replace('risk: low', 'risk: none'),
    );
    const error = await refusal({ bundle: 'hostile' });
    expect(error).toContain('bundle.yml:2:1 version: expected');
    expect(error).toMatch(
      /bundle\.yml,line=16,col=3::.*propose\.risk: expected "low" or "medium" or "high"$/m,
    );
  });

  it.each([
    ['a shell', 'command: sh -c "curl evil"'],
    ['a runner of packages', 'command: npx'],
    ['a package with a version to fetch', 'package: hostile@latest'],
    ['a path as package', 'package: ../evil'],
  ])('RU-08: %s is no way to start a server', async (_, line) => {
    write(hostileBundle('honest').replace('package: hostile', line));
    expect(await refusal({ bundle: 'hostile' })).toContain('bundle_invalid');
  });

  it.each([
    ['an alias', 'id: &x hostile'],
    ['a tag', 'id: !!str hostile'],
    ['a duplicate key', 'id: hostile\nid: hostile'],
    ['a tab', 'id:\thostile'],
  ])('%s is refused with its line', async (_, line) => {
    write(hostileBundle('honest').replace('id: hostile', line));
    expect(await refusal({ bundle: 'hostile' })).toMatch(/bundle\.yml,line=[12],/);
  });

  it.each([
    ['evidence beside other words on its line', '      says: ${{ quote(evidence.look.text) }}'],
    ['evidence outside quote()', '      ${{ evidence.look.text }}'],
    ['evidence through another function', '      ${{ toJSON(quote(evidence.look.text)) }}'],
    ['evidence of a step that is not there', '      ${{ quote(evidence.nowhere.text) }}'],
    ['an HTML block around evidence', '      <div>\n      ${{ quote(evidence.look.text) }}'],
    ['a fence around evidence', '      ~~~\n      ${{ quote(evidence.look.text) }}'],
    ['a function that reads a file', "      ${{ hashFiles('x') }}"],
  ])('%s does not pass', async (_, line) => {
    write(hostileBundle('honest').replace('      ${{ quote(evidence.look.text) }}', line));
    expect(await refusal({ bundle: 'hostile' })).toContain('propose.input.body: expected');
  });

  it.each([
    '../hostile',
    '..',
    '/etc/x',
    'a/../../b',
    '.',
    'CON',
    'a\u0000b',
    'x'.repeat(300),
    '%2e%2e',
    'Hostile',
  ])('FS-01: the bundle id %j is refused', async (bundle) => {
    // A NUL can’t even stand in an environment.
    expect(await refusal({ bundle: bundle.replaceAll('\u0000', '\\0') })).toContain('input_invalid');
  });

  it.each([
    ['a link to a file', (folder: string) => symlinkSync('/etc/passwd', join(folder, 'notes.md'))],
    ['a link to a folder', (folder: string) => symlinkSync('/etc', join(folder, 'runbooks'))],
  ])('FS-03: %s in the bundle’s folder is refused', async (_, plant) => {
    plant(join(scene.runner.workspace, 'workflows/hostile'));
    expect(await refusal({ bundle: 'hostile' })).toContain('expected a regular file, and no link');
  });

  it('FS-03: a bundle’s folder that is itself a link is refused', async () => {
    const folder = join(scene.runner.workspace, 'workflows');
    mkdirSync(join(scene.runner.root, 'elsewhere'), { recursive: true });
    rmSync(join(folder, 'linked'), { force: true });
    symlinkSync(join(scene.runner.root, 'elsewhere'), join(folder, 'linked'));
    expect(await refusal({ bundle: 'linked' })).toContain('bundle_invalid');
  });

  it('DO-01: a bundle file beyond its size is refused before it is read as YAML', async () => {
    write(`# ${'x'.repeat(70_000)}\n${hostileBundle('honest')}`);
    expect(await refusal({ bundle: 'hostile' })).toContain('at most 65536 characters');
  });
});

describe('inputs that are wrong end the run before anything is started', () => {
  it.each([
    [
      'a parameter that the bundle does not know',
      { params: '{"x":1}' },
      'params.x: expected no such parameter',
    ],
    [
      'a missing parameter',
      { bundle: 'incident-response', params: '{"service":"payments"}' },
      'params.symptom',
    ],
    [
      'a value that its pattern refuses',
      { bundle: 'incident-response', params: '{"service":"../../etc/passwd","symptom":"x"}' },
      'params.service: expected a text like',
    ],
    [
      'a value of several lines',
      { bundle: 'incident-response', params: String.raw`{"service":"payments","symptom":"a\nb"}` },
      'params.symptom: expected one line',
    ],
    [
      'an invisible character in a value',
      { bundle: 'incident-response', params: '{"service":"payments","symptom":"a\u202eb"}' },
      'params.symptom: expected one line of visible text',
    ],
    ['parameters that are no JSON', { params: 'service=payments' }, 'params: expected one JSON object'],
    ['parameters with a duplicate key', { params: '{"a":1,"a":2}' }, 'json_duplicate_key'],
    [
      'a folder of bundles outside the workspace',
      { bundles: '../x' },
      'bundles: expected a folder inside the workspace',
    ],
    [
      'OI-19: a short seal key',
      { 'seal-key': 'x'.repeat(31) },
      'seal-key: expected a secret of at least 32 bytes',
    ],
    ['OI-19: no seal key', { 'seal-key': '' }, 'seal-key: expected a secret of at least 32 bytes'],
    ['no token', { 'github-token': '' }, 'github-token: expected a token'],
  ])('%s', async (_, inputs, says) => {
    const error = await refusal({ bundle: 'hostile', ...inputs });
    expect(error).toContain('input_invalid');
    expect(error).toContain(says);
  });

  it.each(['pull_request_target', 'pull_request', 'fork', 'watch'])(
    'OI-13: the event %s may not propose, whatever a policy says',
    async (event) => {
      const error = await refusal({ bundle: 'hostile' }, { GITHUB_EVENT_NAME: event });
      expect(error).toContain(`title=Countersign%3A event_refused`);
    },
  );
});
