import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, runOrThrow } from '../run.ts';
import type { Outcome } from './judge.ts';

/** One scenario at one revision. */
export interface Pair {
  readonly scenario: string;
  readonly revision: string;
}

const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const client = 'test/conformance/client.ts';

/** Every scenario for clients with every revision that it is for, as the suite itself lists them. */
export async function listPairs(root: string): Promise<readonly Pair[]> {
  const text = await runOrThrow(process.execPath, [program, 'list'], root);
  const [, part = ''] = /^Client scenarios.*\n((?: .*\n)+)/m.exec(text) ?? [];
  const pairs = [...part.matchAll(/^ +- (\S+) \[([^\]]+)\]$/gm)].flatMap(
    ([, scenario = '', revisions = '']) => revisions.split(',').map((revision) => ({ scenario, revision })),
  );
  if (pairs.length === 0) throw new Error('the suite lists no scenarios for clients');
  return pairs;
}

/** Runs them, as many at once as there are processors: each waits as much as it works. */
export async function performPairs(
  root: string,
  pairs: readonly Pair[],
  tell: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const waiting = [...pairs];
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let pair = waiting.shift(); pair !== undefined; pair = waiting.shift()) {
      const outcome = await perform(root, pair);
      tell(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

async function perform(root: string, { scenario, revision }: Pair): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const which = revision === 'extension' ? [] : ['--spec-version', revision];
    const { code, output } = await run(
      process.execPath,
      // The suite gives this line to a shell; neither part of it has a space.
      [
        program,
        'client',
        '--command',
        `${process.execPath} ${client}`,
        '--scenario',
        scenario,
        ...which,
        '-o',
        folder,
      ],
      root,
    );
    const file = (await readdir(folder, { recursive: true })).find((name) => name.endsWith('checks.json'));
    if (file === undefined) throw new Error(`${scenario} at ${revision} left no checks:\n${output}`);
    const checks = readChecks(await readFile(join(folder, file), 'utf8'));
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    const ids = failed.length > 0 ? failed.map(({ id }) => id) : code === 0 ? [] : ['client'];
    return {
      scenario,
      revision,
      passed,
      // A scenario that checked nothing has not been passed.
      failed: passed + ids.length === 0 ? ['none'] : [...new Set(ids)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Check {
  readonly id: string;
  readonly status: string;
}

function readChecks(text: string): readonly Check[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || !value.every(isCheck)) throw new Error('the suite wrote no list of checks');
  return value;
}

function isCheck(value: unknown): value is Check {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'status' in value &&
    typeof value.status === 'string'
  );
}
