import { describe, expect, it } from 'vitest';
import {
  commentSource,
  decideCommand,
  digestIssue,
  rightFor,
  threadFault,
  type CommandFacts,
} from '../../../lib/core/approval/decide.ts';
import { ownTerms } from '../../../lib/core/approval/terms.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { Permission, Thread } from '../../../lib/core/port/app-host.ts';
import type { Run } from '../../../lib/core/run/advance.ts';
import { states, type State } from '../../../lib/core/run/state.ts';
import { event, runOf, waiting } from '../../support/entry.ts';
import { buildProposal } from '../../support/proposal.ts';

const { proposal } = buildProposal();
const proposalHash = digestText('this proposal');
const issuedAt = Date.parse(proposal.issuedAt);
const expiresAt = Date.parse(proposal.expiresAt ?? '');

const kim: Permission = {
  account: { id: '1002', login: 'octo-kim' },
  type: 'User',
  role: 'maintain',
  roleName: 'maintain',
};

type Twist = Partial<CommandFacts> & { readonly permission?: Permission };

function decide(twist: Twist = {}): ReturnType<typeof decideCommand> {
  const { permission = kim, ...rest } = twist;
  const facts = { permission, teams: new Map() };
  return decideCommand({
    run: runOf(waiting),
    proposal,
    expiresAt,
    verb: 'approve',
    hash: proposalHash,
    proposalHash,
    by: permission.account.id,
    right: rightFor(twist.verb ?? 'approve', proposal, ownTerms(proposal), facts),
    throughApp: false,
    at: issuedAt + 60_000,
    ...rest,
  });
}

function inState(state: State, twist: Partial<Run> = {}): Run {
  return { ...runOf(waiting), state, ...twist };
}

function code(answer: ReturnType<typeof decideCommand>): string {
  return answer.ok ? 'ok' : answer.fault;
}

describe('an approval', () => {
  it('of the whole hash by someone eligible in time is one', () => {
    expect(decide()).toEqual({ ok: true, value: 'role maintain' });
  });

  it('AP-36: posted through an app is none', () => {
    expect(code(decide({ throughApp: true }))).toBe('through_app');
  });

  it('AP-45: of another hash is none', () => {
    expect(code(decide({ hash: digestText('another') }))).toBe('hash_unknown');
  });

  it('AP-48: counts one millisecond before the expiry, and not at it or after', () => {
    expect(code(decide({ at: expiresAt - 1 }))).toBe('ok');
    expect(code(decide({ at: expiresAt }))).toBe('expired');
    expect(code(decide({ at: expiresAt + 1 }))).toBe('expired');
    expect(code(decide({ at: expiresAt + 1, expiresAt: null }))).toBe('ok');
  });

  it('TM-07: from before the proposal was made is none', () => {
    expect(code(decide({ at: issuedAt - 1 }))).toBe('comment_differs');
    expect(code(decide({ at: issuedAt }))).toBe('ok');
    expect(code(decide({ proposal: { ...proposal, issuedAt: 'never' } }))).toBe('comment_differs');
  });

  it('waits while the proposal’s text differs', () => {
    expect(code(decide({ run: inState('awaiting_approval', { held: true }) }))).toBe('held');
  });

  it('counts once a person', () => {
    const once = runOf([...waiting, event('approval.recorded', { need: 2 })]);
    expect(code(decide({ run: once }))).toBe('already_approved');
    expect(code(decide({ run: inState('awaiting_approval', { intent: true }) }))).toBe('already_approved');
  });

  it('by someone who may not approve tells so, whatever the clock says', () => {
    const dana = { ...kim, account: { id: '1001', login: 'octo-dana' } };
    expect(code(decide({ permission: dana, at: expiresAt }))).toBe('initiator_excluded');
  });

  it.each(states.filter((state) => state !== 'awaiting_approval'))(
    'AP-46: is refused when the run is %s',
    (state) => {
      const expected = state === 'superseded' || state === 'expired' ? state : 'not_waiting';
      expect(code(decide({ run: inState(state) }))).toBe(expected);
    },
  );
});

describe('the other commands', () => {
  const writer = { ...kim, role: 'write', roleName: 'write' } as const;

  it('AP-54: a rejection is taken until the claim, also after the intent', () => {
    expect(code(decide({ verb: 'reject', permission: writer }))).toBe('ok');
    const intent = inState('awaiting_approval', { intent: true });
    expect(code(decide({ verb: 'reject', run: intent }))).toBe('ok');
    expect(code(decide({ verb: 'reject', run: inState('executing') }))).toBe('not_waiting');
  });

  it('a rejection or a cancellation by someone without a say is refused', () => {
    const reader = { ...kim, role: 'read' } as const;
    expect(code(decide({ verb: 'reject', permission: reader }))).toBe('not_eligible');
    expect(code(decide({ verb: 'cancel', permission: reader }))).toBe('not_eligible');
  });

  it.each(states)('a cancellation of a run that is %s', (state) => {
    const may = ['awaiting_approval', 'failed', 'mismatched', 'unverified', 'uncertain'].includes(state);
    const end = state === 'superseded' || state === 'expired' ? state : 'not_waiting';
    expect(code(decide({ verb: 'cancel', run: inState(state), permission: writer }))).toBe(may ? 'ok' : end);
  });

  it.each(states)('a resumption of a run that is %s asks for an approver’s right', (state) => {
    const may = ['failed', 'mismatched', 'unverified', 'uncertain'].includes(state);
    expect(code(decide({ verb: 'resume', run: inState(state) }))).toBe(may ? 'ok' : 'resume_unavailable');
    if (may)
      expect(code(decide({ verb: 'resume', run: inState(state), permission: writer }))).toBe('not_eligible');
  });

  it('a failed run in which something was sent is never resumed', () => {
    expect(code(decide({ verb: 'resume', run: inState('failed', { sent: true }) }))).toBe(
      'resume_unavailable',
    );
  });

  it('someone who may not approve is told so before anything that a line to paste would mend', () => {
    const dana = { ...kim, account: { id: '1001', login: 'octo-dana' } };
    expect(code(decide({ permission: dana, hash: digestText('another'), throughApp: true }))).toBe(
      'initiator_excluded',
    );
    expect(code(decide({ permission: writer, verb: 'resume' }))).toBe('not_eligible');
  });

  it('asking for the status is always answered', () => {
    expect(code(decide({ verb: 'status', hash: null, permission: writer }))).toBe('ok');
  });
});

