/** The ledger in memory: every fact of the port's own suite, without a disk. It survives whoever uses it. */
import { headOfAll, type Entry, type Head } from '../../lib/core/audit/entry.ts';
import type {
  Delivery,
  EffectKey,
  IssueRef,
  Ledger,
  OpenRun,
  RunRow,
  StoredRun,
} from '../../lib/core/port/ledger.ts';
import { acceptanceOf } from '../../lib/core/run/acceptance.ts';
import { isTerminal } from '../../lib/core/run/state.ts';

/** One stored run, its entries as JSON text. */
export interface KeptRun {
  readonly opened: Omit<OpenRun, 'entries' | 'row'>;
  readonly texts: string[];
  /** Digests of the entries, in order. */
  readonly digests: string[];
  row: RunRow;
  published: number;
  exported: number;
}

interface Kept {
  readonly delivery: Delivery;
  outcome: string | null;
}

/** Each method of the port, done at once. */
export type LedgerNow = {
  readonly [Method in keyof Ledger]: (
    ...given: Parameters<Ledger[Method]>
  ) => Awaited<ReturnType<Ledger[Method]>>;
};

export interface MemoryLedger extends LedgerNow {
  readonly runs: ReadonlyMap<string, KeptRun>;
  /** The payload of a delivery in the inbox; `null` as text where there is none. */
  payloadOf(id: string): string;
  /** The run that holds an effect key. */
  holder(key: EffectKey): string | null;
}

/** What a known-bad ledger leaves out. */
export interface LedgerFlaws {
  readonly ignoresVersion?: boolean;
  readonly ignoresEffect?: boolean;
}

