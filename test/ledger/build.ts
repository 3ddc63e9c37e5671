import { headOfAll, link, type Draft, type Entry } from '../../lib/core/audit/entry.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { Delivery, EffectKey, OpenRun, RunRow } from '../../lib/core/port/ledger.ts';

/** One run that waits for approval; every test twists it. The number tells runs apart. */
export function openRun(number: number, twist: Partial<OpenRun> = {}): OpenRun {
  const run = `7-${number}-1-aaaaaaaa`;
  return {
    run,
    repositoryId: '7',
    installation: '5',
    hash: digestText(`proposal ${number}`),
    record: recordText(number),
    slot: 'incident-response:7',
    origin: `7:${number}`,
    entries: link(run, { count: 0, digest: null }, [started(number), received(number)]),
    row: row({ issueNumber: number, issueNodeId: `I_${number}` }),
    ...twist,
  };
}

/** When `accepted` says that a run was taken in. */
export const acceptedAt: number = Date.UTC(2026, 10, 30, 12, 1);

/** A run's entries, and that it was taken in. */
export function accepted({ run, entries }: OpenRun): readonly Entry[] {
  const draft: Draft = {
    type: 'proposal.accepted',
    at: '2026-11-30T12:01:00.000Z',
    actor: { kind: 'app', id: 'countersign', login: null },
    data: {
      seal: { kind: 'hmac', by: 'key 0' },
      policy: { source: 'default', digest: null },
      eligible: { count: 1, complete: true },
    },
  };
  return [...entries, ...link(run, headOfAll(entries), [draft])];
}

/** The columns of a run that waits for approval. */
export function row(twist: Partial<RunRow> = {}): RunRow {
  return {
    state: 'awaiting_approval',
    issueNumber: 1,
    issueNodeId: 'I_1',
    checkRunId: null,
    dueAt: null,
    ...twist,
  };
}

/** Entries behind others, one of the App's own each time. */
export function more(run: Pick<OpenRun, 'run'>, entries: readonly Entry[], count = 1): readonly Entry[] {
  const drafts = Array.from({ length: count }, (_, index) => held(entries.length + index));
  return link(run.run, headOfAll(entries), drafts);
}

export function delivery(number: number, twist: Partial<Delivery> = {}): Delivery {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    meaning: null,
    name: 'issue_comment',
    installation: '5',
    issue: '7#1',
    payload: `{"number":${number},"text":"\\ud83d\\ude42 Grüße"}`,
    receivedAt: 1_796_000_000_000 + number,
    ...twist,
  };
}

export const effectKey: EffectKey = {
  repositoryId: '7',
  actionType: 'github.issue.create',
  idempotencyKey: `cs-${'0'.repeat(32)}`,
};

function recordText(number: number): string {
  return `{"kind":"countersign/record@1","number":${number},"text":"Grüße 🙂"}`;
}

const at = '2026-11-30T12:00:00.000Z';
const person = { id: '1021', login: 'octo-dana' };

function started(number: number): Draft {
  return {
    type: 'run.started',
    at,
    actor: { kind: 'runner', id: String(number), login: null },
    data: {
      host: 'https://github.com',
      repository: { id: '7', ownerId: '3', name: 'acme/payments' },
      bundle: { id: 'incident-response', version: '1.0.0', digest: digestText('bundle') },
      actionsRun: { runId: String(number), attempt: 1 },
      actor: person,
      triggeringActor: person,
    },
  };
}

function received(number: number): Draft {
  return {
    type: 'proposal.received',
    at,
    actor: { kind: 'app', id: 'countersign', login: null },
    data: {
      hash: digestText(`proposal ${number}`),
      record: digestText(recordText(number)),
      text: digestText(`text ${number}`),
      issue: { number, id: String(100 + number), nodeId: `I_${number}`, author: person },
      installation: '5',
      delivery: null,
    },
  };
}

function held(seq: number): Draft {
  return {
    type: seq % 2 === 0 ? 'run.held' : 'run.released',
    at,
    actor: { kind: 'app', id: 'countersign', login: null },
    data: { code: 'held' },
  };
}
