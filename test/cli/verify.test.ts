import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usage } from '../../cli/commands.ts';
import { exportCommand } from '../../cli/export.ts';
import { trustedKeys } from '../../cli/verify/keys.ts';
import { readTarget } from '../../cli/verify/target.ts';
import { verify } from '../../cli/verify/verify.ts';
import { renderExport } from '../../lib/core/export/render.ts';
import { close, listen } from '../support/loopback.ts';
import { signerOf } from '../support/signing.ts';
import { appId, wholeRun } from '../support/whole-run.ts';

const signer = signerOf(7);
const run = wholeRun();
const exported = renderExport({ record: run.record, entries: run.entries, appId }, signer);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'verify-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A file in a folder of its own. */
function file(text: string | Uint8Array): string {
  const path = join(folder(), 'run.jsonl');
  writeFileSync(path, text);
  return path;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function ran(target: string, twist: Partial<Parameters<typeof verify>[0]> = {}): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const order = {
    target,
    keys: [signer.keyId],
    app: null,
    sealKey: null,
    json: false,
    environment: {},
    ...twist,
  };
  const code = await verify(order, { out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, out: out.join(''), err: err.join('') };
}

test('an export that verifies ends with 0, a line for each check and a sentence', async () => {
  const { code, out, err } = await ran(file(exported));
  expect([code, err]).toEqual([0, '']);
  expect(out.match(/^ {2}pass {2}/gm)).toHaveLength(12);
  expect(out).toContain('  pass  approvers         1 of 1 distinct: octo-kim (1002)');
  expect(out).toContain('attested: who commented when, and their role then, by the App');
  expect(out).toContain('verify: pass (15 entries). The record is whole, and it says: completed.');
});

test('an export with a changed entry ends with 1, and names the entry', async () => {
  const { code, out } = await ran(file(exported.replace('"have":1', '"have":2')));
  expect(code).toBe(1);
  expect(out).toContain('  FAIL  chain             entry 6: an entry does not fit its digest');
  expect(out).toContain('Next: rely on nothing in this file');
});

test('a file that is no export, or no text, ends with 1 and the line where it stops reading', async () => {
  const cut = await ran(file(exported.slice(0, 5000)));
  expect([cut.code, cut.out]).toEqual([1, expect.stringContaining('stops reading as an export at line 1')]);
  expect((await ran(file(new Uint8Array([0xff, 0x0a])))).code).toBe(1);
});

test('an export that no key was given for ends with 3, and says what to give', async () => {
  const { code, out } = await ran(file(exported), { keys: [] });
  expect(code).toBe(3);
  expect(out).toContain('verify: cannot say.');
  expect(out).toContain('Next: give the App’s key: --key');
});

test('an export by another key ends with 1, unless that key is given', async () => {
  const other = signerOf(8);
  const strange = file(renderExport({ record: run.record, entries: run.entries, appId }, other));
  expect((await ran(strange)).code).toBe(1);
  expect((await ran(strange, { keys: [other.keyId] })).code).toBe(0);
});

test('with --json there is one object, for machines, with every finding and its basis', async () => {
  const { code, out } = await ran(file(exported), { json: true });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    answer: 'pass',
    source: 'export',
    run: '701-8809-1-01234567',
    hash: run.read.hash,
    state: 'completed',
    entries: 15,
    findings: [
      { check: 'signature', answer: 'pass', code: 'ok', seq: null, attested: null },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      { check: 'state' },
    ],
  });
});

test('a run that is rejected, and one whose outcome is not known, say so', async () => {
  const rejected = wholeRun(() => [], {}, true);
  const waiting = file(renderExport({ record: rejected.record, entries: rejected.entries, appId }, signer));
  expect((await ran(waiting)).out).toContain('and it says: awaiting approval.');
});

test('what can’t be followed ends with 2', async () => {
  for (const [target, twist, what] of [
    ['nowhere.jsonl', {}, 'there is no file at nowhere.jsonl'],
    [folder(), {}, 'that can be read'],
    ['https://github.com/acme/payments/pull/7', {}, 'is not the address of an issue'],
    ['https://evil.example/acme/payments/issues/7', {}, 'set GITHUB_SERVER_URL'],
    [
      'https://ghes.example/acme/payments/issues/7',
      { environment: { GITHUB_API_URL: 'https://api.github.com' } },
      'set GITHUB_SERVER_URL',
    ],
    [file(exported), { app: '7' }, '--app is for issues'],
    [file(exported), { sealKey: 'x' }, '--seal-key is for issues'],
    [file(exported), { keys: ['nowhere.json'] }, 'there is no key at nowhere.json'],
    [file(exported), { keys: [file('{}')] }, 'holds no Ed25519 key'],
    [file(exported), { keys: [file('no json')] }, 'holds no Ed25519 key'],
    [file(exported), { keys: ['http://keys.example/jwks.json'] }, 'over https'],
    [file(exported), { keys: ['https://'] }, 'over https'],
  ] as const) {
    const { code, out, err } = await ran(target, twist);
    expect([what, code, out]).toEqual([what, 2, '']);
    expect(err).toContain(what);
  }
});

