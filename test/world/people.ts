/** What people do at GitHub, and the deliveries that it causes. */
import type { Button } from '../../lib/core/approval/button.ts';
import type { Role } from '../../lib/core/proposal/proposal.ts';
import type { Account } from '../../lib/core/run/event.ts';
import type { CommentIncoming, IssueIncoming } from '../../lib/core/webhook/incoming.ts';
import type { WebhookIssue } from '../../lib/core/webhook/issue.ts';
import type { WebhookAccount } from '../../lib/core/webhook/place.ts';
import { asOf, secondOf, urlOf, type CommentState, type IssueState } from './github.ts';
import type { Network } from './network.ts';
import {
  accountOf,
  installation,
  openedRun,
  pages,
  repository,
  type PageName,
  type Person,
} from './pages.ts';
import { pressEvent } from './presses.ts';
import { stored } from './world-ledger.ts';
import type { World } from './world.ts';

/** One thing that someone does, at an offset from the life's beginning. */
export type Deed = { readonly at: number } & (
  | { readonly do: 'open'; readonly page: PageName }
  | { readonly do: 'comment'; readonly by: Person; readonly page: PageName; readonly say: Saying }
  /** `of` counts the comments of people on the page, from 0. */
  | { readonly do: 'tamper'; readonly by: Person; readonly page: PageName }
  | { readonly do: 'restore'; readonly by: Person; readonly page: PageName }
  | {
      readonly do: 'edit';
      readonly by: Person;
      readonly page: PageName;
      readonly of: number;
      readonly say: Saying;
    }
  | { readonly do: 'delete'; readonly by: Person; readonly page: PageName; readonly of: number }
  /** The whole issue, with everything said there. */
  | { readonly do: 'vanish'; readonly by: Person; readonly page: PageName }
  | { readonly do: 'press'; readonly by: Person; readonly page: PageName; readonly button: Button }
  | { readonly do: 'grant'; readonly to: Person; readonly role: Role | 'none' }
);

export type Saying = 'approve' | 'prefix' | 'reject' | 'resume' | 'cancel' | 'status' | 'fine' | 'oops';

const place = { installation, repository };

export function act(world: World, network: Network, deed: Deed): void {
  const { github, scheduler } = world;
  scheduler.note(`people: ${JSON.stringify(deed)}`);
  if (deed.do === 'grant') {
    github.grant(deed.to, deed.role);
    return;
  }
  if (deed.do === 'open') {
    const issue = github.openIssue(pages[deed.page]);
    if (deed.page === 'pair') open(world, issue);
    else network.send(issueEvent('issue_opened', issue, { id: '41898282', login: 'github-actions[bot]' }));
    return;
  }
  const issue = github.issues.findLast(({ page }) => page.name === deed.page);
  if (issue === undefined) return;
  const sender = accountOf(deed.by);
  if (deed.do === 'press') {
    // Before the check run is there, nobody can press.
    const checkRun = github.checkRuns.findLast(({ externalId }) => externalId === issue.page.hash);
    if (checkRun === undefined) return;
    network.send(pressEvent(github.press({ issue, checkRun, button: deed.button, by: deed.by })));
    return;
  }
  if (issue.goneAt !== null) return;
  if (deed.do === 'vanish') {
    network.send(issueEvent('issue_deleted', issue, sender));
    issue.goneAt = scheduler.now();
    return;
  }
  if (deed.do === 'tamper' || deed.do === 'restore') {
    const { title, body } = issue.page;
    const value = deed.do === 'restore' ? { title, body } : { title, body: `${body}\nand more` };
    issue.texts.push({ at: scheduler.now(), value });
    network.send(issueEvent('issue_edited', issue, sender));
    return;
  }
  if (deed.do === 'comment') {
    const body = words(deed.say, issue.page.hash);
    const comment = github.comment({ issue, author: sender, body, postedBy: null });
    network.send(commentEvent('comment_created', comment, sender));
    return;
  }
  const comment = commentsOf(world, issue)[deed.of];
  if (comment === undefined || comment.deletedAt !== null) return;
  if (deed.do === 'delete') comment.deletedAt = scheduler.now();
  else comment.bodies.push({ at: scheduler.now(), value: words(deed.say, issue.page.hash) });
  network.send(commentEvent(deed.do === 'edit' ? 'comment_edited' : 'comment_deleted', comment, sender));
}

/** The comments of people on an issue, in the order in which they were posted. */
export function commentsOf(world: World, issue: IssueState): readonly CommentState[] {
  return world.github.comments.filter((comment) => comment.issue === issue && comment.postedBy === null);
}

/** Whether a comment no longer stands as it was posted. It goes with its issue. */
export function hasChanged({ github }: World, commentId: string): boolean {
  const comment = github.comments.find(({ id }) => id === commentId);
  if (comment === undefined) return true;
  const { issue, bodies, deletedAt } = comment;
  return bodies.length > 1 || deletedAt !== null || issue.goneAt !== null;
}

export function words(say: Saying, hash: string): string {
  switch (say) {
    case 'approve':
    case 'resume':
    case 'reject':
    case 'cancel':
      return `/${say} ${hash}`;
    case 'prefix':
      return `/approve ${hash.slice(0, 8)}`;
    case 'status':
      return '/status';
    case 'fine':
      return 'Looks fine to me.';
    case 'oops':
      return 'I did not mean this.';
  }
}

/** A proposal that two people must approve: the policy that says so is not read yet, so the run is there already. */
function open(world: World, { page, number, id, nodeId }: IssueState): void {
  const run = openedRun(page, { number, id, nodeId });
  if (world.ledger.open(run) !== 'opened') throw new TypeError('it was open already');
  stored(world, run.run, run.entries, run.row);
}

function issueEvent(kind: IssueIncoming['kind'], issue: IssueState, sender: Account): IssueIncoming {
  return { kind, place, issue: webhookIssue(issue), sender: webhookAccount(sender) };
}

function commentEvent(
  kind: CommentIncoming['kind'],
  comment: CommentState,
  sender: Account,
): CommentIncoming {
  return {
    kind,
    place,
    issue: webhookIssue(comment.issue),
    comment: {
      id: comment.id,
      nodeId: comment.nodeId,
      url: urlOf(comment.issue, comment),
      body: comment.bodies.at(-1)?.value ?? '',
      createdAt: secondOf(comment.createdAt),
      author: webhookAccount(comment.author),
      throughApp: false,
    },
    sender: webhookAccount(sender),
  };
}

function webhookIssue(issue: IssueState): WebhookIssue {
  const { id, nodeId, number, texts, labels, closed, createdAt } = issue;
  const text = texts.at(-1)?.value ?? { title: '', body: '' };
  return {
    id,
    nodeId,
    number,
    url: urlOf(issue),
    ...text,
    open: (asOf(closed, Number.MAX_SAFE_INTEGER) ?? null) === null,
    locked: false,
    isPullRequest: false,
    labels: labels.at(-1)?.value ?? [],
    author: webhookAccount({ id: '41898282', login: 'github-actions[bot]' }),
    createdAt: secondOf(createdAt),
  };
}

function webhookAccount({ id, login }: Account): WebhookAccount {
  return { id, login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}
