import { expect, it } from 'vitest';
import { archives } from '../../tools/fence/archives.ts';
import { faultsOf } from './planted.ts';

it.each([
  ['an answer that is inflated', 'lib/adapters/mcp-client/a.ts', "import { inflateSync } from 'node:zlib';"],
  ['a package that reads archives', 'action/a.ts', "import { open } from 'yauzl';"],
  ['one that is loaded late', 'app/a.ts', "export const zip = () => import('adm-zip');"],
  [
    'a packer that unpacks',
    'lib/adapters/artifact/archive.ts',
    "import { createInflateRaw } from 'node:zlib';\nexport const unpack = createInflateRaw;",
  ],
])('FS-04: whatever reads an archive is found: %s', (_, path, text) => {
  expect(faultsOf(archives, { [path]: text })).toHaveLength(1);
});

it('FS-04: the record’s own codec may inflate, and the artifact may deflate', () => {
  const files = {
    'lib/adapters/record/codec.ts': "import { inflateRawSync } from 'node:zlib';",
    'lib/adapters/artifact/archive.ts': "import { createDeflateRaw } from 'node:zlib';",
  };
  expect(faultsOf(archives, files)).toEqual([]);
});
