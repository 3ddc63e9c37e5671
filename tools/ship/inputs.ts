import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose sources are shipped, and the tool that ships them. */
const folders = ['action', 'app', 'cli', 'lib', 'mcp', 'tools/ship'];

/** Files that decide how the sources become JavaScript, and which packages are bundled. */
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'tools/build.ts'];

/**
 * Digest over names and contents of everything that the build reads. Contents, not times: a fresh clone,
 * a touched file and a switch of branches and back say the same as before.
 */
export function digestInputs(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const name of [...folders.flatMap((folder) => sourcesUnder(root, folder)), ...files].toSorted()) {
    const text = readFileSync(join(root, name));
    hash.update(`\0${name}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex');
}

function sourcesUnder(root: string, folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`);
  } catch {
    return []; // A folder that the house does not have (yet) has no sources.
  }
}