describe('the thread before an approval counts', () => {
  const issue = {
    title: 'Countersign: x',
    body: 'as sealed',
    open: true,
    locked: false,
    repositoryId: '701',
    labels: [],
    lastEditedAt: null,
  };
  const comment = { nodeId: 'IC_1', body: '/approve', authorId: '1002', lastEditedAt: null, hidden: false };
  const thread: Thread = {
    issue,
    comments: [comment],
    policy: { repository: null, organisation: null },
    isPublic: false,
    repositoryId: '701',
  };
  const sealed = { text: digestIssue(issue), repositoryId: '701' };
  const counted = [{ bodyDigest: digestText('/approve'), authorId: '1002', at: '2026-11-30T14:12:00Z' }];

  it('AP-23: reads as it was delivered, whatever its two timestamps are', () => {
    expect(threadFault(thread, sealed, counted)).toBeNull();
  });

  it.each([
    ['AP-43: the issue is gone', { ...thread, issue: null }, 'issue_closed'],
    ['AP-43: the issue is closed', { ...thread, issue: { ...issue, open: false } }, 'issue_closed'],
    ['AP-43: the issue is locked', { ...thread, issue: { ...issue, locked: true } }, 'issue_closed'],
    [
      'AP-43: the issue was transferred',
      { ...thread, issue: { ...issue, repositoryId: '702' } },
      'repository_mismatch',
    ],
    ['AP-24: the body was edited', { ...thread, issue: { ...issue, body: 'as sealed ' } }, 'held'],
    ['AP-24: the title was edited', { ...thread, issue: { ...issue, title: 'x' } }, 'held'],
    [
      'AP-24: the body was edited after the approval, and changed back',
      { ...thread, issue: { ...issue, lastEditedAt: '2026-11-30T14:12:01Z' } },
      'page_changed',
    ],
    [
      'the body was edited within the second of the approval',
      { ...thread, issue: { ...issue, lastEditedAt: '2026-11-30T14:12:00Z' } },
      'page_changed',
    ],
    [
      'the time of the edit does not read',
      { ...thread, issue: { ...issue, lastEditedAt: 'yesterday' } },
      'page_changed',
    ],
    ['AP-25: the comment is gone', { ...thread, comments: [null] }, 'comment_gone'],
    ['AP-25: the comment is not in the answer', { ...thread, comments: [] }, 'comment_gone'],
    [
      'AP-22: the comment was edited',
      { ...thread, comments: [{ ...comment, lastEditedAt: '2026-11-30T14:11:00Z' }] },
      'comment_edited',
    ],
    [
      'the comment is another person’s',
      { ...thread, comments: [{ ...comment, authorId: '9' }] },
      'comment_differs',
    ],
    [
      'the author’s account is gone',
      { ...thread, comments: [{ ...comment, authorId: null }] },
      'comment_differs',
    ],
    [
      'the comment reads differently',
      { ...thread, comments: [{ ...comment, body: '/approve ' }] },
      'comment_differs',
    ],
    [
      'the comment cannot be digested',
      { ...thread, comments: [{ ...comment, body: '\ud800' }] },
      'comment_differs',
    ],
  ] as ReadonlyArray<readonly [string, Thread, string]>)('%s', (_, twisted, expected) => {
    expect(threadFault(twisted, sealed, counted)).toBe(expected);
  });

  it('a proposal that was edited and changed back before the approval holds nothing against it', () => {
    const edited: Thread = { ...thread, issue: { ...issue, lastEditedAt: '2026-11-30T14:11:59Z' } };
    expect(threadFault(edited, sealed, counted)).toBeNull();
    const unread = counted.map((one) => ({ ...one, at: 'once' }));
    expect(threadFault(edited, sealed, unread)).toBe('page_changed');
  });
});

describe('where a command was said', () => {
  it('keeps the comment’s digest, not its text', () => {
    const source = commentSource({
      id: '1',
      nodeId: 'IC_1',
      url: 'u',
      createdAt: 't',
      body: 'b',
      delivery: null,
    });
    expect(source).toEqual({
      kind: 'comment',
      id: '1',
      nodeId: 'IC_1',
      url: 'u',
      at: 't',
      bodyDigest: digestText('b'),
      delivery: null,
    });
  });
});
