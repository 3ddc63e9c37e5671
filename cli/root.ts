import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The package's folder: of a checkout, or of the installed package. The sources and the emitted files lie at different depths in it. */
export const root: string = findRoot(import.meta.dirname);

/** The package's version. */
export function version(): string {
  const found = /"version":\s*"([^"]+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1];
  return found ?? 'unknown';
}

function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    // `dist/` has a package.json of its own, which names no package.
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"name": "countersign"'))
      return folder;
    if (dirname(folder) === folder) throw new Error('countersign: its own package.json was not found');
  }
}
