import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { AppHost, FoundComment } from '../../lib/core/port/app-host.ts';
import type { Ledger, OpenRun } from '../../lib/core/port/ledger.ts';
import { runIdOf } from '../../lib/core/proposal/proposal.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { formatSeconds } from '../../lib/core/time/instant.ts';
import type { AppPorts } from '../../lib/service/app-ports.ts';
import { loadRun } from '../../lib/service/live-run.ts';
import { mayExpire, sweepComments } from '../../lib/service/sweep-comments.ts';
import { openRun, row } from '../ledger/build.ts';
import { wholeRun } from '../support/whole-run.ts';

const minute = 60_000;
const whole = wholeRun(() => [], {}, true);
const { proposal, hash } = whole.read;
const repositoryId = proposal.repository.id;
const issuedAt = Date.parse(proposal.issuedAt);
const expiresAt = Date.parse(proposal.expiresAt ?? '');
const issueNumber = whole.entries.flatMap((entry) =>
  entry.type === 'proposal.received' ? [entry.data.issue.number] : [],
)[0];

/** The run whose record is read; others only stand beside it. */
const run: OpenRun = {
  ...openRun(1),
  run: runIdOf(proposal),
  repositoryId,
  installation: '5',
  hash,
  record: whole.record,
  entries: whole.entries,
  row: row({ issueNumber: issueNumber ?? 0, dueAt: expiresAt }),
};

let folder = '';
let ledger: Ledger;
let now = 0;
let comments: FoundComment[] = [];
let asked: { readonly repository: string; readonly since: string; readonly page: number }[] = [];
let hints: string[] = [];
let answer: 'ok' | number = 'ok';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-scan-'));
  ledger = await openSqliteLedger(join(folder, 'ledger.sqlite'));
  [now, comments, asked, hints, answer] = [issuedAt + 30 * minute, [], [], [], 'ok'];
});
afterEach(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

/** GitHub's list: by the last change, from `since` on, a hundred a page. */
const commentsSince: AppHost['commentsSince'] = async (question) => {
  asked.push(question);
  if (answer !== 'ok') return refused({ code: 'unreadable', status: answer, what: '' });
  const found = comments
    .filter(({ updatedAt }) => updatedAt >= question.since)
    .toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt) || Number(a.id) - Number(b.id));
  const page = found.slice((question.page - 1) * 100, question.page * 100);
  return ok({ comments: page, more: page.length === 100, readAt: formatSeconds(now) });
};

