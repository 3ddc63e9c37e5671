import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installHostile, startActionScene, type ActionScene } from './support/scene.ts';

let scene: ActionScene;

beforeEach(async () => {
  scene = await startActionScene();
});
afterEach(() => scene.close());

describe('RU-10: when the Action ends, so has everything that it started', () => {
  it.each(['stubborn', 'leaves-child', 'leaves-bare-child'])(
    'a proposal is made, and nothing is left: %s',
    async (mode) => {
      installHostile(scene.runner, mode);
      const result = await scene.start({ bundle: 'hostile' });
      expect(result.errors).toEqual([]);
      expect(result.code).toBe(0);
      expect(scene.orphans()).toEqual([]);
    },
  );

  it('a server that is gone after its answer, with a child on its pipes, is named, and nothing is left', async () => {
    installHostile(scene.runner, 'leaves-pipe');
    const result = await scene.start({ bundle: 'hostile' });
    expect(result.errors[0]).toContain('The server bad ended with exit code 0');
    expect(result.code).toBe(1);
    expect(scene.orphans()).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s to the Action stops a server that ignores it',
    async (signal) => {
      installHostile(scene.runner, 'stubborn-call');
      const result = await scene.start({ bundle: 'hostile' }, {}, (pid) => {
        void scene.serverStarted().then(() => process.kill(pid, signal));
      });
      expect(result.code).toBe(1);
      expect(result.errors[0]).toContain('title=Countersign%3A stopped');
      expect(scene.issues()).toEqual([]);
      expect(scene.orphans()).toEqual([]);
    },
  );
});
