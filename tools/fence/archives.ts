import { shipped } from './rooms.ts';
import { sourceOf } from './source.ts';
import type { Fault, Fence } from './tree.ts';

/** What may use compression: our own record is unpacked, to a size that it names; an artifact is only packed. */
const unpacks = 'lib/adapters/record/codec.ts';
const packs = 'lib/adapters/artifact/archive.ts';

/** Packages that read archives, and Node's own way. */
const reads =
  /^(?:node:zlib|zlib|unzipper|node-stream-zip|extract-zip|yauzl|adm-zip|jszip|fflate|pako|decompress|tar|tar-stream|tar-fs)$/;
const unpacking = /inflate|unzip|gunzip|decompress/i;

/** Nothing that ships reads an archive: no bomb, no path out of a folder, no doubled name can come with one. */
export const archives: Fence = {
  name: 'Only our own record is ever unpacked',
  check: (tree) => {
    const files = shipped(tree);
    const faults = files.flatMap((file): readonly Fault[] =>
      sourceOf(tree, file)
        .imports.filter(({ to }) => reads.test(to))
        .filter(() => file !== unpacks && (file !== packs || unpacking.test(tree.text(file))))
        .map(({ to, line }) => ({ file, line, what: `${to} reads archives, and only ${unpacks} unpacks` })),
    );
    return { looked: files.length, faults };
  },
};