export function memoryLedger(flaws: LedgerFlaws = {}): MemoryLedger {
  const runs = new Map<string, KeptRun>();
  const effects = new Map<string, string>();
  const inbox: Kept[] = [];
  const ids = new Set<string>();
  const meanings = new Set<string>();
  const cursors = new Map<string, string>();

  const kept = (run: string): KeptRun => {
    const found = runs.get(run);
    if (found === undefined) throw new Error(`There is no run ${run} in the ledger.`);
    return found;
  };
  const all = (): readonly KeptRun[] => [...runs.values()];
  const refusal = (run: OpenRun): 'known' | 'origin_open' | null => {
    if (all().some(({ opened }) => opened.run === run.run || opened.hash === run.hash)) return 'known';
    const taken = all().some(({ opened, row }) => opened.origin === run.origin && !isTerminal(row.state));
    return !isTerminal(run.row.state) && taken ? 'origin_open' : null;
  };
  const insert = (run: OpenRun): void => {
    const { entries, row, ...opened } = run;
    const fresh: KeptRun = { opened, texts: [], digests: [], row, published: 0, exported: 0 };
    write(fresh, entries);
    runs.set(run.run, fresh);
  };
  const write = (to: KeptRun, entries: readonly Entry[]): void => {
    if (flaws.ignoresVersion !== true) mustLink(to, entries);
    to.texts.push(...entries.map((entry) => JSON.stringify(entry)));
    to.digests.push(...entries.map(({ digest }) => digest));
  };
  const mark = (run: string, what: 'published' | 'exported', count: number): void => {
    const to = kept(run);
    if (count > to.texts.length) throw new Error('more than there is');
    to[what] = Math.max(to[what], count);
  };
  const byRow = (holds: (run: KeptRun) => boolean): readonly KeptRun[] => all().filter(holds);

  return {
    runs,
    payloadOf: (id) => inbox.find(({ delivery }) => delivery.id === id)?.delivery.payload ?? 'null',
    holder: (key) => effects.get(keyText(key)) ?? null,
    receive: (delivery) => {
      const { id, meaning } = delivery;
      if (ids.has(id) || (meaning !== null && meanings.has(meaning))) return 'duplicate';
      ids.add(id);
      if (meaning !== null) meanings.add(meaning);
      inbox.push({ delivery, outcome: null });
      return 'stored';
    },
    knows: ({ id }) => ids.has(id),
    unsettled: ({ limit }) => {
      const refs = new Map<string, IssueRef>();
      for (const { delivery, outcome } of inbox) {
        const { installation, issue } = delivery;
        if (outcome === null) refs.set(`${installation} ${issue}`, { installation, issue });
      }
      return [...refs.values()].slice(0, limit);
    },
    unsettledOf: ({ issue, limit }) =>
      inbox
        .filter(({ delivery, outcome }) => outcome === null && delivery.issue === issue)
        .slice(0, limit)
        .map(({ delivery }) => delivery),
    settle: ({ id, outcome }) => {
      const found = inbox.find(({ delivery }) => delivery.id === id);
      if (found !== undefined) found.outcome ??= outcome;
    },
    open: (run) => {
      const no = refusal(run);
      if (no !== null) return no;
      insert(run);
      return 'opened';
    },
    restore: (run) => {
      const no = refusal(run);
      if (no !== null) return no;
      if (run.effect !== null && effects.has(keyText(run.effect))) return 'effect_taken';
      const { effect, published, ...opened } = run;
      insert(opened);
      if (effect !== null) effects.set(keyText(effect), run.run);
      mark(run.run, 'published', published);
      return 'restored';
    },
    append: ({ run, expected, entries, row, effect }) => {
      const to = kept(run);
      if (flaws.ignoresVersion !== true && to.texts.length !== expected) return 'conflict';
      if (effect !== undefined && flaws.ignoresEffect !== true) {
        const holder = effects.get(keyText(effect)) ?? run;
        if (holder !== run) return 'effect_taken';
      }
      write(to, entries);
      if (effect !== undefined) effects.set(keyText(effect), run);
      to.row = row;
      return 'appended';
    },
    markPublished: ({ run, count }) => mark(run, 'published', count),
    markExported: ({ run, count }) => mark(run, 'exported', count),
    byRun: ({ run }) => read(runs.get(run)),
    byHash: ({ hash }) => read(all().find(({ opened }) => opened.hash === hash)),
    byIssue: ({ repositoryId, issueNumber }) =>
      read(all().findLast((run) => issueOf(run) === `${repositoryId}#${issueNumber}`)),
    waitingInSlot: ({ slot, except }) =>
      byRow(({ opened, row }) => opened.slot === slot && opened.run !== except && waits(row)).map(
        ({ opened }) => opened.run,
      ),
    due: ({ now, limit }) =>
      byRow(({ row }) => isDue(row, now))
        .toSorted((one, other) => (one.row.dueAt ?? 0) - (other.row.dueAt ?? 0))
        .slice(0, limit)
        .map(refOf),
    dueOf: ({ issue, now }) =>
      byRow(
        (run) => issueOf(run) === issue && (isDue(run.row, now) || isUntold(run) || isUnexported(run)),
      ).map(({ opened }) => opened.run),
    unpublished: ({ limit }) => byRow(isUntold).slice(0, limit).map(refOf),
    unexported: ({ limit }) =>
      byRow((run) => isUnexported(run) && !isUntold(run))
        .slice(0, limit)
        .map(refOf),
    openRepositories: ({ after, limit }) => {
      const oldest = new Map<string, KeptRun>();
      for (const run of byRow(({ row }) => !isTerminal(row.state)).toReversed())
        oldest.set(run.opened.repositoryId, run);
      return [...oldest.values()]
        .map(({ opened: { repositoryId, installation, run } }) => ({ repositoryId, installation, run }))
        .filter(({ repositoryId }) => after === null || repositoryId > after)
        .toSorted((one, other) => (one.repositoryId < other.repositoryId ? -1 : 1))
        .slice(0, limit);
    },
    acceptedSince: ({ repositoryId, since }) =>
      all()
        .filter(({ opened }) => opened.repositoryId === repositoryId)
        .map((run) => acceptanceOf(read(run)?.entries ?? []))
        .flatMap((acceptance) =>
          acceptance === null || acceptance.at <= since ? [] : [acceptance.starters],
        ),
    cursor: ({ name }) => cursors.get(name) ?? null,
    setCursor: ({ name, value }) => void cursors.set(name, value),
    close: () => undefined,
  };
}

