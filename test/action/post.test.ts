/** The post step of the bundled Action, behind a main step that was killed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runPost, type ActionResult } from './support/run-action.ts';
import { installHostile, startActionScene, type ActionScene } from './support/scene.ts';

let scene: ActionScene;
let temp = '';

beforeEach(async () => {
  scene = await startActionScene();
  temp = join(scene.runner.root, 'temp');
});
afterEach(() => scene.close());

/** The main step of a server that never answers, killed as a runner kills: without a word before. */
async function killed(mode: string): Promise<ActionResult> {
  installHostile(scene.runner, mode);
  return scene.start({ bundle: 'hostile' }, {}, (pid, printed) => {
    const looking = setInterval(() => {
      if (!printed().includes('Gathering evidence')) return;
      clearInterval(looking);
      process.kill(pid, 'SIGKILL');
    }, 20);
  });
}

describe('RU-10: what a killed main step leaves, the post step takes away', () => {
  it('a server that ignores every signal to end, its children, and the folder', async () => {
    const main = await killed('stubborn-call');
    expect(main.code).toBeNull();
    expect(scene.orphans()).not.toEqual([]);
    expect(readdirSync(temp)).toHaveLength(1);
    const post = await runPost(scene.runner, main.state);
    expect(scene.orphans()).toEqual([]);
    expect(readdirSync(temp)).toEqual([]);
    expect(post).toMatchObject({ code: 0, stderr: '' });
    expect(post.stdout).toMatch(
      /^Ended \d process(es)? of the evidence servers that the step left behind\.$/m,
    );
  });

  it('nothing, behind one that ended by itself', async () => {
    installHostile(scene.runner, 'honest');
    const main = await scene.start({ bundle: 'hostile' });
    expect(main.code).toBe(0);
    expect(readdirSync(temp)).toEqual([]);
    expect(await runPost(scene.runner, main.state)).toEqual({
      code: 0,
      stdout: 'Nothing was left behind.\n',
      stderr: '',
    });
  });

  it('nothing, behind one that started nothing', async () => {
    const main = await scene.start({ bundle: 'nowhere' });
    expect(main.state).toEqual({});
    const post = await runPost(scene.runner, main.state);
    expect([post.code, post.stdout]).toEqual([0, 'Nothing to clean up: nothing was started.\n']);
  });
});

describe('the post step leaves alone', () => {
  it('a process whose number was the server’s before, and started at another time', async () => {
    const main = await killed('stubborn-call');
    // Not of this runner: it has neither its folder nor its environment.
    const innocent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
      detached: true,
      env: {},
    });
    const left: readonly { readonly pid: number; readonly startedAt: string }[] = JSON.parse(
      main.state['processes'] ?? '',
    );
    const recycled = left.map(({ startedAt }) => ({ pid: innocent.pid, startedAt }));
    const post = await runPost(scene.runner, { ...main.state, processes: JSON.stringify(recycled) });
    expect(post.code).toBe(0);
    // The server is found by the home that only it was given.
    expect(scene.orphans()).toEqual([]);
    expect(innocent.exitCode ?? innocent.signalCode).toBeNull();
    innocent.kill('SIGKILL');
  });

  it.each([
    ['outside of the runner’s own', (folder: string) => join(folder, '..', 'workspace')],
    ['under another name', (folder: string) => join(folder, 'mine')],
    ['further down', (folder: string) => join(folder, 'x/countersign-00000000-0000-4000-8000-000000000000')],
    ['that is the runner’s own', (folder: string) => folder],
  ])('a folder %s', async (_, of) => {
    const folder = of(temp);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'kept'), '');
    const post = await runPost(scene.runner, { folder, processes: '[]' });
    expect(post.code).toBe(0);
    expect(existsSync(join(folder, 'kept'))).toBe(true);
  });

  it('what a link in the folder leads to', async () => {
    const folder = join(temp, 'countersign-00000000-0000-4000-8000-000000000000');
    mkdirSync(folder);
    symlinkSync(scene.runner.workspace, join(folder, 'link'));
    await runPost(scene.runner, { folder, processes: '[]' });
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(scene.runner.workspace, 'workflows'))).toBe(true);
  });

  it.each(['', 'x', '{}', '[{"pid":1,"startedAt":"1"}]', '[{"pid":-1,"startedAt":"1"}]', '[{"pid":"2"}]'])(
    'every process, where the state says %j',
    async (processes) => {
      const folder = join(temp, 'countersign-00000000-0000-4000-8000-000000000000');
      const post = await runPost(scene.runner, { folder, processes });
      expect([post.code, post.stdout]).toEqual([0, 'Nothing was left behind.\n']);
      expect(readFileSync('/proc/1/stat', 'utf8')).not.toBe('');
    },
  );
});
