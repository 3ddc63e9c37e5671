/** A claimed run, and a GitHub that answers what a test says, for the look right before the write. */
import { defaultPolicy } from '../../lib/core/policy/defaults.ts';
import type { PolicyState } from '../../lib/core/policy/policy.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { AppHost, CommentNow, Permission, TeamStanding, Thread } from '../../lib/core/port/app-host.ts';
import type { Observed } from '../../lib/core/action/compare-precondition.ts';
import type { HostFault } from '../../lib/core/port/runner-host.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import { created, replay } from '../../lib/core/run/advance.ts';
import type { Account, RunEvent, Source } from '../../lib/core/run/event.ts';
import type { AppPorts } from '../../lib/service/app-ports.ts';
import { recheck, type Rechecked } from '../../lib/service/recheck.ts';
import type { LiveRun } from '../../lib/service/live-run.ts';
import { event, kim, sourceOf } from '../support/entry.ts';
import type { Twist } from '../support/proposal.ts';
import { wholeRun } from '../support/whole-run.ts';

/** What a test changes about a run that would be sent. */
export interface Case {
  readonly twist?: Twist;
  /** Who approved, and where; default: kim, in a comment. */
  readonly approvals?: readonly { readonly by: Account; readonly source: Partial<Source> }[];
  readonly policy?: PolicyState;
  readonly permission?: (login: string) => Partial<Permission>;
  readonly team?: TeamStanding;
  readonly thread?: Partial<Thread>;
  readonly observed?: Result<Partial<Observed>, HostFault>;
  /** How long after the proposal it is looked at. */
  readonly laterMs?: number;
  readonly events?: readonly RunEvent[];
}

/** What was asked for, besides what came of it. */
export interface Looked {
  readonly checked: Rechecked;
  readonly types: readonly string[];
  readonly commentsAsked: readonly string[];
  readonly asked: readonly string[];
}

const defaultState: PolicyState = { kind: 'default', policy: defaultPolicy };

/** Looks right before the write. */
export async function look(how: Case = {}): Promise<Looked> {
  const { live, approval, issue } = claimedRun(how);
  const { repository, issuedAt } = live.read.proposal;
  const asked: string[] = [];
  let commentsAsked: readonly string[] = [];
  const comment = (nodeId: string, body: string, authorId: string): CommentNow => ({
    nodeId,
    body,
    authorId,
    lastEditedAt: null,
    hidden: false,
  });
  const host: Pick<AppHost, 'thread' | 'permissionOf' | 'teamMembership' | 'observe'> = {
    thread: async ({ commentNodeIds }) => {
      commentsAsked = commentNodeIds;
      return ok({
        issue: {
          ...issue,
          open: true,
          locked: false,
          repositoryId: repository.id,
          labels: [],
          lastEditedAt: null,
        },
        comments: live.run.approvals
          .filter(({ kind }) => kind === 'comment')
          .map(({ nodeId, by }) => comment(nodeId, approval, by.id)),
        repositoryId: repository.id,
        isPublic: false,
        policy: { repository: null, organisation: null },
        ...how.thread,
      });
    },
    permissionOf: async ({ login }) => {
      asked.push(`permission of ${login}`);
      const account = { id: live.run.approvals.find(({ by }) => by.login === login)?.by.id ?? '0', login };
      const right = { account, type: 'User', role: 'maintain', roleName: 'maintain' } as const;
      return ok({ ...right, ...how.permission?.(login) });
    },
    teamMembership: async ({ team }) => {
      asked.push(`member of ${team}`);
      return ok(how.team ?? 'not_member');
    },
    observe: async () => {
      asked.push('target');
      const { observed = refused({ code: 'unreadable', status: 502, what: 'observe' }) } = how;
      if (!observed.ok) return observed;
      const none = { repositoryId: repository.id, ref: null, issue: null, file: null, authors: null };
      return ok({ ...none, ...observed.value });
    },
  };
  const ports: Pick<AppPorts, 'clock' | 'policies'> = {
    clock: { now: () => Date.parse(issuedAt) + (how.laterMs ?? 180_000), sleep: async () => undefined },
    policies: { read: () => how.policy ?? defaultState },
  };
  // The look asks these questions of GitHub and uses these ports, and no others.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const checked = await recheck(ports as AppPorts, host as AppHost, live);
  return { checked, types: checked.events.map(({ event: { type } }) => type), commentsAsked, asked };
}

function claimedRun(how: Case): {
  readonly live: LiveRun;
  readonly approval: string;
  readonly issue: { readonly title: string; readonly body: string };
} {
  const approvals = how.approvals ?? [{ by: kim, source: {} }];
  const whole = wholeRun(
    ({ read, approval }) => [
      ...approvals.map(({ by, source }, index) =>
        event('approval.recorded', {
          hash: read.hash,
          by,
          source: sourceOf(String(13 + index), {
            bodyDigest: digestText(approval),
            at: read.proposal.issuedAt,
            ...source,
          }),
          have: index + 1,
          need: approvals.length,
        }),
      ),
      event('intent.recorded', {
        type: read.proposal.action.type,
        idempotencyKey: read.proposal.action.idempotencyKey,
      }),
      event('claim.taken'),
      ...(how.events ?? []),
    ],
    how.twist,
    true,
  );
  const { read, record, entries, issue, approval } = whole;
  const stored = {
    run: entries[0]?.run ?? '',
    repositoryId: read.proposal.repository.id,
    installation: '5',
    hash: read.hash,
    record,
    entries,
    published: 0,
    exported: 0,
  };
  const live: LiveRun = { stored, run: replay(entries, created), read, expiresAt: null };
  return { live, approval, issue };
}