/** A ledger of the port over one in memory; `ask` says what stands between the question and its effect. */
export function asLedger(
  now: LedgerNow,
  ask: <Answer>(method: keyof Ledger, effect: () => Answer) => Promise<Answer>,
): Ledger {
  return {
    receive: (delivery) => ask('receive', () => now.receive(delivery)),
    knows: (question) => ask('knows', () => now.knows(question)),
    unsettled: (question) => ask('unsettled', () => now.unsettled(question)),
    unsettledOf: (question) => ask('unsettledOf', () => now.unsettledOf(question)),
    settle: (delivery) => ask('settle', () => now.settle(delivery)),
    open: (run) => ask('open', () => now.open(run)),
    append: (change) => ask('append', () => now.append(change)),
    restore: (run) => ask('restore', () => now.restore(run)),
    markPublished: (mark) => ask('markPublished', () => now.markPublished(mark)),
    markExported: (mark) => ask('markExported', () => now.markExported(mark)),
    byRun: (question) => ask('byRun', () => now.byRun(question)),
    byHash: (question) => ask('byHash', () => now.byHash(question)),
    byIssue: (question) => ask('byIssue', () => now.byIssue(question)),
    waitingInSlot: (question) => ask('waitingInSlot', () => now.waitingInSlot(question)),
    due: (question) => ask('due', () => now.due(question)),
    dueOf: (question) => ask('dueOf', () => now.dueOf(question)),
    unpublished: (question) => ask('unpublished', () => now.unpublished(question)),
    unexported: (question) => ask('unexported', () => now.unexported(question)),
    openRepositories: (question) => ask('openRepositories', () => now.openRepositories(question)),
    acceptedSince: (question) => ask('acceptedSince', () => now.acceptedSince(question)),
    cursor: (question) => ask('cursor', () => now.cursor(question)),
    setCursor: (cursor) => ask('setCursor', () => now.setCursor(cursor)),
    close: () => ask('close', () => now.close()),
  };
}

/** A run as it is stored, read from its text. */
export function read(kept: KeptRun | undefined): StoredRun | null {
  if (kept === undefined) return null;
  const { run, repositoryId, installation, hash, record } = kept.opened;
  // The very text that was written from an entry.
  const entries = kept.texts.map((text): Entry => JSON.parse(text));
  const { published, exported } = kept;
  return { run, repositoryId, installation, hash, record, entries, published, exported };
}

function mustLink(to: KeptRun, entries: readonly Entry[]): void {
  let head: Head = { count: to.digests.length, digest: to.digests.at(-1) ?? null };
  for (const entry of entries) {
    const links = entry.seq === head.count && entry.previous === head.digest;
    if (!links || entry.run !== to.opened.run) throw new Error('an entry does not link to its head');
    head = headOfAll([entry]);
  }
  if (head.digest === null) throw new Error('a run has at least one entry');
}

function issueOf({ opened, row }: KeptRun): string {
  return `${opened.repositoryId}#${row.issueNumber}`;
}

function refOf(run: KeptRun): IssueRef {
  return { installation: run.opened.installation, issue: issueOf(run) };
}

function waits({ state }: RunRow): boolean {
  return state === 'awaiting_approval' || state === 'needs_attention';
}

function isDue({ dueAt }: RunRow, now: number): boolean {
  return dueAt !== null && dueAt <= now;
}

function isUntold({ published, texts }: KeptRun): boolean {
  return published < texts.length;
}

function isUnexported({ row, exported, texts }: KeptRun): boolean {
  return isTerminal(row.state) && exported < texts.length;
}

function keyText({ repositoryId, actionType, idempotencyKey }: EffectKey): string {
  return `${repositoryId} ${actionType} ${idempotencyKey}`;
}
