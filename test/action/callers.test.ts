import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inputs, states } from '../../action/contract.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly permissions: object; readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const files = [
  '.github/workflows/countersign.yml',
  ...globSync('workflows/*/caller.yml').filter((file) =>
    /uses: (?:\.\/|your-organisation\/countersign@)/.test(readFileSync(file, 'utf8')),
  ),
];

describe.each(files)('%s', (file) => {
  const { jobs }: Workflow = parse(readFileSync(file, 'utf8'));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const ours = steps.filter(({ uses = '' }) => uses === './' || uses.startsWith('your-organisation/'));

  it('gives the Action inputs that it has, and each that it must have', () => {
    expect(ours).toHaveLength(1);
    const given = Object.keys(ours[0]?.with ?? {});
    expect(given.filter((name) => !Object.hasOwn(inputs, name))).toEqual([]);
    const needed = Object.entries(inputs).flatMap(([name, { fallback }]) =>
      fallback === null ? [name] : [],
    );
    expect(needed.filter((name) => !given.includes(name))).toEqual([]);
  });
});

it('every state that the main step leaves is one that the post step reads', () => {
  const text = readFileSync('action/leavings.ts', 'utf8');
  for (const name of Object.keys(states)) {
    expect(text).toContain(`save('${name}'`);
    expect(text).toContain(`getState('${name}'`);
  }
});
