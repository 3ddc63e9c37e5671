import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { looksLikeProposal } from '../../../lib/core/webhook/issue.ts';
import { isHandled, meaningOf, readIncoming, type Incoming } from '../../../lib/core/webhook/incoming.ts';

const user = { id: 1002, login: 'octo-kim', type: 'User' };
const issue: JsonObject = {
  id: 900,
  node_id: 'I_900',
  number: 7,
  html_url: 'https://github.com/acme/payments/issues/7',
  title: 'Countersign: x',
  body: 'text',
  state: 'open',
  locked: false,
  labels: [{ name: 'countersign' }, 'plain', { name: 3 }],
  user: { id: 41898282, login: 'github-actions[bot]', type: 'Bot' },
  created_at: '2026-11-30T14:10:00Z',
};
const hash = 'a3'.repeat(32);
const comment: JsonObject = {
  id: 5000,
  node_id: 'IC_5000',
  html_url: 'https://github.com/acme/payments/issues/7#issuecomment-5000',
  body: `/approve ${hash}`,
  user,
  created_at: '2026-11-30T14:11:00Z',
  performed_via_github_app: null,
};
const base: JsonObject = {
  action: 'created',
  installation: { id: 5 },
  repository: { id: 701, full_name: 'acme/payments', owner: { id: 77 } },
  sender: user,
  issue,
  comment,
};
const { comment: _, ...withoutComment } = base;
const opened: JsonObject = { ...withoutComment, action: 'opened' };

function read(event: string, payload: JsonObject): Incoming {
  const incoming = readIncoming(event, payload);
  if (typeof incoming === 'string') throw new Error(incoming);
  return incoming;
}

describe('a delivery', () => {
  it('of a new comment tells place, issue, comment and who sent it', () => {
    expect(read('issue_comment', base)).toEqual({
      kind: 'comment_created',
      place: { installation: '5', repository: { id: '701', ownerId: '77', name: 'acme/payments' } },
      issue: {
        id: '900',
        nodeId: 'I_900',
        number: 7,
        url: 'https://github.com/acme/payments/issues/7',
        title: 'Countersign: x',
        body: 'text',
        open: true,
        locked: false,
        isPullRequest: false,
        labels: ['countersign'],
        author: { id: '41898282', login: 'github-actions[bot]', type: 'Bot' },
        createdAt: '2026-11-30T14:10:00Z',
      },
      comment: {
        id: '5000',
        nodeId: 'IC_5000',
        url: 'https://github.com/acme/payments/issues/7#issuecomment-5000',
        body: `/approve ${hash}`,
        createdAt: '2026-11-30T14:11:00Z',
        author: { id: '1002', login: 'octo-kim', type: 'User' },
        throughApp: false,
      },
      sender: { id: '1002', login: 'octo-kim', type: 'User' },
    });
  });

  it.each([
    ['issue_comment', { ...base, action: 'edited' }, 'comment_edited'],
    ['issue_comment', { ...base, action: 'deleted' }, 'comment_deleted'],
    ['issues', opened, 'issue_opened'],
    ['issues', { ...opened, action: 'edited' }, 'issue_edited'],
    ['issues', { ...opened, action: 'deleted' }, 'issue_deleted'],
    ['issues', { ...opened, action: 'transferred' }, 'issue_moved'],
  ] as ReadonlyArray<readonly [string, JsonObject, string]>)('%s as %o is read', (event, payload, kind) => {
    expect(read(event, payload).kind).toBe(kind);
  });

  it('AP-36: tells a comment that an app posted', () => {
    const through = read('issue_comment', {
      ...base,
      comment: { ...comment, performed_via_github_app: { id: 3 } },
    });
    expect(through).toMatchObject({ comment: { throughApp: true } });
  });

  it('reads missing text as empty, and knows a pull request', () => {
    const bare = { ...issue, body: null, labels: null, pull_request: {} };
    expect(read('issues', { ...opened, issue: bare })).toMatchObject({
      issue: { body: '', labels: [], isPullRequest: true },
    });
    expect(read('issue_comment', { ...base, comment: { ...comment, body: null } })).toMatchObject({
      comment: { body: '' },
    });
  });

  it.each([
    ['WH-06: a comment named as an issue', 'issues', base],
    ['WH-06: an issue named as a comment', 'issue_comment', opened],
    ['WH-06: a comment named as a check run', 'check_run', base],
    ['WH-06: an issue named as a push', 'push', opened],
  ] as ReadonlyArray<readonly [string, string, JsonObject]>)('%s is malformed', (_name, event, payload) => {
    expect(readIncoming(event, payload)).toBe('malformed');
  });

  it('WH-06: whose payload fits neither event is malformed, or none of ours', () => {
    expect(readIncoming('issues', { action: 'opened' })).toBe('malformed');
    expect(readIncoming('issue_comment', { action: 'created' })).toBe('malformed');
    expect(readIncoming('check_run', { action: 'rerequested' })).toBe('malformed');
    expect(readIncoming('push', { action: 'rerequested', check_run: {} })).toBe('malformed');
    expect(readIncoming('push', { ref: 'refs/heads/main' })).toBe('noise');
    expect(readIncoming('issues', { ...base, comment: 'text' })).toBe('malformed');
  });

  it('is worth asking for again only where it could mean something', () => {
    expect(isHandled('issues', 'opened')).toBe(true);
    expect(isHandled('issues', 'labeled')).toBe(false);
    expect(isHandled('issue_comment', 'created')).toBe(true);
    expect(isHandled('issue_comment', null)).toBe(false);
    expect(isHandled('check_run', 'requested_action')).toBe(true);
    expect(isHandled('check_run', 'rerequested')).toBe(true);
    expect(isHandled('check_run', 'created')).toBe(false);
    expect(isHandled('check_run', null)).toBe(false);
  });

  it('that is no object is malformed', () => {
    expect(readIncoming('issues', [])).toBe('malformed');
  });

  it.each([
    ['of another event', 'check_run', { action: 'created', check_run: {} }],
    ['without an installation', 'issues', { ...opened, installation: null }],
    ['of an action that means nothing', 'issues', { ...opened, action: 'labeled' }],
    ['of a comment’s action that means nothing', 'issue_comment', { ...base, action: 'pinned' }],
    ['without a repository', 'issues', { ...opened, repository: null }],
    ['with a repository without a name', 'issues', { ...opened, repository: { id: 1, owner: { id: 2 } } }],
    ['with an id that is no number', 'issues', { ...opened, installation: { id: '5' } }],
    ['without a sender', 'issues', { ...opened, sender: null }],
    ['with a sender without a type', 'issues', { ...opened, sender: { id: 1, login: 'x' } }],
    ['of an issue without a number', 'issues', { ...opened, issue: { ...issue, number: null } }],
    ['of an issue without a title', 'issues', { ...opened, issue: { ...issue, title: null } }],
    ['of a comment whose author is gone', 'issue_comment', { ...base, comment: { ...comment, user: null } }],
    ['of a comment without a time', 'issue_comment', { ...base, comment: { ...comment, created_at: null } }],
  ] as ReadonlyArray<readonly [string, string, JsonObject]>)('%s is noise', (_name, event, payload) => {
    expect(readIncoming(event, payload)).toBe('noise');
  });
});

