import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOrThrow } from '../run.ts';

/** What is bundled into one folder with its libraries: the entry under `build/`, and the folder under `dist/`. */
const bundles = [
  { entry: 'action/main', folder: 'action' },
  { entry: 'action/ops/main', folder: 'ops' },
  { entry: 'action/github/main', folder: 'github' },
  { entry: 'action/post', folder: 'post' },
] as const;

/** Rooms that are shipped as emitted JavaScript, beside the packages that npm installs. */
const rooms = ['app', 'cli', 'lib'] as const;

/**
 * Emits the sources to `build/` and composes the shipped files in `out`, which is replaced as a whole.
 * The same sources and lock give the same bytes; ncc must run from the root for that.
 */
export async function compose(root: string, out: string): Promise<void> {
  const emitted = join(root, 'build', 'js');
  const staged = join(root, 'build', 'staged');
  for (const folder of [emitted, staged]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });

  await runOrThrow(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', 'build/js'],
    root,
  );
  writeFileSync(join(staged, 'package.json'), '{ "type": "module" }\n');
  for (const room of rooms) {
    cpSync(join(emitted, room), join(staged, room), { recursive: true });
  }
  // One after the other would take twice as long.
  await Promise.all(
    bundles.map(({ entry, folder }) => bundle(root, `build/js/${entry}.js`, `build/staged/${folder}`)),
  );
  replace(staged, out);
}

async function bundle(root: string, entry: string, folder: string): Promise<void> {
  const ncc = 'node_modules/@vercel/ncc/dist/ncc/cli.js';
  const options = ['build', entry, '--out', folder, '--license', 'licenses.txt', '--no-cache', '--quiet'];
  await runOrThrow(process.execPath, [ncc, ...options], root);
}

/** Whoever reads `out` meanwhile sees the old files, for a moment between two renames none, or the new ones: never a mixture. */
function replace(staged: string, out: string): void {
  const old = `${staged}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(out)) renameSync(out, old);
  mkdirSync(join(out, '..'), { recursive: true });
  renameSync(staged, out);
  rmSync(old, { recursive: true, force: true });
}
