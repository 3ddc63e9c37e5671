import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createStage, type Place } from '../../../lib/adapters/bundle/stage.ts';
import type { BundleServer } from '../../../lib/core/bundle/bundle.ts';
import { bundleOf, written } from '../../core/bundle/written.ts';

const root = mkdtempSync(join(tmpdir(), 'access-'));
const token = 'ghs_canary0123456789abcdefghijklmnopqrstuv';

afterAll(() => rmSync(root, { recursive: true, force: true }));

const servers: readonly BundleServer[] = [
  { id: 'reads', source: { builtin: 'github' }, arguments: [], environment: [], tools: ['commit'] },
  { id: 'ops', source: { builtin: 'ops' }, arguments: [], environment: [], tools: ['service-status'] },
  { id: 'github', source: { package: 'other', bin: null }, arguments: [], environment: [], tools: ['x'] },
];

test('RU-09: the job’s token is given to our own server github alone, by what it is and not by its name', async () => {
  const folder = join(root, 'node_modules', 'other');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"bin":"bin.js"}');
  writeFileSync(join(folder, 'bin.js'), '');
  const place: Place = {
    workspace: root,
    temp: root,
    environment: { PATH: '/usr/bin', GITHUB_TOKEN: token },
    secrets: new Map(),
    builtin: (name) => join(root, `${name}.js`),
    github: { apiUrl: 'https://api.github.com', repository: 'acme/payments', token },
  };
  const stage = await createStage({ bundle: { ...bundleOf(written), servers }, files: [] }, place);
  const launches = await stage.launches();
  if (!launches.ok) throw new Error(launches.fault.what);
  const holding = launches.value.filter((launch) => JSON.stringify(launch).includes(token));
  expect(holding.map(({ server }) => server)).toEqual(['reads']);
  expect(holding[0]).toMatchObject({
    environment: {
      READ_API_URL: 'https://api.github.com',
      READ_REPOSITORY: 'acme/payments',
      READ_TOKEN: token,
    },
  });
  expect(JSON.stringify(launches.value)).not.toContain('GITHUB_TOKEN');
  await stage.remove();
});
