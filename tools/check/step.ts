import { judge, type Fence, type Tree } from '../fence/tree.ts';
import { run } from '../run.ts';

/** One thing that must hold. Its name is a sentence that is true when it passes. */
export interface Step {
  readonly name: string;
  /** Every reason why it does not hold. */
  readonly faults: () => Promise<readonly string[]>;
}

/** A step that a command judges: its exit code decides, and its output says why. */
export function commandStep(root: string, name: string, command: string, options: readonly string[]): Step {
  return {
    name,
    faults: async () => {
      const { code, output } = await run(command, options, root);
      return code === 0 ? [] : [output.trim() || `${command} ended with ${code}`];
    },
  };
}

/** A step that a fence judges. */
export function fenceStep(tree: Tree, fence: Fence): Step {
  return {
    name: fence.name,
    faults: async () => judge(fence, tree).faults.map(({ file, line, what }) => `${file}:${line} ${what}`),
  };
}
