import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '../../lib/core/json/value.ts';
import { at, listAt, numberAt, textAt } from '../../cli/demo/json.ts';
import { playDemo, type Played } from './play-demo.ts';

let played: Played;
let report: JsonValue;

// One demo for all the facts below.
beforeAll(async () => {
  played = await playDemo();
  expect(played.code, played.story).toBe(0);
  ({ report } = played);
}, 90_000);

afterAll(() => played.remove());

test('the run completes, after one approval, with one ticket', () => {
  expect(report).toMatchObject({ state: 'completed', tickets: 1, approvals: 1 });
});

test('the hash is the SHA-256 of the text that people read in the issue', () => {
  expect(textAt(report, 'hash')).toMatch(/^[0-9a-f]{64}$/);
  expect(textAt(report, 'proposalBytesSha256')).toBe(textAt(report, 'hash'));
});

test('AP-01 AP-20 AP-21 AP-24 AP-31 AP-37 AP-45 AP-46 AP-50 WH-02: what must not work is refused, each with its code', () => {
  expect(
    Object.fromEntries(listAt(report, 'refused').map((one) => [textAt(one, 'case'), textAt(one, 'code')])),
  ).toEqual({
    redelivered_webhook: 'duplicate',
    repeated_comment: 'duplicate',
    second_approval: 'not_waiting',
    wrong_hash: 'hash_unknown',
    partial_hash: 'hash_incomplete',
    initiator: 'initiator_excluded',
    stranger: 'ignored',
    edited_comment: 'comment_edited',
    planted_approval: 'comment_edited',
    edited_proposal: 'held',
    unsealed_proposal: 'seal_missing',
    copied_seal: 'token_differs',
    copied_proposal: 'replayed',
    forged_webhook: 'http_401',
    unsigned_webhook: 'http_401',
  });
});

test('the App asks GitHub at most 15 times for an approved run, and creates at most three things', () => {
  expect(numberAt(report, 'requests', 'total')).toBeLessThanOrEqual(15);
  expect(numberAt(report, 'requests', 'creating')).toBeLessThanOrEqual(3);
  expect(numberAt(report, 'requests', 'approvePath')).toBeLessThan(numberAt(report, 'requests', 'total'));
});

test('the times are those of this run', () => {
  expect(numberAt(report, 'ms', 'gather')).toBeGreaterThanOrEqual(0);
  expect(numberAt(report, 'ms', 'approveToCompleted')).toBeGreaterThanOrEqual(0);
  expect(at(report, 'run')).toEqual(expect.stringMatching(/^\d+-\d+-1-[0-9a-f]{8}$/));
});

test('stdout holds the object alone, and the story goes to stderr without control characters', () => {
  expect(played.stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(played.story).toContain('Refused as it should be: 15 of 15');
  expect(played.story).toMatch(/^ {2}verify: pass \(\d+ entries\) {2}recomputed from what GitHub shows/m);
  expect(played.story).not.toContain('\u001B');
  for (const line of played.story.split('\n'))
    expect(line.length).toBeLessThanOrEqual(100 + played.home.length);
});

test('the pages are written and show what GitHub holds', () => {
  expect(played.page('issue.html')).toContain(`/approve ${textAt(report, 'hash')}`);
  expect(played.page('check-run.html')).toContain('Done and verified');
  expect(played.page('refused.html')).toContain('initiator_excluded');
  expect(played.page('refused-check-run.html')).toContain('Rejected');
  expect(played.page('ticket.html')).toContain('Incident: payments');
  expect(played.page('refusals.html')).toContain('id="hash_incomplete"');
});

test('EV-30: evidence on the proposal’s page holds no link, no image and no mention', () => {
  const [, evidence = ''] = played.page('issue.html').split('Evidence (untrusted text, quoted)');
  const [shown = ''] = evidence.split('class="event"');
  expect(shown).toContain('payments: degraded');
  expect(shown).not.toMatch(/<a |<img|class="mention"/);
});

test('nothing is left behind but the pages', () => {
  expect(readdirSync(played.home)).toEqual(['pages']);
});