function ports(): AppPorts {
  const used: Partial<AppPorts> = {
    ledger,
    clock: { now: () => now, sleep: async () => undefined },
    log: { info: () => undefined, warn: () => undefined },
    // Of a host, the scan uses this alone.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    hosts: { installation: async () => ({ commentsSince }) as unknown as AppHost },
    wakes: {
      hint: async ({ issue }) => void hints.push(issue),
      start: async () => undefined,
      idle: async () => undefined,
      stop: async () => undefined,
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return used as AppPorts;
}

function say(body: string, at: number, twist: Partial<FoundComment> = {}): FoundComment {
  const id = String(comments.length + 1);
  const time = formatSeconds(at);
  const comment: FoundComment = {
    id,
    nodeId: `IC_${id}`,
    url: `https://github.com/acme/payments/issues/${issueNumber}#issuecomment-${id}`,
    issueNumber: issueNumber ?? 0,
    body,
    createdAt: time,
    updatedAt: time,
    author: { id: '1002', login: 'octo-kim', type: 'User' },
    throughApp: false,
    ...twist,
  };
  comments.push(comment);
  return comment;
}

async function inbox(): Promise<readonly string[]> {
  const waiting = await ledger.unsettledOf({ issue: `${repositoryId}#${issueNumber}`, limit: 100 });
  return waiting.map(({ id }) => id.split(':')[1] ?? '');
}

describe('a look at the comments', () => {
  it('takes commands into the inbox as they were said, a rejection first within a second', async () => {
    await ledger.open(run);
    const at = issuedAt + minute;
    say(`/approve ${hash}`, at + 1000);
    say(`/approve ${hash}`, at);
    say(`/reject ${hash}`, at);
    say('Looks good.', at);
    await sweepComments(ports());
    expect(await inbox()).toEqual(['3', '2', '1']);
    expect(new Set(hints)).toEqual(new Set([`${repositoryId}#${issueNumber}`]));
  });

  it('takes each once', async () => {
    await ledger.open(run);
    say(`/approve ${hash}`, issuedAt + minute);
    await sweepComments(ports());
    await sweepComments(ports());
    expect(await inbox()).toEqual(['1']);
    expect(hints).toHaveLength(1);
  });

  it.each([
    ['a bot', { author: { id: '9', login: 'x[bot]', type: 'Bot' } }],
    ['nobody any more', { author: null }],
    ['an App for a person', { throughApp: true }],
    ['somebody on another issue', { issueNumber: 99 }],
  ])('takes nothing from %s', async (_, twist) => {
    await ledger.open(run);
    say(`/approve ${hash}`, issuedAt + minute, twist);
    await sweepComments(ports());
    expect(await inbox()).toEqual([]);
  });

  it('leaves what is younger than a minute to its webhook, and takes it later', async () => {
    await ledger.open(run);
    say(`/approve ${hash}`, now - minute / 2);
    await sweepComments(ports());
    expect(await inbox()).toEqual([]);
    now += minute;
    await sweepComments(ports());
    expect(await inbox()).toEqual(['1']);
  });

  it('ID-05: reads a long list by the last change, a thousand at a time, and goes on there', async () => {
    await ledger.open(run);
    for (let index = 0; index < 1200; index += 1) say('chat', issuedAt + index * 1000);
    say(`/approve ${hash}`, issuedAt + 1_300_000);
    await sweepComments(ports());
    expect(asked).toHaveLength(10);
    expect(await inbox()).toEqual([]);
    await sweepComments(ports());
    expect(await inbox()).toEqual(['1201']);
  });

  it('goes page by page through more than a hundred of one second', async () => {
    await ledger.open(run);
    for (let index = 0; index < 250; index += 1) say('chat', issuedAt + minute);
    say(`/approve ${hash}`, issuedAt + minute);
    await sweepComments(ports());
    expect(await inbox()).toEqual(['251']);
  });

  it('begins at the oldest open run, never further back', async () => {
    await ledger.open(run);
    await ledger.setCursor({
      name: `comments:${repositoryId}`,
      value: '2020-01-01T00:00:00.000Z 2020-01-01T00:00:00.000Z',
    });
    await sweepComments(ports());
    expect(asked[0]?.since).toBe(formatSeconds(issuedAt - 2 * minute));
  });
});

describe('DO-04, DO-08: the cost of a pass', () => {
  it('is one request for a thousand open proposals of one repository', async () => {
    await ledger.open(run);
    for (let number = 2; number <= 1000; number += 1)
      await ledger.open(openRun(number, { repositoryId, row: row({ issueNumber: number + 1000 }) }));
    await sweepComments(ports());
    expect(asked).toHaveLength(1);
  });

  it('is a hundred requests an installation, and every repository has its turn', async () => {
    for (let number = 1; number <= 130; number += 1) await ledger.open(runIn(`9${number}`));
    await sweepComments(ports());
    expect(asked).toHaveLength(100);
    now += 5 * minute;
    await sweepComments(ports());
    expect(asked).toHaveLength(200);
    expect(new Set(asked.map(({ repository }) => repository)).size).toBe(130);
  });

  it('ID-14: is not the price of one damaged run: the others are heard all the same', async () => {
    for (const place of ['91', '92', '93']) await ledger.open(runIn(place));
    const damaged: Ledger = {
      ...ledger,
      byRun: async (question) => {
        if (question.run === runIn('92').run) throw new Error('damaged');
        return ledger.byRun(question);
      },
    };
    await expect(sweepComments({ ...ports(), ledger: damaged })).rejects.toThrow('damaged');
    expect(asked.map(({ repository }) => repository)).toEqual(['acme/r91', 'acme/r93']);
  });
});

/** The same run in another repository. */
function runIn(id: string): OpenRun {
  const repository = { ...proposal.repository, id, name: `acme/r${id}` };
  const there = wholeRun(() => [], { proposal: { repository } }, true);
  return {
    ...run,
    run: runIdOf(there.read.proposal),
    repositoryId: id,
    hash: there.read.hash,
    record: there.record,
    origin: `${id}:1`,
    entries: there.entries,
  };
}

describe('users 68, 70: expiry', () => {
  async function expires(): Promise<boolean> {
    const live = await loadRun(ports(), run.run);
    if (live === null) throw new Error('the run is there');
    return mayExpire(ports(), live);
  }

  it('comes when everything said before was read, by GitHub’s time', async () => {
    await ledger.open(run);
    now = expiresAt + minute / 2;
    await sweepComments(ports());
    expect(await expires()).toBe(false);
    now = expiresAt + minute + 1000;
    expect(await expires()).toBe(true);
  });

  it('waits for what the look found', async () => {
    await ledger.open(run);
    await sweepComments(ports());
    now = expiresAt + 2 * minute;
    say(`/approve ${hash}`, expiresAt - 1000);
    expect(await expires()).toBe(false);
    expect(await inbox()).toEqual(['1']);
    for (const { id } of await ledger.unsettledOf({ issue: `${repositoryId}#${issueNumber}`, limit: 9 }))
      await ledger.settle({ id, outcome: 'recorded' });
    expect(await expires()).toBe(true);
  });

  it('asks no more than once in 15 s, however many runs expire', async () => {
    await ledger.open(run);
    now = expiresAt - minute;
    await sweepComments(ports());
    now = expiresAt + minute / 2;
    asked = [];
    for (let count = 0; count < 20; count += 1) await expires();
    expect(asked).toHaveLength(1);
  });

  it.each([
    [403, false],
    [500, false],
    [404, true],
    [410, true],
  ])('where GitHub answers %i: %s', async (status, expected) => {
    await ledger.open(run);
    await sweepComments(ports());
    now = expiresAt + 2 * minute;
    answer = status;
    expect(await expires()).toBe(expected);
  });

  it('TM-01: a clock of ours that is ahead ends nothing before its time', async () => {
    await ledger.open(run);
    await sweepComments(ports());
    const ahead: AppPorts = {
      ...ports(),
      clock: { now: () => now + 60 * minute, sleep: async () => undefined },
    };
    now = expiresAt - minute;
    const live = await loadRun(ahead, run.run);
    expect(live === null || (await mayExpire(ahead, live))).toBe(false);
  });
});
