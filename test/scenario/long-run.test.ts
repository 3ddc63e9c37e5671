import { Octokit } from '@octokit/rest';
import { describe, expect, it } from 'vitest';
import { publishedRuns } from '../../lib/adapters/github-audit/published-runs.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import { headOfAll, link, verifyChain, type Draft } from '../../lib/core/audit/entry.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { readAudit, type ReadAudit } from '../../lib/core/publication/read-audit.ts';
import { replay } from '../../lib/core/run/advance.ts';
import { rowOf } from '../../lib/service/live-run.ts';
import { answers, propose, repository, startHouse, tickets, type House, type Opened } from './house.ts';

const app = { kind: 'app', id: 'countersign', login: null } as const;
const updateCheckRun = { method: 'PATCH', route: '/repos/{owner}/{repo}/check-runs/{check_run_id}' };
const createCheckRun = { method: 'POST', route: '/repos/{owner}/{repo}/check-runs' };

describe('a run with hundreds of refusals', () => {
  it('stays complete on GitHub: its audit goes on in further check runs, which are no verdict', async () => {
    const house = await startHouse();
    const opened = await propose(house);
    await house.restart(() => grow(house, opened, 900));
    await house.settled();
    const checkRuns = house.world.checkRuns(repository);
    expect(checkRuns.map(({ name }) => name)).toEqual([
      'Countersign',
      'Countersign (audit 2)',
      'Countersign (audit 3)',
    ]);
    await whole(house, opened);
    expect(answers(house, opened.number)).toHaveLength(0);

    await house.world.as('kim').comment(repository, opened.number, `/approve ${opened.hash}`);
    await house.settled();
    expect(tickets(house)).toBe(1);
    const audit = await whole(house, opened);
    expect(audit.entries.at(-1)?.type).toBe('published');
    expect(house.world.checkRuns(repository).map(({ conclusion }) => conclusion)).toEqual([
      'success',
      'neutral',
      'neutral',
    ]);
    const detailsUrl = house.world.checkRuns(repository)[0]?.detailsUrl;
    expect(house.world.checkRuns(repository).every((run) => run.detailsUrl === detailsUrl)).toBe(true);
    expect(house.github.violations).toEqual([]);
  });

  it('leaves a full check run alone, and brings only the first and the last up to date', async () => {
    const house = await startHouse();
    const opened = await propose(house);
    await house.restart(() => grow(house, opened, 900));
    await house.settled();
    const [, second] = house.world.checkRuns(repository);
    house.github.resetRequests();
    await house.world.as('dana').comment(repository, opened.number, `/approve ${opened.hash}`);
    await house.settled();
    const changed = house.github.requests.filter(
      ({ method, route }) => method === 'PATCH' && route === updateCheckRun.route,
    );
    expect(changed).toHaveLength(2);
    expect(house.world.checkRuns(repository)[1]).toEqual(second);
    await whole(house, opened);
  });

  it('ID-01: finds a part again that it made before a crash', async () => {
    const house = await startHouse();
    const opened = await propose(house);
    const lost = house.github.fault({ match: createCheckRun, mode: 'lost-answer' });
    await house.restart(() => grow(house, opened, 600));
    await lost.hit;
    await house.restart();
    await house.settled();
    const names = house.world.checkRuns(repository).map(({ name }) => name);
    expect(names).toEqual(['Countersign', 'Countersign (audit 2)']);
    await whole(house, opened);
  });
});

describe('AU-07: a run whose check runs GitHub has deleted', () => {
  it('gets new ones when there is something to tell', async () => {
    const house = await startHouse();
    const opened = await propose(house);
    await house.restart(() => grow(house, opened, 600));
    await house.settled();
    expect(house.world.checkRuns(repository)).toHaveLength(2);
    house.world.deleteCheckRuns(repository);
    await house.world.as('kim').comment(repository, opened.number, `/approve ${opened.hash}`);
    await house.settled();
    expect(tickets(house)).toBe(1);
    await whole(house, opened);
    expect(house.world.checkRuns(repository).map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['Countersign', 'success'],
      ['Countersign (audit 2)', 'neutral'],
    ]);
  });
});

/** What GitHub shows of the run is the whole of what the ledger holds, and its chain holds. */
async function whole(house: House, { number, hash }: Opened): Promise<ReadAudit> {
  const quiet = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const client = new Octokit({ baseUrl: house.github.url, log: quiet });
  const read = await publishedRuns(client, recordCodec).read({ repository, issueNumber: number });
  if (!read.ok) throw new Error(read.fault.what);
  const isOwn = (made: { readonly slug: string } | null): boolean => made?.slug === 'countersign';
  const audit = readAudit(read.value.checkRuns.all, { hash, codec: recordCodec, isOwn });
  if (!audit.ok) throw new Error(audit.fault.code);
  const { entries, head } = audit.value;
  expect(verifyChain(entries, head)).toBeNull();
  expect(entries).toEqual((await house.run(hash))?.entries);
  return audit.value;
}

/** Lets a run have refused so many commands, and told each of them, while the App is stopped. */
async function grow({ settings }: House, { hash }: Opened, count: number): Promise<void> {
  const ledger = await openSqliteLedger(settings.ledgerPath);
  try {
    const stored = await ledger.byHash({ hash });
    if (stored === null) throw new Error('the run is there');
    const refused = link(stored.run, headOfAll(stored.entries), drafts(count));
    const told = [];
    for (let at = 0; at < refused.length; at += 20) {
      const entries = refused.slice(at, at + 20).map(({ digest }) => digest);
      const data = { what: 'answer', id: String(at + 1), url: `https://github.com/${at}`, entries } as const;
      told.push({ type: 'published', at: instant, actor: app, data } as const);
    }
    const entries = [...refused, ...link(stored.run, headOfAll(refused), told)];
    const row = rowOf(replay([...stored.entries, ...entries]), null);
    await ledger.append({ run: stored.run, expected: stored.entries.length, entries, row });
  } finally {
    await ledger.close();
  }
}

const instant = '2026-11-30T12:00:00.000Z';

function drafts(count: number): readonly Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const by = { id: String(5000 + index), login: `someone-${index}` };
    const source = {
      kind: 'comment',
      id: String(900_000 + index),
      nodeId: `IC_${900_000 + index}`,
      url: `https://github.com/${repository}/issues/1#issuecomment-${900_000 + index}`,
      at: '2026-11-30T12:00:00Z',
      bodyDigest: digestText(String(index)),
      delivery: `d-${index}`,
    } as const;
    const data = { verb: 'approve', code: 'initiator_excluded', by, source } as const;
    return { type: 'command.refused', at: instant, actor: { kind: 'person', ...by }, data };
  });
}
