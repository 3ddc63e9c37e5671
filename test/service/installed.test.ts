import { describe, expect, it } from 'vitest';
import type { InstallationReads, InstalledAccount } from '../../lib/core/port/installations.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { createInstalled, type Installed } from '../../lib/service/installed.ts';

const fault = (status: number | null) => refused({ code: 'unreadable', status, what: 'no' } as const);
const repository = { id: '701', ownerId: '77', name: 'acme/payments' };

interface Scene {
  readonly installed: Installed;
  readonly asked: string[];
  now: number;
  accounts: Awaited<ReturnType<InstallationReads['accounts']>>;
  repository: Awaited<ReturnType<InstallationReads['repository']>>;
}

function sceneOf(all: readonly InstalledAccount[], complete = true): Scene {
  const asked: string[] = [];
  const scene: Scene = {
    asked,
    now: 0,
    accounts: ok({ all, complete }),
    repository: ok('5'),
    installed: createInstalled(
      { now: () => scene.now },
      {
        accounts: async () => {
          asked.push('accounts');
          return scene.accounts;
        },
        repository: async (name) => {
          asked.push(name);
          return scene.repository;
        },
      },
    ),
  };
  return scene;
}

const everywhere: readonly InstalledAccount[] = [{ id: '77', repositories: 'all' }];
const somewhere: readonly InstalledAccount[] = [{ id: '77', repositories: 'selected' }];

describe('where the App is installed', () => {
  it('is asked once for all repositories of an account, and again after ten minutes', async () => {
    const scene = sceneOf(everywhere);
    await scene.installed.begin();
    for (const id of ['701', '702', '703'])
      expect(await scene.installed.on({ ...repository, id })).toBe('installed');
    expect(scene.asked).toEqual(['accounts']);
    scene.now = 600_000;
    scene.accounts = ok({ all: [], complete: true });
    expect(await scene.installed.on(repository)).toBe('not_installed');
  });

  it('is asked once by many at once', async () => {
    const scene = sceneOf(everywhere);
    const begun = scene.installed.begin();
    const answers = await Promise.all([1, 2, 3].map(async () => scene.installed.on(repository)));
    await begun;
    expect(answers).toEqual(['installed', 'installed', 'installed']);
    expect(scene.asked).toEqual(['accounts']);
  });

  it('is asked for a repository where the account chose some', async () => {
    const scene = sceneOf(somewhere);
    expect(await scene.installed.on(repository)).toBe('installed');
    expect(await scene.installed.on(repository)).toBe('installed');
    scene.repository = fault(404);
    expect(await scene.installed.on({ ...repository, id: '702' })).toBe('not_installed');
    expect(scene.asked).toEqual(['accounts', 'acme/payments', 'acme/payments']);
  });

  it('is asked again half a minute after a no', async () => {
    const scene = sceneOf([]);
    expect(await scene.installed.on(repository)).toBe('not_installed');
    scene.accounts = ok({ all: everywhere, complete: true });
    scene.now = 29_999;
    expect(await scene.installed.on(repository)).toBe('not_installed');
    scene.now = 30_000;
    expect(await scene.installed.on(repository)).toBe('installed');
  });

  it('is asked for each repository where there are more accounts than are read', async () => {
    const scene = sceneOf([], false);
    expect(await scene.installed.on(repository)).toBe('installed');
    expect(scene.asked).toEqual(['accounts', 'acme/payments']);
  });

  it('is not known while GitHub does not say', async () => {
    const scene = sceneOf(somewhere);
    scene.repository = fault(500);
    expect(await scene.installed.on(repository)).toBe('unreadable');
    scene.repository = ok('5');
    expect(await scene.installed.on(repository)).toBe('installed');
    const silent = sceneOf(everywhere);
    silent.accounts = fault(null);
    expect(await silent.installed.on(repository)).toBe('unreadable');
  });

  it('forgets the oldest answers beyond ten thousand', async () => {
    const scene = sceneOf(somewhere);
    for (let id = 0; id <= 10_000; id += 1) await scene.installed.on({ ...repository, id: String(id) });
    const before = scene.asked.length;
    await scene.installed.on({ ...repository, id: '10000' });
    expect(scene.asked).toHaveLength(before);
    await scene.installed.on({ ...repository, id: '0' });
    expect(scene.asked).toHaveLength(before + 1);
  });
});
