import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord, recordOf } from '../fence/json.ts';
import { runOrThrow } from '../run.ts';

/** What whoever installs the package gets: nothing else may slip in. */
const allowed: readonly RegExp[] = [
  /^(package\.json|README\.md|LICENSE|action\.yml|app\.yml|\.env\.example)$/,
  /^dist\/package\.json$/,
  /^dist\/(action|github|ops|post)\/((\d+\.)?index\.js|licenses\.txt|package\.json)$/,
  /^dist\/(app|cli|lib|mcp)\/[\w./-]+\.js$/,
  /^workflows\/[\w./-]+\.(yml|json|jsonl|md|txt|log)$/,
  /^schema\/[\w.-]+\.schema\.json$/,
  /^skills\/[\w./-]+\.md$/,
];

/** What the package is for. */
const needed: readonly string[] = [
  'README.md',
  'LICENSE',
  'action.yml',
  'app.yml',
  '.env.example',
  'dist/package.json',
  'dist/action/index.js',
  'dist/action/licenses.txt',
  'dist/github/index.js',
  'dist/github/licenses.txt',
  'dist/ops/index.js',
  'dist/ops/licenses.txt',
  'dist/post/index.js',
  'dist/post/licenses.txt',
  'dist/app/main.js',
  'dist/cli/main.js',
];

/** What is wrong with the names of the files in a package. */
export function judgePackage(files: readonly string[]): readonly string[] {
  return [
    ...files
      .filter((file) => !allowed.some((pattern) => pattern.test(file)) || /(^|\/)test\/|\.test\./.test(file))
      .map((file) => `${file} does not belong into the package`),
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing from the package`),
  ];
}

/** Packs without writing, and judges what npm would publish. */
export async function checkPackage(root: string): Promise<readonly string[]> {
  const text = await runOrThrow(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'],
    root,
  );
  const packed: unknown = JSON.parse(text.slice(text.indexOf('[')));
  const files = (Array.isArray(packed) ? packed : []).flatMap((one: unknown) => {
    const list = recordOf(one)['files'];
    return Array.isArray(list) ? list.map((file: unknown) => String(recordOf(file)['path'])) : [];
  });
  if (files.length === 0) return ['npm would publish nothing'];
  const manifest = parseRecord(readFileSync(join(root, 'package.json'), 'utf8'));
  const { messages } = await publint({ pkgDir: root, pack: 'npm', strict: true });
  return [
    ...judgePackage(files),
    ...messages.map((message) => formatMessage(message, manifest) ?? message.code),
  ];
}
