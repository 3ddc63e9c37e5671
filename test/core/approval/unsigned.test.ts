import { describe, expect, it } from 'vitest';
import { unsignedFault } from '../../../lib/core/approval/decide.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { Thread } from '../../../lib/core/port/app-host.ts';

const body = '/reject aa no';
const said = { bodyDigest: digestText(body), authorId: '1002' };
const comment = { nodeId: 'IC_1', body, authorId: '1002', lastEditedAt: null, hidden: false };
const issue = {
  title: 't',
  body: 'b',
  open: false,
  locked: true,
  repositoryId: '701',
  labels: [],
  lastEditedAt: '2026-11-30T14:11:00Z',
};
const thread: Thread = {
  issue,
  comments: [comment],
  repositoryId: '701',
  isPublic: false,
  policy: { repository: null, organisation: null },
};

describe('a comment that no signed delivery brought', () => {
  it('may be decided when it stands there unedited, whatever became of the issue', () => {
    expect(unsignedFault(thread, '701', said)).toBeNull();
  });

  it.each([
    [
      'AP-22: it was edited',
      { comments: [{ ...comment, lastEditedAt: '2026-11-30T14:11:00Z' }] },
      'comment_edited',
    ],
    ['AP-25: it is gone', { comments: [null] }, 'comment_gone'],
    ['AP-25: it is not in the answer', { comments: [] }, 'comment_gone'],
    ['it says something else', { comments: [{ ...comment, body: '/approve aa' }] }, 'comment_differs'],
    ['it is another person’s', { comments: [{ ...comment, authorId: '9' }] }, 'comment_differs'],
    ['its author is gone', { comments: [{ ...comment, authorId: null }] }, 'comment_differs'],
    ['the issue is gone', { issue: null }, 'issue_closed'],
    ['the issue was transferred', { issue: { ...issue, repositoryId: '702' } }, 'repository_mismatch'],
    ['the repository’s name leads elsewhere', { repositoryId: '702' }, 'repository_mismatch'],
  ] as const)('may not when %s', (_, twist: Partial<Thread>, fault) => {
    expect(unsignedFault({ ...thread, ...twist }, '701', said)).toBe(fault);
  });
});