test('a seal’s key that is too short, or not there, is told', async () => {
  const issue = 'http://127.0.0.1:9/acme/payments/issues/7';
  const environment = { GITHUB_API_URL: 'http://127.0.0.1:9' };
  for (const sealKey of [file('short'), 'nowhere'])
    expect(await ran(issue, { environment, sealKey })).toMatchObject({
      code: 2,
      err: expect.stringContaining('the seal’s key in'),
    });
});

test('GitHub that does not answer is neither pass nor fail', async () => {
  const issue = 'http://127.0.0.1:9/acme/payments/issues/7';
  const { code, err } = await ran(issue, { environment: { GITHUB_API_URL: 'http://127.0.0.1:9/' } });
  expect(code).toBe(3);
  expect(err).toContain('verify: cannot say. GitHub could not be asked');
  expect(err).toContain('set GITHUB_TOKEN');
});

test('the App’s key set is read from a file and from a server', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/jwks.json' ? 200 : 404;
    response.end(JSON.stringify(signer.jwks()));
  });
  const at = await listen(server);
  onTestFinished(() => close(server));
  for (const place of [`${at}/jwks.json`, file(JSON.stringify(signer.jwks()))])
    expect((await trustedKeys([place])).keys.map(({ kid }) => kid)).toEqual([signer.keyId]);
  await expect(trustedKeys([`${at}/other`])).rejects.toThrow('answered 404');
  await expect(trustedKeys(['http://127.0.0.1:9/jwks.json'])).rejects.toThrow('does not answer');
});

test('an issue’s address is taken whole or not at all', () => {
  expect(readTarget('https://github.com/acme/payments/issues/7')).toEqual({
    kind: 'issue',
    host: 'https://github.com',
    repository: 'acme/payments',
    issueNumber: 7,
  });
  expect(readTarget('https://github.com/acme/payments/issues/7#issuecomment-1')?.kind).toBe('issue');
  for (const other of [
    'https://github.com/acme/payments/issues',
    'https://github.com/acme/payments/issues/7/x',
    'https://user:word@github.com/acme/payments/issues/7',
    'https://github.com/acme/payments/issues/07',
    'https://',
  ])
    expect(readTarget(other)).toBeNull();
  expect(readTarget('run.jsonl')).toEqual({ kind: 'file', path: 'run.jsonl' });
});

test('the command itself reads its flags, and ends with the exit code', () => {
  const main = join(import.meta.dirname, '../../cli/main.ts');
  const spawned = (...given: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...given], { encoding: 'utf8' });
    return { code: status ?? -1, out: stdout, err: stderr };
  };
  const path = file(exported);
  expect(spawned('verify', path, `--key=${signer.keyId}`)).toMatchObject({ code: 0, err: '' });
  expect(spawned('verify', path)).toMatchObject({ code: 3 });
  for (const command of ['verify', 'export'])
    expect(spawned(command, '--help')).toEqual({ code: 0, out: usage(), err: '' });
  expect(spawned('verify').err).toContain('verify takes one file or the address of one issue');
  expect(spawned('verify', path, '--app', 'x').err).toContain('--app takes the App’s number');
  expect(spawned('verify', path, '--fast')).toMatchObject({ code: 2 });
  expect(spawned('export').err).toContain('export takes one run or one whole hash');
});

test('an export needs the App’s number, its key and a ledger, and makes none of them', async () => {
  const data = folder();
  const told = async (environment: Record<string, string>): Promise<Ran> => {
    const err: string[] = [];
    const order = { run: 'x', out: null, environment };
    const code = await exportCommand(order, { out: () => undefined, err: (text) => err.push(text) });
    return { code, out: '', err: err.join('') };
  };
  expect(await told({})).toMatchObject({ code: 2, err: expect.stringContaining('set APP_ID') });
  expect(await told({ APP_ID: '7', COUNTERSIGN_DATA: data })).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no signing key'),
  });
  expect(() => statSync(join(data, 'signing-key.pem'))).toThrow('ENOENT');
});
