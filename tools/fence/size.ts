import type { Fence } from './tree.ts';

/** Files that may be longer, and why. */
const exceptions: ReadonlyMap<string, string> = new Map();

/** The longest file that one reader takes in at once; tests tell stories and may be longer. */
function limitOf(path: string): number | null {
  if (exceptions.has(path)) return null;
  if (path === 'README.md') return 150;
  if (path === 'AGENTS.md') return 120;
  if (!path.endsWith('.ts')) return null;
  return path.startsWith('test/') ? 400 : 250;
}

/** No file is longer than a reader takes in. */
export const size: Fence = {
  name: 'No file is too long to read',
  check: (tree) => {
    const limited = tree.paths.flatMap((path) => {
      const limit = limitOf(path);
      return limit === null ? [] : [{ path, limit, lines: tree.text(path).trimEnd().split('\n').length }];
    });
    const faults = limited
      .filter(({ lines, limit }) => lines > limit)
      .map(({ path, lines, limit }) => ({
        file: path,
        line: limit + 1,
        what: `${lines} lines, at most ${limit}`,
      }));
    return { looked: limited.length, faults };
  },
};
