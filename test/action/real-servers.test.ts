import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countersign, installReal, type CommandResult } from './support/real-servers.ts';
import { startActionScene, type ActionScene } from './support/scene.ts';

/** Filesystem, memory, everything and a git server, from npm as they are: compiled once, then run. */
describe('four real servers', () => {
  let scene: ActionScene;
  let compiled: CommandResult;

  beforeAll(async () => {
    scene = await startActionScene();
    installReal(scene.runner.root, scene.runner.workspace);
    compiled = countersign(scene.runner.workspace, 'compile', 'workflows/real');
  });
  afterAll(() => scene.close());

  const path = (file: string): string => join(scene.runner.workspace, file);
  const edit = (file: string, from: string, to: string): (() => void) => {
    const before = readFileSync(path(file), 'utf8');
    expect(before).toContain(from);
    writeFileSync(path(file), before.replace(from, to));
    return () => writeFileSync(path(file), before);
  };

  it('compile to a lock that names their versions and pins only what the bundle lists', () => {
    expect(compiled).toMatchObject({ code: 0, stderr: '' });
    expect(compiled.stdout).toBe(
      [
        'real: pinned 3 files',
        '  files: list_directory, read_text_file',
        '  memory: search_nodes',
        '  everything: echo, get-structured-content',
        '  git: git_log',
        '',
      ].join('\n'),
    );
    const lock = JSON.parse(readFileSync(path('workflows/real/bundle.lock.json'), 'utf8'));
    expect(lock.servers.map((server: { version: string }) => server.version)).toEqual([
      '2026.8.31',
      '2026.8.31',
      '2026.8.31',
      '2.15.3',
    ]);
    expect(countersign(scene.runner.workspace, 'compile', '--check', 'workflows/real')).toMatchObject({
      code: 0,
    });
    expect(scene.orphans()).toEqual([]);
  });

  it('`tools` says of each tool what a run would do with it', () => {
    const { stdout } = countersign(scene.runner.workspace, 'tools', 'workflows/real');
    expect(stdout).toMatch(/^files\.read_text_file +allowed$/m);
    expect(stdout).toMatch(/^files\.write_file +not read-only: can’t be listed$/m);
    expect(stdout).toMatch(/^everything\.get-env +read-only, and not listed: never called$/m);
  });

  it('run to one proposal with a receipt for every call, in the order of the steps', async () => {
    const result = await scene.start({ bundle: 'real' });
    expect(result.errors).toEqual([]);
    expect(result.code).toBe(0);
    const { evidence } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(
      evidence.map(({ step, server, tool }: Record<string, string>) => `${step} ${server}.${tool}`),
    ).toEqual([
      'list files.list_directory',
      'note.1 files.read_text_file',
      'known memory.search_nodes',
      'echo everything.echo',
      'weather everything.get-structured-content',
      'log git.git_log',
    ]);
    const body = scene.issues()[0]?.body ?? '';
    for (const said of ['payments.md', 'restart the queue', 'owned by dana', 'hello', 'Raise the timeout'])
      expect(body).toContain(said);
    expect(result.stdout).toContain('6 of 6 calls  git.git_log');
    expect(scene.orphans()).toEqual([]);
  });

  it('T23: one word of a description stops the run before the first call, and names tool and difference', async () => {
    const restore = edit(
      'node_modules/@modelcontextprotocol/server-everything/dist/tools/echo.js',
      'Echoes back the input string',
      'Echoes back the output string',
    );
    const result = await scene.start({ bundle: 'real' }, { GITHUB_RUN_ID: scene.anotherRun() });
    const check = countersign(scene.runner.workspace, 'compile', '--check', 'workflows/real');
    restore();
    expect(result.code).toBe(1);
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]).toContain('everything.echo: description');
    expect(result.errors[0]).toContain('(tool_changed)');
    expect(result.stdout).toContain('  | everything.echo: description');
    expect(result.stdout).toMatch(
      /\| {3}- Echoes back the input string[^]*\| {3}\+ Echoes back the output string/,
    );
    expect(result.stdout).not.toContain('calls  ');
    expect(check).toMatchObject({ code: 1, stdout: '' });
    expect(check.stderr).toBe(
      [
        'real: bundle.lock.json differs',
        'everything.echo: description',
        '  - Echoes back the input string',
        '  + Echoes back the output string',
        'Run `countersign compile` without --check, and have the new lock reviewed.',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [
      'another version of a package, with the same words',
      'node_modules/@modelcontextprotocol/server-memory/package.json',
      '"version": "2026.8.31"',
      '"version": "2026.9.1"',
      'memory: version',
      'tool_changed',
    ],
    [
      'an edited file of the bundle',
      'workflows/real/notes/payments.md',
      'restart',
      'delete',
      'notes/payments.md was changed since',
      'lock_stale',
    ],
    [
      'an edited step',
      'workflows/real/bundle.yml',
      'message: hello',
      'message: goodbye',
      'bundle.yml was changed since',
      'lock_stale',
    ],
    [
      'an edited lock',
      'workflows/real/bundle.lock.json',
      'Echoes back the input string',
      'Echoes back the input text',
      'expected a descriptor that fits its name and digest',
      'lock_stale',
    ],
  ])('%s stops the run', async (_, file, from, to, says, code) => {
    const restore = edit(file, from, to);
    const result = await scene.start({ bundle: 'real' }, { GITHUB_RUN_ID: scene.anotherRun() });
    restore();
    expect(result.code).toBe(1);
    expect(result.errors[0]).toContain(says);
    expect(result.errors[0]).toContain(`(${code})`);
    expect(scene.issues()).toHaveLength(1);
    expect(scene.orphans()).toEqual([]);
  });

  it('a tool that writes can’t be compiled, whatever the bundle says of it', () => {
    const restore = edit(
      'workflows/real/bundle.yml',
      'tools: [list_directory, read_text_file]',
      'tools: [write_file]',
    );
    const steps = edit('workflows/real/bundle.yml', 'call: files.list_directory', 'call: files.write_file');
    const other = edit('workflows/real/bundle.yml', 'call: files.read_text_file', 'call: files.write_file');
    const result = countersign(scene.runner.workspace, 'compile', 'workflows/real');
    other();
    steps();
    restore();
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The server files does not declare its tool write_file as read-only. (tool_unavailable)\n',
    });
  });
});
