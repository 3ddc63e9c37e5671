import { judge, treeOf, type Fence, type Tree } from '../../tools/fence/tree.ts';

/** What a fence says of some files: `file:line what`, one each. */
export function faultsOf(
  fence: Fence,
  files: Readonly<Record<string, string>>,
  below?: Tree,
): readonly string[] {
  return judge(fence, treeOf(files, below)).faults.map(({ file, line, what }) => `${file}:${line} ${what}`);
}