describe('what a delivery means', () => {
  it('AP-50, AP-51: is the same for the same command in the same comment, whatever its delivery id', () => {
    expect(meaningOf(read('issue_comment', base))).toBe(`701:comment:5000:approve:${hash}`);
    const status = { ...base, comment: { ...comment, body: '/status' } };
    expect(meaningOf(read('issue_comment', status))).toBe('701:comment:5000:status:');
    const near = { ...base, comment: { ...comment, body: '/approve abc' } };
    expect(meaningOf(read('issue_comment', near))).toBe('701:comment:5000:near_miss');
  });

  it('differs from edit to edit, and between two issues', () => {
    const edit = (body: string): string | null =>
      meaningOf(read('issue_comment', { ...base, action: 'edited', comment: { ...comment, body } }));
    expect(edit('a')).not.toBe(edit('b'));
    expect(edit('a')).toBe(edit('a'));
    expect(meaningOf(read('issues', opened))).toBe('701:issue:900:opened');
    for (const action of ['deleted', 'transferred'])
      expect(meaningOf(read('issues', { ...opened, action }))).toBe('701:issue:900:gone');
    expect(meaningOf(read('issue_comment', { ...base, action: 'deleted' }))).toBe('701:comment:5000:deleted');
  });

  it('is nothing that comes twice for an edit of the proposal: changed, changed back and changed again', () => {
    expect(meaningOf(read('issues', { ...opened, action: 'edited' }))).toBeNull();
  });
});

describe('an issue that looks like a proposal', () => {
  const look = (twist: JsonObject): boolean => {
    const plain = { ...issue, title: 'plain', labels: [], ...twist };
    const incoming = read('issues', { ...opened, issue: plain });
    if (!('issue' in incoming)) throw new Error(incoming.kind);
    return looksLikeProposal(incoming.issue);
  };

  it('does so by its record, its title or its label, and never as a pull request (users 37)', () => {
    expect(look({})).toBe(false);
    expect(look({ body: 'x\n<!-- countersign:record:v1 abc -->' })).toBe(true);
    expect(look({ title: 'Countersign: x' })).toBe(true);
    expect(look({ labels: [{ name: 'countersign' }] })).toBe(true);
    expect(look({ title: 'Countersign: x', pull_request: {} })).toBe(false);
  });
});
