import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exportCommand } from '../../cli/export.ts';
import { verify } from '../../cli/verify/verify.ts';
import { startHouse, propose, repository, type House, type Opened } from '../scenario/house.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Verifies an issue of the house as anyone would: without the App, without a token. */
async function verified(
  house: House,
  { number }: Opened,
  twist: Partial<Parameters<typeof verify>[0]> = {},
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const order = {
    target: `https://github.com/${repository}/issues/${number}`,
    keys: [],
    app: null,
    sealKey: null,
    json: false,
    environment: { GITHUB_API_URL: house.github.url },
    ...twist,
  };
  const code = await verify(order, { out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, out: out.join(''), err: err.join('') };
}

async function exportTo(house: House, run: string, out: string | null): Promise<Ran> {
  const { settings } = house;
  const [told, err]: [string[], string[]] = [[], []];
  const environment = { APP_ID: settings.appId, COUNTERSIGN_DATA: dirname(settings.ledgerPath) };
  const order = { run, out, environment };
  const code = await exportCommand(order, { out: (text) => told.push(text), err: (text) => err.push(text) });
  return { code, out: told.join(''), err: err.join('') };
}

async function approvedHouse(): Promise<{ readonly house: House; readonly opened: Opened }> {
  const house = await startHouse();
  const opened = await propose(house);
  await house.world.as('kim').comment(repository, opened.number, `/approve ${opened.hash}`);
  await house.settled();
  return { house, opened };
}

test('a run that the App did verifies from its issue, and with the App’s key and number', async () => {
  const { house, opened } = await approvedHouse();
  const plain = await verified(house, opened);
  expect([plain.err, plain.code]).toEqual(['', 0]);
  expect(plain.out).toMatch(/verify: pass \(\d+ entries\)\. The record is whole, and it says: completed\./);
  expect(plain.out).toContain('compare that id with your App’s');
  expect(plain.out).toContain('the issue’s text, and 1 comment, as in the chain');
  const keys = [`${house.app.url}/.well-known/countersign/jwks.json`];
  const full = await verified(house, opened, { keys, app: house.settings.appId });
  expect([full.err, full.code]).toEqual(['', 0]);
  expect(full.out).toContain('which was given');
  expect(house.github.violations).toEqual([]);
});

test('verifying reads, and writes nothing', async () => {
  const { house, opened } = await approvedHouse();
  house.github.resetRequests();
  await verified(house, opened);
  expect(new Set(house.github.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('a run that was refused, asked about and rejected verifies too', async () => {
  const house = await startHouse();
  const opened = await propose(house);
  await house.world.as('dana').comment(repository, opened.number, `/approve ${opened.hash}`);
  await house.world.as('kim').comment(repository, opened.number, '/status');
  await house.world.as('ana').comment(repository, opened.number, `/reject ${opened.hash} not tonight`);
  await house.settled();
  const { code, out } = await verified(house, opened);
  expect(out).toContain('it says: rejected.');
  expect([code, out.includes('and 3 comments, as in the chain')]).toEqual([0, true]);
});

test('an issue that was edited behind its end is found', async () => {
  const { house, opened } = await approvedHouse();
  await house.world.as('kim').editIssue(repository, opened.number, { body: `${opened.body}\nand more` });
  await house.settled();
  const { code, out } = await verified(house, opened);
  expect(code).toBe(1);
  expect(out).toContain('FAIL  publication');
});

test('there is no such issue: neither pass nor fail', async () => {
  const { house, opened } = await approvedHouse();
  const { code, err } = await verified(house, { ...opened, number: 999 });
  expect([code, err]).toEqual([3, expect.stringContaining('answered 404')]);
});

test('AU-07: the export of the same run verifies without GitHub, by hash and by run, while the App runs', async () => {
  const { house, opened } = await approvedHouse();
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'run.jsonl');
  const made = await exportTo(house, opened.hash, out);
  expect([made.code, made.out]).toEqual([0, '']);
  expect(statSync(out).mode & 0o077).toBe(0);
  const key = /--key=(\S+)/.exec(made.err)?.[1] ?? '';
  const again = await exportTo(house, (await house.run(opened.hash))?.run ?? '', null);
  expect(again.out).toBe(readFileSync(out, 'utf8'));
  const offline = await verified(house, opened, { target: out, keys: [key], environment: {} });
  expect([offline.code, offline.err]).toEqual([0, '']);
  expect(await exportTo(house, opened.hash, out)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is there already'),
  });
  expect(await exportTo(house, opened.hash, join(folder, 'no', 'where'))).toMatchObject({ code: 2 });
  expect(await exportTo(house, 'f'.repeat(64), null)).toMatchObject({ code: 1 });
});
