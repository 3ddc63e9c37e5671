import { describe, expect, test } from 'vitest';
import { emptyHead, headOfAll, link, type Draft, type Entry } from '../../../lib/core/audit/entry.ts';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { parseRecord } from '../../../lib/core/proposal/parse-record.ts';
import type { Proposal } from '../../../lib/core/proposal/proposal.ts';
import type { ProposalRecord } from '../../../lib/core/proposal/record.ts';
import { render } from '../../../lib/core/proposal/render.ts';
import { hashProposal, writeProposal, writeRecord } from '../../../lib/core/proposal/write.ts';
import { baseExcerpts, buildProposal, buildRecord, receiptOf, type Twist } from '../../support/proposal.ts';

const record = buildRecord();
const text = writeRecord(record);
const { proposal, events } = buildProposal();

const answer = (written: string): string => {
  const parsed = parseRecord(written);
  return parsed.ok ? 'accepted' : `${parsed.fault.code}: ${parsed.fault.detail}`;
};
const answerTo = (twist: Twist): string => answer(writeRecord(buildRecord(twist)));
const withMember = (twist: Partial<ProposalRecord>): string => answer(writeRecord({ ...record, ...twist }));

/** The record with other events, and a proposal that names their head. */
function withEvents(drafts: readonly Draft[], run = events[0]?.run ?? ''): string {
  const linked = link(run, emptyHead, drafts);
  const { count, digest } = headOfAll(linked);
  const named: Proposal = { ...proposal, events: { count, head: digest ?? '' } };
  return answer(writeRecord({ ...record, proposal: writeProposal(named), events: linked }));
}

test('a record is read whole, with its hash and what its run started with', () => {
  const parsed = parseRecord(text);
  const started = events[0]?.type === 'run.started' ? events[0].data : null;
  const hash = hashProposal(record.proposal);
  expect(parsed).toEqual({ ok: true, value: { record, proposal, hash, started } });
});

describe('a text that is no record', () => {
  const document: JsonObject = JSON.parse(text);
  const { excerpts: _, ...lacking } = document;
  test.each([
    ['', 'record_malformed: not strict JSON (json_syntax)'],
    [`${text} `, 'record_malformed: not canonical JSON'],
    [record.proposal, 'record_malformed: '],
    [canonical(lacking), 'record_malformed: excerpts: expected a member of this name'],
    [canonical({ ...document, more: 1 }), 'record_malformed: more: expected no such member'],
    [canonical({ ...document, kind: 'countersign/record@2' }), 'record_malformed: kind: expected'],
    [canonical({ ...document, events: [{}] }), 'record_malformed: events[0].'],
    [canonical({ ...document, proposal: { ...JSON.parse(record.proposal) } }), 'record_malformed: proposal'],
  ])('is refused (%#)', (written, start) => {
    expect(answer(written).startsWith(start)).toBe(true);
  });

  test('names the proposal’s own code where that is at fault', () => {
    expect(withMember({ proposal: '{}' })).toContain('proposal_malformed: kind: expected');
    expect(answerTo({ action: { type: 'github.nothing' } })).toContain('action_unknown: action.type');
  });
});

describe('excerpts', () => {
  const [first = '', second = ''] = baseExcerpts;
  test.each([
    ['are as many as the receipts', [first], 'not one excerpt for each receipt'],
    ['are no more than the receipts', [first, second, ''], 'not one excerpt for each receipt'],
    ['stand in the receipts’ order', [second, first], 'excerpt 1 does not fit its digest'],
    ['are the receipts’ to the letter', [first, `${second} `], 'excerpt 2 does not fit its digest'],
  ])('%s', (_, excerpts, detail) => {
    expect(withMember({ excerpts })).toBe(`record_malformed: ${detail}`);
  });

  test('have the length that their receipts say', () => {
    const bytes = { output: 9, excerpt: 9 };
    expect(answerTo({ receipt: { bytes } })).toBe('record_malformed: excerpt 1 does not fit its length');
  });

  test.each(['a\u202eb', 'a\u200bb', '\u001b[2J', 'a\rb'])('EV-10, EV-11, EV-14: are visible', (excerpt) => {
    expect(answerTo({ excerpts: [excerpt] })).toContain('excerpt 1 holds characters that a reader can’t see');
  });

  test('may be none', () => {
    expect(answerTo({ excerpts: [] })).toBe('accepted');
  });
});

