import { describe, expect, it } from 'vitest';
import { whatHappened } from '../../../lib/core/publication/event-words.ts';
import { headline } from '../../../lib/core/publication/headline.ts';
import { nextStep } from '../../../lib/core/publication/next-step.ts';
import { heldFor } from '../../../lib/core/publication/view.ts';
import { event, waiting } from '../../support/entry.ts';
import { viewOf } from './view.ts';

describe('AP-44: a run whose repository has a new owner', () => {
  const view = viewOf([...waiting, event('run.held', { code: 'owner_changed' })]);

  it('says what it is held for, and what can be done', () => {
    expect(headline(view)).toBe('On hold: the repository has a new owner');
    expect(nextStep(view)).toContain('belongs to another owner');
    expect(nextStep(view)).toContain('Start the workflow again');
  });

  it('is told apart from one whose text was changed, which is what a hold means otherwise', () => {
    const changed = viewOf([...waiting, event('run.held')]);
    expect(headline(changed)).toBe('On hold: the proposal’s text was changed');
    expect(nextStep(changed)).toContain('Undo the change');
    expect(heldFor(viewOf(waiting))).toBe('held');
  });
});

describe('AP-43: a run whose issue is gone', () => {
  it('says so where that ended it, and names whoever cancelled it where somebody did', () => {
    expect(headline(viewOf([...waiting, event('issue.lost')]))).toBe('Cancelled: its issue is gone');
    const cancelled = viewOf([...waiting, event('run.cancelled'), event('issue.lost')]);
    expect(headline(cancelled)).toBe('Cancelled by @octo-ana');
  });
});

describe('the timeline', () => {
  it('tells which policy was in force, and that people were reminded', () => {
    expect(whatHappened(event('policy.read'), null)).toBe('policy read: there is no file');
    const read = event('policy.read', { commit: 'c'.repeat(40), digest: 'd'.repeat(64) });
    expect(whatHappened(read, null)).toBe('policy read: `dddddddd` at commit `cccccccc`');
    expect(whatHappened(event('published', { what: 'reminder' }), null)).toContain('people reminded');
    expect(whatHappened(event('reminder.planned'), null)).toContain('2026-12-01 12:10:00');
    expect(whatHappened(event('run.replaces'), null)).toContain('#6');
  });
});
