import type { Step } from './step.ts';

/** Runs steps in order until one does not hold, tells each with its time, and says whether all hold. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<boolean> {
  const startedAt = performance.now();
  for (const { name, faults } of steps) {
    const stepStartedAt = performance.now();
    const found = await faultsOf(faults);
    print(`${found.length === 0 ? '✓' : '✗'} ${name.padEnd(78)} ${seconds(stepStartedAt, 1).padStart(7)}`);
    if (found.length > 0) {
      print(`\n${found.join('\n')}\n\nThis does not hold: ${name}.`);
      return false;
    }
  }
  print(`\nAll ${steps.length} hold, after ${seconds(startedAt, 0)}. The tests:\n`);
  return true;
}

/** A step that can't be judged does not hold. */
async function faultsOf(judge: Step['faults']): Promise<readonly string[]> {
  try {
    return await judge();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function seconds(since: number, digits: number): string {
  return `${((performance.now() - since) / 1000).toFixed(digits)} s`;
}
