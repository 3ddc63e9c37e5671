import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAt, numberAt, textAt } from '../../cli/demo/json.ts';
import type { JsonValue } from '../../lib/core/json/value.ts';
import { playDemo, type Played } from './play-demo.ts';

let played: Played;
let story: string;
let report: JsonValue;

// One demo for all the facts below.
beforeAll(async () => {
  played = await playDemo('--scenario', 'rollback');
  ({ story, report } = played);
  expect(played.code, story).toBe(0);
}, 90_000);

afterAll(() => played.remove());

test('the workflow is started once, followed to its end, and the run completes', () => {
  expect(report).toMatchObject({ state: 'completed', dispatches: 1, approvals: 1 });
  expect(report).not.toHaveProperty('tickets');
  expect(story).toContain('The workflow is started, once. It is not over yet');
  expect(story).toContain('6 of 6 fields equal to what was approved');
  expect(story).toMatch(/production runs [0-9a-f]{7} “Charge in batches of fifty” again/);
});

test('the evidence is of two servers: our own over GitHub, and git as npm has it', () => {
  for (const tool of ['github.deployments', 'github.check-runs', 'github.commit', 'git.git_log'])
    expect(story).toMatch(new RegExp(`^ {11}${tool.replace('.', '[.]')} +[\\d,]+ B +\\d+ ms`, 'm'));
  expect(played.page('issue.html')).toContain('3 of 40 test payments were charged twice');
  expect(played.page('issue.html')).toContain('Retry a charge that timed out');
});

test('the hash is the SHA-256 of the text that people read in the issue', () => {
  expect(textAt(report, 'hash')).toMatch(/^[0-9a-f]{64}$/);
  expect(textAt(report, 'proposalBytesSha256')).toBe(textAt(report, 'hash'));
});

test('AP-17 EV-05 ID-01: what must not work is refused, each with its code, and nothing is started by it', () => {
  expect(
    Object.fromEntries(listAt(report, 'refused').map((one) => [textAt(one, 'case'), textAt(one, 'code')])),
  ).toEqual({
    redelivered_webhook: 'duplicate',
    repeated_comment: 'duplicate',
    second_approval: 'not_waiting',
    wrong_hash: 'hash_unknown',
    partial_hash: 'hash_incomplete',
    initiator: 'initiator_excluded',
    evidence_author: 'author_excluded',
    commit_author: 'author_excluded',
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
  expect(story).toContain('Refused as it should be: 17 of 17');
});

test('an approved second run is not started after main has moved', () => {
  expect(story).toContain('kim approves the second run all the same: precondition_failed.');
  expect(story).toContain('It is failed, and nothing of it was ever done.');
  expect(played.page('refused.html')).toContain('precondition_failed');
});

test('the App creates at most three things, and asks GitHub no more than three looks take', () => {
  expect(numberAt(report, 'requests', 'creating')).toBeLessThanOrEqual(3);
  expect(numberAt(report, 'requests', 'total')).toBeLessThanOrEqual(25);
});

test('the run verifies, and the story keeps to its width', () => {
  expect(story).toMatch(/^ {2}verify: pass \(\d+ entries\) {2}recomputed from what GitHub shows/m);
  for (const line of story.split('\n')) expect(line.length).toBeLessThanOrEqual(100 + played.home.length);
});

test('the pages show the proposal, its audit, and the run that was started', () => {
  expect(played.page('issue.html')).toContain(`/approve ${textAt(report, 'hash')}`);
  expect(played.page('issue.html')).toContain('href="actions-run.html"');
  expect(played.page('check-run.html')).toContain('Done and verified');
  expect(played.page('check-run.html')).toContain('smoke test of production');
  expect(played.page('actions-run.html')).toContain('Roll back production to');
});

test('nothing is left behind but the pages', () => {
  expect(readdirSync(played.home)).toEqual(['pages']);
});
