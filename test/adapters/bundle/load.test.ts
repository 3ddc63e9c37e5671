import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBundle } from '../../../lib/adapters/bundle/load.ts';
import { createStage } from '../../../lib/adapters/bundle/stage.ts';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';
import { expressions } from '../../core/bundle/written.ts';

const text = `id: one
version: 1.0.0
description: One.
servers:
  ops: { builtin: ops, tools: [service-status] }
steps:
  - { id: status, call: ops.service-status }
propose: { type: github.issue.create, risk: low, input: {} }
`;

let workspace: string;
let folder: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'bundles-'));
  folder = join(workspace, 'workflows/one');
  mkdirSync(join(folder, 'runbooks'), { recursive: true });
  writeFileSync(join(folder, 'bundle.yml'), text);
  writeFileSync(join(folder, 'runbooks/a.md'), 'Restart it.\n');
});
afterEach(() => rmSync(workspace, { recursive: true }));

function load(id = 'one', where = 'workflows'): ReturnType<typeof loadBundle> {
  return loadBundle({ workspace, folder: where, id }, expressions, readYaml);
}

async function faults(): Promise<readonly string[]> {
  const loaded = await load();
  return loaded.ok ? [] : loaded.fault.map(({ code, file, expected }) => `${code} ${file}: ${expected}`);
}

describe('a bundle’s folder', () => {
  it('is read whole, once, and digested', async () => {
    const loaded = await load();
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.fault));
    expect(loaded.value.files.map(({ path }) => path)).toEqual(['bundle.yml', 'runbooks/a.md']);
    const before = loaded.value.digest;
    writeFileSync(join(folder, 'runbooks/a.md'), 'Restart it now.\n');
    const after = await load();
    expect(after.ok && after.value.digest).not.toBe(before);
  });

  it('FS-08: is started with the bytes that were digested, whatever the files say by then', async () => {
    const loaded = await load();
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.fault));
    writeFileSync(join(folder, 'runbooks/a.md'), 'Delete it.\n');
    writeFileSync(join(folder, 'runbooks/b.md'), 'Another one.\n');
    const stage = await createStage(loaded.value, {
      workspace,
      temp: workspace,
      environment: {},
      secrets: new Map(),
      builtin: (builtin) => `/opt/${builtin}.js`,
    });
    const launches = await stage.launches();
    const [launch] = launches.ok ? launches.value : [];
    const staged = launch !== undefined && 'command' in launch ? (launch.arguments.at(-1) ?? '') : '';
    expect(readFileSync(join(staged, 'runbooks/a.md'), 'utf8')).toBe('Restart it.\n');
    expect(existsSync(join(staged, 'runbooks/b.md'))).toBe(false);
    expect(staged.startsWith(folder)).toBe(false);
    await stage.remove();
  });

  it('of this repository loads', async () => {
    const loaded = await loadBundle(
      { workspace: resolve('.'), folder: 'workflows', id: 'incident-response' },
      expressions,
      readYaml,
    );
    expect(loaded.ok ? [] : loaded.fault).toEqual([]);
  });

  it('that is missing, or lies elsewhere, is missing', async () => {
    expect(await load('two')).toMatchObject({ ok: false, fault: [{ code: 'bundle_missing' }] });
    expect(await load('one', '../x')).toMatchObject({ ok: false, fault: [{ code: 'bundle_missing' }] });
    expect(await load('../one')).toMatchObject({ ok: false, fault: [{ code: 'bundle_missing' }] });
    rmSync(join(folder, 'bundle.yml'));
    expect(await faults()).toEqual(['bundle_missing workflows/one/bundle.yml: a file bundle.yml']);
  });

  it.each([
    ['FS-03: a symbolic link', () => symlinkSync('/etc/passwd', join(folder, 'notes.md')), 'notes.md'],
    ['FS-03: a hard link', () => linkSync(join(folder, 'bundle.yml'), join(folder, 'copy.yml')), 'copy.yml'],
    ['a name with a blank', () => writeFileSync(join(folder, 'a b'), ''), 'a b'],
    ['a name that hides', () => writeFileSync(join(folder, 'a\u202eb'), ''), 'a\u202eb'],
    [
      'FS-05: names that differ in case',
      () => writeFileSync(join(folder, 'runbooks/A.md'), ''),
      'runbooks/a.md',
    ],
    [
      'folders without end',
      () => mkdirSync(join(folder, 'a/a/a/a/a/a/a/a'), { recursive: true }),
      'a/a/a/a/a/a/a',
    ],
    ['a large file', () => writeFileSync(join(folder, 'big'), Buffer.alloc(5_000_000)), 'big'],
  ])('with %s is refused, and the file is named', async (_, plant, name) => {
    plant();
    expect((await faults()).join('\n')).toContain(`bundle_invalid workflows/one/${name}`);
  });

  it('FS-03: that is a link, or lies behind one, is refused', async () => {
    symlinkSync(join(workspace, 'workflows'), join(workspace, 'linked'));
    expect(await load('one', 'linked')).toMatchObject({ ok: false, fault: [{ code: 'bundle_invalid' }] });
  });

  it('with more files than a bundle has is refused', async () => {
    for (let index = 0; index < 300; index += 1) writeFileSync(join(folder, `f${index}`), '');
    expect((await faults())[0]).toContain('at most 256 files');
  });
});

describe('a bundle’s text', () => {
  it.each([
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x61]), 'UTF-8'],
    ['no YAML', 'id: [', 'valid YAML (bad indent)'],
    ['another id than the folder’s', text.replace('id: one', 'id: two'), '"one", the folder’s name'],
  ])('that is %s is refused', async (_, written, expected) => {
    writeFileSync(join(folder, 'bundle.yml'), written);
    expect(await faults()).toEqual([`bundle_invalid workflows/one/bundle.yml: ${expected}`]);
  });

  it('tells each fault with line and column', async () => {
    writeFileSync(join(folder, 'bundle.yml'), text.replace('risk: low', 'risk: none').replace('1.0.0', 'x'));
    const loaded = await load();
    expect(loaded.ok ? [] : loaded.fault.map(({ line, column, path }) => [line, column, path])).toEqual([
      [2, 1, 'version'],
      [8, 39, 'propose.risk'],
    ]);
  });
});
