import { missing } from './missing.ts';
import { literal, sourceOf, walk } from './source.ts';
import type { Fault, Fence } from './tree.ts';

const reader = 'app/settings.ts';

/** Places that tell an operator which settings there are. */
const places = ['.env.example', 'docs/operating.md'] as const;

/** Every variable that the App reads is explained, and every variable that is explained is read. */
export const settings: Fence = {
  name: 'The settings explained are the settings read',
  check: (tree) => {
    const read = new Set<string>();
    walk(sourceOf(tree, reader).program, (node) => {
      const text = literal(node);
      if (text !== null && isVariable(text)) read.add(text);
    });
    const faults = places.flatMap((file): readonly Fault[] => {
      const text = tree.text(file);
      const told = new Set(
        file === '.env.example'
          ? [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
          : [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name = '']) => name),
      );
      return [
        ...missing(read, told).map((name) => ({
          file,
          line: 1,
          what: `${name} is read and not explained`,
        })),
        ...missing(told, read).map((name) => ({
          file,
          line: 1,
          what: `${name} is explained and not read`,
        })),
      ];
    });
    return { looked: read.size, faults };
  },
};

/** Names of variables hold an underline, but for a few old ones. */
function isVariable(text: string): boolean {
  return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text) || text === 'PORT' || text === 'HOST';
}
