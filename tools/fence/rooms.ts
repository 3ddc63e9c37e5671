import { sourceOf, type Import } from './source.ts';
import type { Fault, Fence, Tree } from './tree.ts';

/** Shells do not know one another; service, adapters and core never know a shell. */
const shells = ['action', 'app', 'cli', 'mcp'] as const;

/** The one import between shells: the App mounts the handler that the MCP server exports. */
const mounts = { from: 'app/main.ts', to: /^mcp\/[\w-]+\.ts$/ } as const;

/** The one file of the core that may use a part of Node, and which. */
const coreUses = { from: 'lib/core/json/digest.ts', to: 'node:crypto' } as const;

/** Imports go one way: shells → service, adapters, core; service → core; adapters → core; core → itself. */
export const rooms: Fence = {
  name: 'Imports go one way',
  check: (tree) => {
    const faults: Fault[] = [];
    let looked = 0;
    for (const path of shipped(tree)) {
      for (const use of sourceOf(tree, path).imports) {
        looked += 1;
        const what = use.relative ? judgeFile(tree, path, use.to) : judgePackage(path, use);
        if (what !== null) faults.push({ file: path, line: use.line, what });
      }
    }
    return { looked, faults };
  },
};

/** The sources that are shipped. Tests, tools and benchmarks may import whatever they want. */
export function shipped(tree: Tree): readonly string[] {
  return tree.paths.filter((path) => path.endsWith('.ts') && roomOf(path) !== null);
}

/** `lib/core`, `lib/service`, `lib/adapters/<name>`, a shell, or null for a file that is not shipped. */
export function roomOf(path: string): string | null {
  const [first = '', second = '', third = ''] = path.split('/');
  if (first === 'lib') return second === 'adapters' ? `lib/adapters/${third}` : `lib/${second}`;
  return shells.find((shell) => shell === first) ?? null;
}

function judgeFile(tree: Tree, from: string, to: string): string | null {
  if (!tree.paths.includes(to)) return `imports ${to}, which is not in the project`;
  const here = roomOf(from);
  const there = roomOf(to);
  if (there === null) return `imports ${to}, which is not shipped`;
  if (here === there || there === 'lib/core') return null;
  if (here === 'lib/core' || here === 'lib/service') return `${here} may import lib/core only, not ${to}`;
  if (here?.startsWith('lib/adapters/') === true) return `an adapter may import lib/core only, not ${to}`;
  if (there.startsWith('lib/')) return null;
  if (from === mounts.from && mounts.to.test(to)) return null;
  return `shells do not import one another: ${to}`;
}

function judgePackage(from: string, { to }: Import): string | null {
  const here = roomOf(from);
  if (here === 'lib/core') {
    return from === coreUses.from && to === coreUses.to
      ? null
      : `the core imports nothing from outside, not ${to}`;
  }
  return here === 'lib/service' ? `the service imports the core only, not ${to}` : null;
}
