import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from './ship/compose.ts';
import { digestInputs } from './ship/inputs.ts';
import { alone } from './ship/lock.ts';

// Builds the shipped files into `dist/` (or `--out <folder>` under the checkout). With `--if-stale`,
// only when a source or the lock changed since the last build. Prints one line.

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean' }, out: { type: 'string' } } });
const out = resolve(root, values.out ?? 'dist');
const stamp = join(
  root,
  'build',
  `stamp${values.out === undefined ? '' : `-${values.out.replaceAll(/\W/g, '-')}`}`,
);

try {
  console.log(await alone(join(root, 'build'), build));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function build(): Promise<string> {
  const startedAt = performance.now();
  const inputs = digestInputs(root);
  if (values['if-stale'] === true && isBuilt(inputs)) return `build: ${values.out ?? 'dist'} is up to date`;
  rmSync(stamp, { force: true });
  await compose(root, out);
  writeFileSync(stamp, inputs);
  return `build: ${values.out ?? 'dist'} done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

function isBuilt(inputs: string): boolean {
  return existsSync(join(out, 'package.json')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
}
