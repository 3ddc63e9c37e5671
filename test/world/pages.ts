/** The proposals of the simulated world: their pages as a runner opens them, made once for all its lives. */
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { headOfAll, link } from '../../lib/core/audit/entry.ts';
import { digestIssue } from '../../lib/core/approval/decide.ts';
import { digestText, type Digest } from '../../lib/core/json/digest.ts';
import type { OpenRun } from '../../lib/core/port/ledger.ts';
import { composeBody } from '../../lib/core/proposal/body.ts';
import { parseRecord, type ParsedRecord } from '../../lib/core/proposal/parse-record.ts';
import { runIdOf, type RepositoryRef } from '../../lib/core/proposal/proposal.ts';
import { render } from '../../lib/core/proposal/render.ts';
import { writeRecord } from '../../lib/core/proposal/write.ts';
import { replay } from '../../lib/core/run/advance.ts';
import type { Account } from '../../lib/core/run/event.ts';
import { formatInstant, parseInstant } from '../../lib/core/time/instant.ts';
import { buildRecord } from '../support/proposal.ts';

export const repository: RepositoryRef = { id: '701', ownerId: '77', name: 'acme/payments' };
export const installation = '5';
export const workflowPath = '.github/workflows/countersign.yml';

const people = {
  dana: { id: '1001', login: 'octo-dana' },
  kim: { id: '1002', login: 'octo-kim' },
  ana: { id: '1003', login: 'octo-ana' },
  bo: { id: '1004', login: 'octo-bo' },
} as const;

/** dana starts the runs, kim and ana may approve, bo may only read. */
export type Person = keyof typeof people;

export function accountOf(person: Person): Account {
  return people[person];
}

export function personOf(login: string): Person | null {
  const names: readonly Person[] = ['dana', 'kim', 'ana', 'bo'];
  return names.find((name) => people[name].login === login) ?? null;
}

/** When the proposals were issued; the world begins a few seconds later. */
export const issuedAt: number = instant('2026-11-30T14:10:00.000Z');

/**
 * `first` is the proposal that most lives are about, `brief` the same with a minute to live, `again` a
 * later attempt of its Actions run with the very same action, `newer` another run's for the same target,
 * `pair` one that two people must approve.
 */
export type PageName = 'first' | 'brief' | 'again' | 'newer' | 'pair';

export interface Page {
  readonly name: PageName;
  readonly run: string;
  readonly hash: Digest;
  readonly key: string;
  readonly sha: string;
  readonly actionsRunId: string;
  readonly attempt: number;
  readonly count: number;
  readonly expiresAt: number;
  readonly title: string;
  readonly body: string;
  readonly text: string;
  readonly read: ParsedRecord;
}

const sha = 'c0ffee0000000000000000000000000000c0ffee';

export const pages: Readonly<Record<PageName, Page>> = {
  first: pageOf({ name: 'first', nonce: '1', runId: '8809', attempt: 1, livesMs: 3_600_000, count: 1 }),
  brief: pageOf({ name: 'brief', nonce: '2', runId: '8809', attempt: 1, livesMs: 60_000, count: 1 }),
  again: pageOf({ name: 'again', nonce: '3', runId: '8809', attempt: 2, livesMs: 3_600_000, count: 1 }),
  newer: pageOf({ name: 'newer', nonce: '4', runId: '8810', attempt: 1, livesMs: 3_600_000, count: 1 }),
  pair: pageOf({ name: 'pair', nonce: '5', runId: '8811', attempt: 1, livesMs: 3_600_000, count: 2 }),
};

/** The codec, with what it unpacks kept; what it packs nobody here unpacks. */
export const worldCodec: typeof recordCodec = (() => {
  const unpacked = new Map<string, ReturnType<typeof recordCodec.decode>>();
  return {
    encode: (text) => `packed-${text.length}`,
    decode: (packed) => {
      const known = unpacked.get(packed) ?? recordCodec.decode(packed);
      if (known.ok) unpacked.set(packed, known);
      return known;
    },
  };
})();

/** A page that was taken in already, as the ledger holds it. */
export function openedRun(page: Page, issue: { number: number; id: string; nodeId: string }): OpenRun {
  const { read } = page;
  const app = { kind: 'app', id: 'countersign', login: null } as const;
  const at = formatInstant(issuedAt + 4000);
  const received = {
    hash: page.hash,
    record: digestText(page.text),
    text: digestIssue(page),
    issue: { ...issue, author: { id: '41898282', login: 'github-actions[bot]' } },
    installation,
    delivery: null,
  };
  const accepted = {
    seal: { kind: 'hmac', by: 'key 00000000' },
    policy: { source: 'default', digest: null },
    eligible: { count: 2, complete: true },
  } as const;
  const entries = [
    ...read.record.events,
    ...link(page.run, headOfAll(read.record.events), [
      { type: 'proposal.received', at, actor: app, data: received },
      { type: 'proposal.accepted', at, actor: app, data: accepted },
    ]),
  ];
  return {
    run: page.run,
    repositoryId: repository.id,
    installation,
    hash: page.hash,
    record: page.text,
    slot: `pair:${repository.id}`,
    origin: `${repository.id}:${page.actionsRunId}`,
    entries,
    row: {
      state: replay(entries).state,
      issueNumber: issue.number,
      issueNodeId: issue.nodeId,
      checkRunId: null,
      dueAt: issuedAt + 4000,
    },
  };
}

function pageOf(about: {
  readonly name: PageName;
  readonly nonce: string;
  readonly runId: string;
  readonly attempt: number;
  readonly livesMs: number;
  readonly count: number;
}): Page {
  const { name, nonce, runId, attempt, livesMs, count } = about;
  const expiresAt = issuedAt + livesMs;
  const record = buildRecord({
    proposal: {
      nonce: nonce.repeat(32),
      issuedAt: formatInstant(issuedAt),
      expiresAt: formatInstant(expiresAt),
      repository,
      origin: {
        actions: {
          runId,
          attempt,
          workflowRef: `${repository.name}/${workflowPath}@refs/heads/main`,
          sha,
          event: 'workflow_dispatch',
          actor: people.dana.id,
          triggeringActor: people.dana.id,
        },
      },
    },
    rule: { count },
    excerpts: ['payments: degraded'],
    started: { actor: people.dana, triggeringActor: people.dana },
  });
  const text = writeRecord(record);
  const parsed = parseRecord(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.code}: ${parsed.fault.detail}`);
  const read = parsed.value;
  const { title, visible } = render(read);
  const seal = { kind: 'hmac', keyId: '00000000', value: digestText(`seal ${read.hash}`) } as const;
  return {
    name,
    run: runIdOf(read.proposal),
    hash: read.hash,
    key: read.proposal.action.idempotencyKey,
    sha,
    actionsRunId: runId,
    attempt,
    count,
    expiresAt,
    title,
    body: composeBody({ visible, packedRecord: recordCodec.encode(text), seal }),
    text,
    read,
  };
}

function instant(text: string): number {
  const parsed = parseInstant(text);
  if (!parsed.ok) throw new TypeError(text);
  return parsed.value;
}