describe('EV-19: the runner’s events', () => {
  // An entry is a draft with links, and `link` takes no more than the draft from it.
  const drafts: readonly Draft[] = events;
  const [started, stopped, composed] = events;
  if (started === undefined || stopped === undefined || composed?.type !== 'proposal.composed')
    throw new Error('the base starts, stops its servers and composes');
  const app: Draft = { ...stopped, actor: { kind: 'app', id: '1', login: null } };
  const released: Draft = { ...stopped, type: 'run.released', data: { code: 'held' } };
  const failed: Draft = { ...stopped, type: 'gathering.failed', data: { code: 'tool_failed' } };

  test('are accepted as they were written', () => {
    expect(withEvents(drafts)).toBe('accepted');
  });

  test.each<readonly [string, readonly Draft[], string]>([
    ['start the run first', [stopped, started, composed], 'event 0 is out of order'],
    ['start it once', [started, started, composed], 'event 1 is out of order'],
    ['compose one proposal', [started, stopped], 'the events do not start and compose exactly one'],
    [
      'compose no second one',
      [started, composed, composed],
      'the events do not start and compose exactly one',
    ],
    ['were written by the runner', [started, app, composed], 'event 1 is not the runner’s'],
    ['are none of the App’s', [started, released, composed], 'event 1 is not the runner’s'],
    ['do not end in a failure', [started, composed, failed], 'the run does not end with'],
    [
      'compose what is proposed',
      [started, stopped, { ...composed, data: { ...composed.data, evidence: 3 } }],
      'proposal.composed differs from the proposal',
    ],
  ])('%s', (_, twisted, detail) => {
    expect(withEvents(twisted)).toContain(`record_malformed: ${detail}`);
  });

  test('belong to the run that the proposal names', () => {
    expect(withEvents(drafts, '701-8810-1-01234567')).toContain('the events belong to another run');
  });

  test.each<readonly [string, Twist]>([
    ['repository id', { started: { repository: { id: '702', ownerId: '77', name: 'acme/payments' } } }],
    ['repository name', { started: { repository: { id: '701', ownerId: '77', name: 'acme/x' } } }],
    ['bundle', { started: { bundle: { id: 'other', version: '1.0.0', digest: digestText('bundle') } } }],
    ['Actions run', { started: { actionsRun: { runId: '8810', attempt: 1 } } }],
    ['attempt', { started: { actionsRun: { runId: '8809', attempt: 2 } } }],
    ['actor', { started: { actor: { id: '1002', login: 'octo-dana' } } }],
    ['triggering actor', { started: { triggeringActor: { id: '1002', login: 'octo-dana' } } }],
  ])('start with the same %s as the proposal', (_, twist) => {
    expect(answerTo(twist)).toBe('record_malformed: run.started differs from the proposal');
  });

  test('are a runner’s, so that an agent’s proposal or one without a bundle has no record', () => {
    const origin = { agent: { principal: 'agent:triage', key: 'k-1', minter: '1' } };
    expect(answerTo({ proposal: { bundle: null } })).toContain('run.started differs');
    expect(answerTo({ proposal: { origin } })).toContain('run.started differs');
  });

  test.each<readonly [string, (entries: readonly Entry[]) => readonly Entry[], string]>([
    ['lose none at the end', (all) => all.slice(0, -1), 'event 2: head_differs'],
    ['lose none at the start', (all) => all.slice(1), 'event 0: entry_out_of_order'],
    ['are all there', () => [], 'event 0: head_differs'],
    [
      'are not changed',
      (all) => all.map((one) => ({ ...one, at: '2026-11-30T14:11:00.000Z' })),
      'event 0: entry_digest_wrong',
    ],
  ])('AU-01, AU-08: %s', (_, change, detail) => {
    expect(withMember({ events: change(events) })).toBe(`record_malformed: ${detail}`);
  });
});

test('CA-20: a bit flipped in any byte of a record refuses, or gives a page with another hash', () => {
  const bytes = Buffer.from(text);
  const hash = hashProposal(record.proposal);
  let accepted = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    const parsed = parseRecord(flipped.toString('utf8'));
    if (!parsed.ok) continue;
    accepted += 1;
    expect(parsed.value.hash).not.toBe(hash);
    expect(render(parsed.value).visible).not.toContain(hash);
  }
  // Only where the proposal's text itself reads on, its nonce for example: that is what the seal is for.
  expect(accepted).toBeLessThan(bytes.length / 4);
});

test('a receipt’s excerpt is bounded by its own bytes even at 64 receipts', () => {
  const excerpts = Array.from({ length: 64 }, (_, index) => `excerpt ${index}`);
  expect(answerTo({ excerpts })).toBe('accepted');
  expect(receiptOf('é').bytes.excerpt).toBe(2);
  expect(answerTo({ excerpts: [...excerpts, 'one more'] })).toContain('a list of at most 64');
});
