import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyFlags } from '../../cli/commands.ts';
import { renderExport } from '../../lib/core/export/render.ts';
import { checkNames } from '../../lib/core/verify/finding.ts';
import { signerOf } from '../support/signing.ts';
import { appId, wholeRun } from '../support/whole-run.ts';
import { openShell } from './shell.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'verify.md'), 'utf8');
const [, byHand = ''] = page.split('## By hand');
const script = [...byHand.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '').join('');

const run = wholeRun();
const exported = renderExport({ record: run.record, entries: run.entries, appId }, signerOf(7));

/** Follows the page on a file, and answers with what it printed. */
async function follow(
  text: string,
  standIns: boolean,
): Promise<{ readonly out: string; readonly digests: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'by-hand-'));
  const shell = openShell({}, standIns);
  onTestFinished(() => {
    shell.close();
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'run.jsonl');
  writeFileSync(path, text);
  const out = await shell.run(`cp "${path}" run.jsonl\n${script}`, '');
  return { out, digests: shell.file('digests.txt') };
}

test.each([
  ['the machine’s own jq', false],
  ['none', true],
])('an export verifies by hand, as docs/verify.md has it, with %s', async (_, standIns) => {
  const { out, digests } = await follow(exported, standIns);
  expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual([
    run.read.hash,
    createHash('sha256').update(run.record, 'utf8').digest('hex'),
    'Signature',
    '',
  ]);
  expect(out).toContain('Verified Successfully');
  expect(digests).toBe(`${run.entries.map(({ digest }) => digest).join('\n')}\n`);
});

test('an entry that was changed shows by hand', async () => {
  const { digests } = await follow(exported.replace('"have":1', '"have":2'), false);
  expect(digests.match(/^does not fit/gm)).toHaveLength(1);
});

test('a statement that was changed shows by hand', async () => {
  const [first = '', ...rest] = exported.split('\n');
  const envelope: { payload: string } = JSON.parse(first);
  const said = Buffer.from(envelope.payload, 'base64').toString('utf8').replace('completed', 'cancelled');
  const changed = JSON.stringify({ ...envelope, payload: Buffer.from(said).toString('base64') });
  await expect(follow([changed, ...rest].join('\n'), false)).rejects.toThrow();
});

test('the page tells every check and every flag', () => {
  for (const name of checkNames)
    expect(page).toMatch(new RegExp(`^\\| ${name.replaceAll('_', ' ')} \\|`, 'm'));
  for (const flag of Object.keys(verifyFlags)) expect(page).toContain(`| \`--${flag}\` |`);
});
