import { resolve } from 'node:path';
import { checkPackage } from './check/package-contents.ts';
import { checkRebuild } from './check/rebuild.ts';
import { commandStep, fenceStep, type Step } from './check/step.ts';
import { checkWorkflows } from './check/workflow-files.ts';
import { fences } from './fence/all.ts';
import { readTree } from './fence/tree.ts';
import { runInForeground } from './run.ts';

// The gate. Every step is a sentence about the project that must be true; the first that is not ends it.
// `npm test` comes last, and its closing line is the last line printed.

const root = resolve(import.meta.dirname, '..');
const tree = readTree(root);

const steps: readonly Step[] = [
  commandStep(root, 'Every file is formatted', 'oxfmt', ['--check']),
  commandStep(root, 'The types hold', 'tsc', ['-p', '.']),
  commandStep(root, 'Lint finds nothing', 'oxlint', ['--deny-warnings']),
  commandStep(root, 'Nothing is unused', 'knip', ['--no-progress']),
  ...fences.map((fence) => fenceStep(tree, fence)),
  commandStep(root, 'The docs are in sync with the sources', process.execPath, [
    'tools/generate.ts',
    '--check',
  ]),
  { name: 'Workflow files are valid', faults: () => checkWorkflows(tree) },
  { name: 'The shipped files rebuild byte for byte', faults: () => checkRebuild(root) },
  { name: 'The package holds what it should, and nothing else', faults: () => checkPackage(root) },
];

process.exitCode = (await holds()) ? await runInForeground('npm', ['test', '--silent'], root) : 1;

async function holds(): Promise<boolean> {
  const startedAt = performance.now();
  for (const { name, faults } of steps) {
    const stepStartedAt = performance.now();
    const found = await faults();
    const time = `${((performance.now() - stepStartedAt) / 1000).toFixed(1)} s`;
    console.log(`${found.length === 0 ? '✓' : '✗'} ${name.padEnd(78)} ${time.padStart(7)}`);
    if (found.length > 0) {
      console.error(`\n${found.join('\n')}\n\nThis does not hold: ${name}.`);
      return false;
    }
  }
  console.log(
    `\nAll ${steps.length} hold, after ${((performance.now() - startedAt) / 1000).toFixed(0)} s. The tests:\n`,
  );
  return true;
}
