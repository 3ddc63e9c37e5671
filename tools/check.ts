import { resolve } from 'node:path';
import { checkPackage } from './check/package-contents.ts';
import { checkRebuild } from './check/rebuild.ts';
import { commandStep, fenceStep, type Step } from './check/step.ts';
import { runSteps } from './check/run-steps.ts';
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

const holds = await runSteps(steps, (line) => console.log(line));
process.exitCode = holds ? await runInForeground('npm', ['test', '--silent'], root) : 1;
