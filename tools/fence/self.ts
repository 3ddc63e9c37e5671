import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { lineAt, type Fault, type Fence } from './tree.ts';

/** The checkout and the home folder of whoever runs this: no text may name them. */
const here = [resolve(import.meta.dirname, '..', '..'), homedir()].filter(
  (path) => path.split('/').length > 2,
);

/** Folders that exist on somebody's machine only. Runners' `/home/runner` is public knowledge. */
const personal = /\/(?:Users\/\w|home\/(?!runner\b)\w|root\/\w)|\b[A-Z]:\\\\?Users/g;

/** Words for what is not there yet. */
const unfinished = /\b(?:TO[D]O|FIX[M]E|XX[X]|lorem[ ]ipsum)\b/g;

/** The project speaks of itself alone: no machine's paths, no notes to its makers. */
export const self: Fence = {
  name: 'The project speaks of itself alone',
  check: (tree) => {
    const paths = tree.paths.filter(
      (path) => path !== 'package-lock.json' && !path.startsWith('test/vectors/'),
    );
    const faults = paths.flatMap((file): readonly Fault[] => {
      const text = tree.text(file);
      const at = (offset: number, what: string): Fault => ({ file, line: lineAt(text, offset), what });
      return [
        ...here
          .filter((path) => text.includes(path))
          .map((path) => at(text.indexOf(path), 'names this machine’s own path')),
        ...[...text.matchAll(personal)].map(({ index, 0: match }) =>
          at(index, `names a path of one machine: ${match}`),
        ),
        ...[...text.matchAll(unfinished)].map(({ index, 0: match }) => at(index, `is unfinished: ${match}`)),
      ];
    });
    return { looked: paths.length, faults };
  },
};
