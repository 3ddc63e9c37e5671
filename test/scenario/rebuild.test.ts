import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../app/log.ts';
import { reportOf, type RebuildReport } from '../../app/rebuild-report.ts';
import { rebuildLedger } from '../../app/rebuild.ts';
import type { Settings } from '../../app/settings.ts';
import type { RebuildLine } from '../../lib/service/rebuild-repository.ts';
import { proposeThere, startPair, there } from './elsewhere.ts';
import { answers, propose, repository, startHouse, tickets, typesOf, type House } from './house.ts';

/** The requests by which the App tells about a run, whatever came of it. */
const tellings = [
  { method: 'PATCH', route: '/repos/{owner}/{repo}/check-runs/{check_run_id}' },
  { method: 'PATCH', route: '/repos/{owner}/{repo}/issues/{issue_number}' },
  { method: 'POST', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' },
] as const;

describe('ID-01: a ledger that was lost and rebuilt', () => {
  it('holds every run again as it was told, and nothing is done twice', async () => {
    const house = await startHouse();
    const [done, waiting, acted] = [
      await own(house, 'one'),
      await own(house, 'two'),
      await own(house, 'three'),
    ];
    await approve(house, done);
    const broken = fallSilent(house);
    await house.world.as('kim').comment(repository, acted.number, `/approve ${acted.hash}`);
    await expect.poll(async () => typesOf(await house.run(acted.hash))).toContain('readback.equal');
    expect(tickets(house)).toBe(2);
    const before = await house.run(done.hash);
    let report: RebuildReport | null = null;
    await house.restart(async () => {
      broken();
      loseLedger(house);
      report = await rebuild(house);
    });
    expect(report).toEqual({ restored: 3, known: 0, leftOut: [], unread: [] });
    await house.settled();
    const after = await house.run(done.hash);
    expect(after?.entries).toEqual(before?.entries);
    expect(after?.exported).toBe(after?.entries.length);

    for (const one of [waiting, acted]) await approve(house, one);
    expect(tickets(house)).toBe(3);
    for (const { number, hash } of [done, waiting, acted]) {
      const run = await house.run(hash);
      expect(house.world.issue(repository, number)).toMatchObject({ state: 'closed' });
      expect(typesOf(run).filter((type) => type === 'readback.equal')).toHaveLength(1);
      expect(run?.published).toBe(run?.entries.length);
    }
    expect(typesOf(await house.run(acted.hash))).toContain('write.found');
    expect(typesOf(await house.run(acted.hash))).not.toContain('write.started');
    expect(typesOf(await house.run(waiting.hash))).toContain('write.answered');

    const old = [...house.github.hooks.deliveries];
    const told = (): readonly number[] =>
      [done, waiting, acted].map(({ number }) => answers(house, number).length);
    const once = told();
    for (const { id } of old) await house.github.hooks.redeliver(id);
    await house.settled();
    // The approval that was lost with the ledger comes too late now, and is told so.
    expect(told()).toEqual([once[0], once[1], (once[2] ?? 0) + 1]);
    for (const { id } of old) await house.github.hooks.redeliver(id);
    await house.settled();
    expect(told()).toEqual([once[0], once[1], (once[2] ?? 0) + 1]);
    expect(tickets(house)).toBe(3);
    expect(house.github.violations).toEqual([]);
  });

  it('finds what was done when people approve again on the page that the App had closed', async () => {
    const house = await startHouse();
    const acted = await own(house, 'one');
    const [checkRun] = tellings;
    const broken = house.github.fault({ match: checkRun, mode: 'status', status: 500, times: 1000 });
    await approve(house, acted);
    expect(house.world.issue(repository, acted.number)).toMatchObject({ state: 'closed' });
    await house.restart(async () => {
      broken.remove();
      loseLedger(house);
      await rebuild(house);
    });
    await house.settled();
    expect(typesOf(await house.run(acted.hash))).not.toContain('approval.recorded');
    await house.world.as('ana').reopenIssue(repository, acted.number);
    await approve(house, acted);
    expect(typesOf(await house.run(acted.hash))).toContain('write.found');
    expect(house.world.issue(repository, acted.number).labels).toContain('countersign: done');
    expect(tickets(house)).toBe(1);
  });

  it('leaves alone what is there, and may be asked again', async () => {
    const house = await startHouse();
    const { hash } = await own(house, 'one');
    await house.restart(async () => {
      loseLedger(house);
      expect(await rebuild(house, [repository])).toMatchObject({ restored: 1, known: 0 });
      const first = await house.run(hash);
      expect(await rebuild(house, [repository])).toMatchObject({ restored: 0, known: 1 });
      expect(await house.run(hash)).toEqual(first);
    });
  });

  it('takes what its check run no longer tells from the export, and leaves its page alone', async () => {
    const house = await startHouse();
    const opened = await own(house, 'one');
    await approve(house, opened);
    const before = await house.run(opened.hash);
    await forge(house, () => '');
    const lines: RebuildLine[] = [];
    await house.restart(async () => {
      loseLedger(house);
      await rebuild(house, [], lines);
    });
    expect(lines.map(({ told }) => told)).toMatchObject([{ outcome: 'restored', from: 'export' }]);
    await house.settled();
    expect((await house.run(opened.hash))?.entries).toEqual(before?.entries);
    expect(house.world.checkRuns(repository)).toHaveLength(1);
  });
});

describe('the rebuild as a process of its own', () => {
  it('tells people line by line, programs in one object, and ends', async () => {
    const house = await startHouse();
    const { number } = await own(house, 'one');
    await house.restart(async () => {
      loseLedger(house);
      const first = await main(house, ['--json']);
      expect(first.code).toBe(0);
      expect(JSON.parse(first.out)).toEqual({ restored: 1, known: 0, leftOut: [], unread: [] });
      const second = await main(house, [repository]);
      expect(second).toEqual({
        code: 0,
        out: `${repository}#${number}: is in the ledger\n0 put back, 1 known, 0 left out; everything was read\n`,
      });
      expect((await main(house, ['acme/other'])).code).toBe(1);
      expect((await main(house, ['--fast'])).code).toBe(2);
    });
  });

  it('makes no signing key: without the old one nothing verifies', async () => {
    const house = await startHouse();
    await own(house, 'one');
    const signingKeyPath = `${house.settings.signingKeyPath}.gone`;
    await expect(rebuild(house, [], [], { ...house.settings, signingKeyPath })).rejects.toThrow(
      'the signing key is not in the data folder',
    );
    expect(existsSync(signingKeyPath)).toBe(false);
  });

  it('says what GitHub did not answer, and that it was not all', async () => {
    const house = await startHouse();
    const { number } = await own(house, 'one');
    const comments = { method: 'GET', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' };
    await house.restart(async () => {
      loseLedger(house);
      const fault = house.github.fault({ match: comments, mode: 'status', status: 404 });
      expect((await rebuild(house)).unread).toEqual([{ repository, issue: number, status: 404 }]);
      fault.remove();
      expect((await rebuild(house)).restored).toBe(1);
    });
  });
});

describe('what is left out, with its reason', () => {
  it('an issue with our label that holds no proposal', async () => {
    const house = await startHouse();
    await house.world
      .as('dana')
      .openIssue({ repository, title: 'Countersign: looks like one', body: 'b', labels: ['countersign'] });
    await house.settled();
    expect(await lost(house)).toMatchObject({ restored: 0, leftOut: [{ code: 'record_missing' }] });
  });

  it('AP-61: a copy of a proposal under another issue', async () => {
    const house = await startHouse();
    const { title, body, number } = await own(house, 'one');
    const copy = await house.world.as('dana').openIssue({ repository, title, body, labels: ['countersign'] });
    await house.settled();
    const report = await lost(house);
    expect(report.leftOut).toEqual([{ repository, issue: copy.number, code: 'issue_differs', entry: null }]);
    expect(copy.number).not.toBe(number);
    expect(report.restored).toBe(1);
  });

  it('a proposal whose seal no key of ours makes', async () => {
    const house = await startHouse();
    await own(house, 'one');
    const other = { ...house.settings, sealKeys: [Buffer.alloc(32, 'another key ')] };
    expect((await lost(house, other)).leftOut).toMatchObject([{ code: 'seal_invalid' }]);
  });

  it('AU-04: a chain that another key signed', async () => {
    const house = await startHouse();
    await own(house, 'one');
    await forge(house, (text) => text.replace(/(signature:v1 \S+ )\S/, '$1-'));
    expect((await lost(house)).leftOut).toMatchObject([{ code: 'signature_wrong' }]);
  });

  it('AU-02: a chain whose end is missing', async () => {
    const house = await startHouse();
    await own(house, 'one');
    await forge(house, (text) => text.replace(/entries:v1 \d+ \S+/, 'entries:v1 0 -'));
    expect((await lost(house)).leftOut).toMatchObject([{ code: 'head_differs', entry: 0 }]);
  });

  it('AU-06: a chain that only another App’s check run shows', async () => {
    const house = await startHouse();
    const { hash } = await own(house, 'one');
    const [ours] = house.world.checkRuns(repository);
    const other = house.world.app({ slug: 'other', permissions: { checks: 'write' } });
    const installationId = house.world.install({ app: 'other', account: 'acme' });
    const client = clientOf(house, { id: other.id, privateKey: other.privateKey, installationId });
    await client.checks.create({
      ...at,
      name: 'Countersign',
      head_sha: ours?.sha ?? '',
      external_id: hash,
      status: 'completed',
      conclusion: 'neutral',
      output: { title: 't', summary: 's', text: ours?.text ?? '' },
    });
    await forge(house, () => 'nothing to read');
    expect((await lost(house)).leftOut).toMatchObject([{ code: 'lines_malformed' }]);
  });
});

describe('ID-01: a rebuilt ledger of a repository that decides for another', () => {
  it('finds what was done there, and does it no second time', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    const broken = fallSilent(house);
    await house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await expect.poll(async () => typesOf(await house.run(proposal.hash))).toContain('readback.equal');
    broken();
    expect(await lost(house)).toMatchObject({ restored: 1, leftOut: [], unread: [] });
    await approve(house, proposal);
    expect(house.world.issues(there)).toHaveLength(1);
    const types = typesOf(await house.run(proposal.hash));
    expect(types).toContain('write.found');
    expect(types).not.toContain('write.started');
    expect(answers(house, proposal.number).at(-1)).toContain('[acme/public#1](');
  });
});

interface Own {
  readonly number: number;
  readonly hash: string;
  readonly title: string;
  readonly body: string;
}

/** A proposal of a bundle of its own, so that none supersedes another. */
function own(house: House, bundle: string): Promise<Own> {
  const digest = 'b'.repeat(64);
  return propose(house, { twist: { proposal: { bundle: { id: bundle, version: '1.0.0', digest } } } });
}

async function approve(house: House, { number, hash }: Own): Promise<void> {
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
}

/** From now on GitHub takes nothing more that the App tells; the answer undoes it. */
function fallSilent(house: House): () => void {
  const faults = tellings.map((match) =>
    house.github.fault({
      match: { ...match, actor: 'countersign[bot]' },
      mode: 'status',
      status: 500,
      times: 1000,
    }),
  );
  return () => faults.forEach((fault) => fault.remove());
}

function loseLedger(house: House): void {
  const { ledgerPath } = house.settings;
  for (const suffix of ['', '-wal', '-shm', '.lock']) rmSync(`${ledgerPath}${suffix}`, { force: true });
}

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const at = { owner: 'acme', repo: 'payments' } as const;

function clientOf(
  house: House,
  app: { readonly id: number; readonly privateKey: string; readonly installationId: number },
): Octokit {
  const auth = { appId: app.id, privateKey: app.privateKey, installationId: app.installationId };
  return new Octokit({ baseUrl: house.github.url, log: quiet, authStrategy: createAppAuth, auth });
}

/** Changes the text of the App's own check run, which nobody but the App can. */
async function forge(house: House, change: (text: string) => string): Promise<void> {
  const [checkRun] = house.world.checkRuns(repository);
  const run = await house.run(checkRun?.externalId ?? '');
  const { appId, privateKey } = house.settings;
  const client = clientOf(house, {
    id: Number(appId),
    privateKey,
    installationId: Number(run?.installation ?? 0),
  });
  const text = change(checkRun?.text ?? '');
  const output = { title: 't', summary: 's', text };
  await client.checks.update({ ...at, check_run_id: checkRun?.id ?? 0, output });
}

/** Rebuilds the ledger, which nobody holds. */
async function rebuild(
  house: House,
  repositories: readonly string[] = [],
  lines: RebuildLine[] = [],
  settings: Settings = house.settings,
): Promise<RebuildReport> {
  await rebuildLedger(settings, createLogger('silent'), repositories, (line) => lines.push(line));
  return reportOf(lines);
}

/** Loses the ledger and rebuilds it while the App is stopped. */
async function lost(house: House, settings: Settings = house.settings): Promise<RebuildReport> {
  let report: RebuildReport | null = null;
  await house.restart(async () => {
    loseLedger(house);
    report = await rebuild(house, [], [], settings);
  });
  if (report === null) throw new Error('it was rebuilt');
  return report;
}

/** Runs `app/main.ts --rebuild` with the house's settings. */
async function main(
  { settings, github }: House,
  given: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn(process.execPath, [resolve('app/main.ts'), '--rebuild', ...given], {
    env: {
      PATH: process.env['PATH'],
      APP_ID: settings.appId,
      PRIVATE_KEY: settings.privateKey,
      WEBHOOK_SECRET: settings.webhookSecrets[0],
      COUNTERSIGN_SEAL_KEYS: Buffer.from(settings.sealKeys[0] ?? []).toString('utf8'),
      COUNTERSIGN_DATA: dirname(settings.ledgerPath),
      COUNTERSIGN_SPACING: 'off',
      GITHUB_API_URL: github.url,
      LOG_LEVEL: 'silent',
    },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const code = await new Promise<number | null>((ended) => {
    child.once('close', ended);
  });
  return { code, out };
}
