/** GitHub as it truly stands: every state with its time, so that a read may see an older one. */
import type { Account } from '../../lib/core/run/event.ts';
import type { Conclusion } from '../../lib/core/run/state.ts';
import type { Role } from '../../lib/core/proposal/proposal.ts';
import { formatInstant } from '../../lib/core/time/instant.ts';
import { repository, type Page, type Person } from './pages.ts';
import type { Press } from './presses.ts';

export interface Version<Value> {
  readonly at: number;
  readonly value: Value;
}

export interface IssueState {
  readonly page: Page;
  readonly number: number;
  readonly id: string;
  readonly nodeId: string;
  readonly createdAt: number;
  /** Of title and body; the first is as it was opened. */
  readonly texts: Version<{ readonly title: string; readonly body: string }>[];
  readonly labels: Version<readonly string[]>[];
  readonly closed: Version<'completed' | 'not_planned' | null>[];
  /** When it was deleted; null while it is there. */
  goneAt: number | null;
}

export interface CommentState {
  readonly id: string;
  readonly nodeId: string;
  readonly issue: IssueState;
  readonly author: Account;
  readonly createdAt: number;
  readonly bodies: Version<string>[];
  deletedAt: number | null;
  /** Which process posted it; null for a person's. */
  readonly postedBy: string | null;
}

/** What the action makes. */
export interface Ticket {
  readonly id: string;
  readonly number: number;
  readonly createdAt: number;
  readonly marker: string;
  readonly fields: {
    readonly title: string;
    readonly body: string;
    readonly labels: readonly string[];
    readonly assignees: readonly string[];
  };
}

export interface CheckRunState {
  readonly id: string;
  readonly externalId: string;
  readonly createdAt: number;
  readonly postedBy: string;
  shown: { readonly conclusion: Conclusion; readonly text: string };
}

export interface GitHub {
  readonly issues: readonly IssueState[];
  readonly comments: readonly CommentState[];
  readonly tickets: readonly Ticket[];
  readonly checkRuns: readonly CheckRunState[];
  readonly presses: readonly Press[];
  roleAt(person: Person, time: number): Role | 'none';
  grant(person: Person, role: Role | 'none'): void;
  openIssue(page: Page): IssueState;
  comment(comment: {
    readonly issue: IssueState;
    readonly author: Account;
    readonly body: string;
    readonly postedBy: string | null;
  }): CommentState;
  /** Someone presses a button of a check run. */
  press(press: Omit<Press, 'at'>): Press;
  makeTicket(ticket: Pick<Ticket, 'marker' | 'fields'>): Ticket;
  makeCheckRun(checkRun: Pick<CheckRunState, 'externalId' | 'postedBy' | 'shown'>): CheckRunState;
}

const firstRoles: Readonly<Record<Person, Role>> = {
  dana: 'write',
  kim: 'maintain',
  ana: 'admin',
  bo: 'read',
};

export function createGitHub(now: () => number): GitHub {
  const issues: IssueState[] = [];
  const comments: CommentState[] = [];
  const tickets: Ticket[] = [];
  const checkRuns: CheckRunState[] = [];
  const presses: Press[] = [];
  const roles = new Map<Person, Version<Role | 'none'>[]>();
  let number = 0;
  let id = 1000;
  const nextId = (): string => {
    id += 1;
    return String(id);
  };
  return {
    issues,
    comments,
    tickets,
    checkRuns,
    presses,
    roleAt: (person, time) => asOf(roles.get(person) ?? [], time) ?? firstRoles[person],
    grant: (person, role) => {
      roles.set(person, [...(roles.get(person) ?? []), { at: now(), value: role }]);
    },
    openIssue: (page) => {
      number += 1;
      const at = now();
      const issue: IssueState = {
        page,
        number,
        id: nextId(),
        nodeId: `I_${number}`,
        createdAt: at,
        texts: [{ at, value: { title: page.title, body: page.body } }],
        labels: [{ at, value: ['countersign'] }],
        closed: [],
        goneAt: null,
      };
      issues.push(issue);
      return issue;
    },
    comment: ({ issue, author, body, postedBy }) => {
      const at = now();
      const own = nextId();
      const fresh: CommentState = {
        id: own,
        nodeId: `IC_${own}`,
        issue,
        author,
        createdAt: at,
        bodies: [{ at, value: body }],
        deletedAt: null,
        postedBy,
      };
      comments.push(fresh);
      return fresh;
    },
    press: (made) => {
      const press = { ...made, at: now() };
      presses.push(press);
      return press;
    },
    makeTicket: (made) => {
      number += 1;
      const ticket = { ...made, id: nextId(), number, createdAt: now() };
      tickets.push(ticket);
      return ticket;
    },
    makeCheckRun: (made) => {
      const checkRun = { ...made, id: nextId(), createdAt: now() };
      checkRuns.push(checkRun);
      return checkRun;
    },
  };
}

/** The value that stood at a time; null where there was none yet. */
export function asOf<Value>(versions: readonly Version<Value>[], time: number): Value | null {
  return versions.findLast(({ at }) => at <= time)?.value ?? null;
}

/** GitHub tells times by the second. */
export function secondOf(time: number): string {
  return formatInstant(Math.floor(time / 1000) * 1000);
}

export const app: Account = { id: '9001', login: 'countersign[bot]' };

export function urlOf(issue: IssueState, comment?: CommentState): string {
  const page = `https://github.com/${repository.name}/issues/${issue.number}`;
  return comment === undefined ? page : `${page}#issuecomment-${comment.id}`;
}
