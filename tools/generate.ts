import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTree } from './fence/tree.ts';
import { actionPage } from './generate/action.ts';
import { bundleSchemaFile } from './generate/bundle-schema.ts';
import { policySchemaFile } from './generate/policy-schema.ts';
import { commandsPage } from './generate/commands.ts';
import { eventsPage } from './generate/events.ts';
import { glossaryPage } from './generate/glossary.ts';
import type { Part } from './generate/part.ts';
import { refusalsPage } from './generate/refusals.ts';
import { statesPage } from './generate/states.ts';
import { threatsPage } from './generate/threats.ts';
import { openapiSubset } from './openapi.ts';

// Writes the committed parts that come from the sources. With `--check` it compares instead, and ends
// with 1 when a part is not what the sources say.

const openapi: Part = { path: 'test/github/openapi.json', make: openapiSubset };
const parts: readonly Part[] = [
  statesPage,
  refusalsPage,
  eventsPage,
  actionPage,
  commandsPage,
  glossaryPage,
  threatsPage,
  bundleSchemaFile,
  policySchemaFile,
  openapi,
];

const root = resolve(import.meta.dirname, '..');
const tree = readTree(root);
const differing = parts.filter(({ path, make }) => {
  const file = join(root, path);
  const text = make(tree);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  return true;
});

for (const { path } of differing)
  console.log(`${path} ${process.argv.includes('--check') ? 'differs' : 'written'}`);
if (process.argv.includes('--check') && differing.length > 0) {
  console.error('Run `npm run generate` and commit what it writes.');
  process.exitCode = 1;
}
