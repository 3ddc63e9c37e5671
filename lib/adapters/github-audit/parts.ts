import type { Account } from '../../core/run/event.ts';
import type {
  AppRef,
  PublishedCheckRun,
  PublishedComment,
  PublishedIssue,
} from '../../core/port/published-run.ts';
import type { RepositoryRef } from '../../core/proposal/proposal.ts';
import { countOf, idOf, listOf, membersOf, nameOf, orNull, textOf } from './answer.ts';
import { pageSize } from './client.ts';

/** A repository of a single answer or of a list. */
export function readRepository(data: unknown): RepositoryRef {
  const { id, owner, full_name: name } = membersOf(data);
  return { id: idOf(id), ownerId: idOf(membersOf(owner)['id']), name: nameOf(name) };
}

/** The issue, and how many comments GitHub counts on it. */
export function readIssue(data: unknown): { readonly issue: PublishedIssue; readonly comments: number } {
  const issue = membersOf(data);
  return {
    issue: {
      id: idOf(issue['id']),
      nodeId: nameOf(issue['node_id']),
      number: countOf(issue['number']),
      url: nameOf(issue['html_url']),
      title: textOf(issue['title']),
      body: textOf(issue['body']),
      author: orNull(issue['user'], readAccount),
      createdAt: nameOf(issue['created_at']),
    },
    comments: countOf(issue['comments']),
  };
}

/** A page of issues: their numbers. A pull request, which GitHub lists among them, is none. */
export function readIssueNumbers(data: unknown): readonly (number | null)[] {
  return listOf(data, pageSize).map((one) => {
    const { number, pull_request: pull } = membersOf(one);
    return pull === undefined || pull === null ? countOf(number) : null;
  });
}

/** A page of comments. */
export function readComments(data: unknown): readonly PublishedComment[] {
  return listOf(data, pageSize).map((one) => {
    const comment = membersOf(one);
    const user = orNull(comment['user'], membersOf);
    return {
      id: idOf(comment['id']),
      nodeId: nameOf(comment['node_id']),
      url: nameOf(comment['html_url']),
      body: textOf(comment['body']),
      author: orNull(comment['user'], readAccount),
      app: orNull(comment['performed_via_github_app'], readApp),
      byBot: user?.['type'] === 'Bot',
      createdAt: nameOf(comment['created_at']),
    };
  });
}

/** A page of check runs. */
export function readCheckRuns(data: unknown): readonly PublishedCheckRun[] {
  return listOf(membersOf(data)['check_runs'], pageSize).map((one) => {
    const run = membersOf(one);
    return {
      id: idOf(run['id']),
      url: textOf(run['html_url']),
      name: nameOf(run['name']),
      sha: nameOf(run['head_sha']),
      externalId: textOf(run['external_id']),
      app: orNull(run['app'], readApp),
      conclusion: orNull(run['conclusion'], nameOf),
      text: textOf(orNull(run['output'], membersOf)?.['text']),
    };
  });
}

function readAccount(data: unknown): Account {
  const { id, login } = membersOf(data);
  return { id: idOf(id), login: nameOf(login) };
}

function readApp(data: unknown): AppRef {
  const { id, slug } = membersOf(data);
  return { id: idOf(id), slug: textOf(slug) };
}
