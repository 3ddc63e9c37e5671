import { describe, expect, it } from 'vitest';
import { comparePrecondition, type Observed } from '../../../lib/core/action/compare-precondition.ts';
import type { Precondition } from '../../../lib/core/action/precondition.ts';
import { digestText } from '../../../lib/core/json/digest.ts';

const [sha, other] = ['a'.repeat(40), 'b'.repeat(40)];
const [digest, edited] = [digestText('as it was'), digestText('edited')];

const whole: Precondition = {
  ref: { name: 'refs/heads/main', sha },
  issue: { number: 5, state: 'open', digest },
  file: { path: 'values.yml', ref: 'refs/heads/main', sha },
};
const same: Observed = {
  repositoryId: '701',
  ref: { sha },
  issue: { state: 'open', digest },
  file: { sha },
  authors: [],
};

describe('users 38: a precondition compared with what is there', () => {
  it('holds where every field is equal', () => {
    expect(comparePrecondition(whole, same)).toEqual({ fields: 4, differing: [] });
  });

  it.each([
    ['a branch that moved on', { ref: { sha: other } }, 'ref.sha', sha, other],
    ['a branch that is gone', { ref: null }, 'ref.sha', sha, null],
    ['an issue that was closed', { issue: { state: 'closed', digest } }, 'issue.state', 'open', 'closed'],
    [
      'an issue that was edited',
      { issue: { state: 'open', digest: edited } },
      'issue.digest',
      digest,
      edited,
    ],
    ['a file that changed', { file: { sha: other } }, 'file.sha', sha, other],
    ['a file that is gone', { file: null }, 'file.sha', sha, null],
  ] as const)('users 44, ID-20: differs by field for %s', (_, twist, field, expected, observed) => {
    expect(comparePrecondition(whole, { ...same, ...twist }).differing).toEqual([
      { field, expected, observed },
    ]);
  });

  it('differs in both fields of an issue that is gone', () => {
    expect(comparePrecondition(whole, { ...same, issue: null }).differing.map(({ field }) => field)).toEqual([
      'issue.state',
      'issue.digest',
    ]);
  });

  it('asks nothing of what it does not name', () => {
    const only: Precondition = { ref: null, issue: null, file: whole.file };
    expect(comparePrecondition(only, { ...same, ref: null, issue: null })).toEqual({
      fields: 1,
      differing: [],
    });
    expect(comparePrecondition({ ...whole, file: null }, { ...same, file: null }).fields).toBe(3);
  });
});
