import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runSteps } from '../../tools/check/run-steps.ts';
import { commandStep, type Step } from '../../tools/check/step.ts';

const root = resolve(import.meta.dirname, '..', '..');
const good: Step = { name: 'This is so', faults: () => Promise.resolve([]) };

/** Runs steps and collects what is printed. */
async function told(steps: readonly Step[]): Promise<{ readonly holds: boolean; readonly text: string }> {
  const lines: string[] = [];
  const holds = await runSteps(steps, (line) => lines.push(line));
  return { holds, text: lines.join('\n') };
}

test('steps that hold are told as sentences', async () => {
  const { holds, text } = await told([good, { ...good, name: 'That is so' }]);
  expect(holds).toBe(true);
  expect(text).toMatch(/✓ This is so .* s\n✓ That is so .* s\n\nAll 2 hold/);
});

test('the first step that does not hold says why, and ends the gate', async () => {
  let ran = 0;
  const later: Step = { name: 'Never asked', faults: () => Promise.resolve([String((ran += 1))]) };
  const { holds, text } = await told([
    good,
    { name: 'Nothing leaks', faults: () => Promise.resolve(['a:1 leaks']) },
    later,
  ]);
  expect(holds).toBe(false);
  expect(ran).toBe(0);
  expect(text).toContain('✗ Nothing leaks');
  expect(text).toContain('a:1 leaks\n\nThis does not hold: Nothing leaks.');
  expect(text).not.toContain('Never asked');
});

test('a step that throws does not hold', async () => {
  const { holds, text } = await told([
    { name: 'It reads', faults: () => Promise.reject(new Error('no such file')) },
  ]);
  expect(holds).toBe(false);
  expect(text).toContain('no such file');
});

test('a command decides by its exit code, and its output says why', async () => {
  const step = (code: number): Step =>
    commandStep(root, 'It ends well', process.execPath, [
      '-e',
      `console.error('why'); process.exit(${code})`,
    ]);
  expect(await step(0).faults()).toEqual([]);
  expect(await step(3).faults()).toEqual(['why']);
});
