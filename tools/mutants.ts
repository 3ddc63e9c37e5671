import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sourceOf } from './fence/source.ts';
import { treeOf } from './fence/tree.ts';
import { mutantsOf, type Mutant } from './mutants/mutate.ts';

// Changes one condition, operator or literal of what decides about approvals at a time, and runs the tests on it:
// each such mutant should turn one red. Words are paths to look at (default: all of approval and policy); `--every 10
// --from 3` takes each tenth mutant from the fourth on. Exit code 1: fewer than 90 of 100 were noticed.

/** Which folder's tests must notice a change in a folder. */
const rooms: ReadonlyMap<string, readonly string[]> = new Map([
  ['lib/core/approval/', ['test/core/approval']],
  ['lib/core/policy/', ['test/core/policy', 'test/core/approval/terms.test.ts']],
]);

const atLeast = 0.9;

/** A run takes some seconds; one that takes this long does not end. */
const longestMs = 60_000;

const workers = 2;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { every: { type: 'string', default: '1' }, from: { type: 'string', default: '0' } },
  });
  const root = resolve(import.meta.dirname, '..');
  const paths = [...rooms.keys()].flatMap((room) =>
    readdirSync(join(root, room))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${room}${name}`),
  );
  const chosen = paths.filter(
    (path) => positionals.length === 0 || positionals.some((word) => path.startsWith(word)),
  );
  const all = chosen.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return mutantsOf(sourceOf(treeOf({ [path]: text }), path), text);
  });
  const [every, from] = [Number(values.every), Number(values.from)];
  const taken = all.filter((_, index) => index % every === from % every);
  if (taken.length === 0) throw new Error('mutants: there is nothing to change');
  console.log(`mutants: ${taken.length} of ${all.length}, in ${chosen.length} files`);
  for (const path of new Set(taken.map((mutant) => mutant.path)))
    if (!(await passes(root, path, join(root, path))))
      throw new Error(`mutants: ${path} as it is fails its tests`);
  const survivors = await survivorsOf(root, taken);
  for (const { path, line, what } of survivors) console.log(`NOT NOTICED ${path}:${line}: ${what}`);
  const noticed = taken.length - survivors.length;
  console.log(`${noticed} of ${taken.length} noticed, ${((100 * noticed) / taken.length).toFixed(1)} %`);
  return noticed / taken.length >= atLeast ? 0 : 1;
}

async function survivorsOf(root: string, mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const left = mutants.map((mutant, index) => ({ mutant, file: join(folder, `${index}.ts`) }));
  const survivors: Mutant[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      writeFileSync(next.file, next.mutant.text);
      if (await passes(root, next.mutant.path, next.file)) survivors.push(next.mutant);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return survivors;
}

/** Whether the tests pass in spite of the change. */
function passes(root: string, path: string, file: string): Promise<boolean> {
  const room = [...rooms].find(([folder]) => path.startsWith(folder));
  const args = ['run', '--config', 'tools/mutants/vitest.config.ts', '--root', root, ...(room?.[1] ?? [])];
  const env = { ...process.env, MUTANT_OF: join(root, path), MUTANT: file };
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: root,
      env,
      stdio: 'ignore',
      timeout: longestMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', failed);
    child.once('close', (code) => done(code === 0));
  });
}

process.exitCode = await main();
