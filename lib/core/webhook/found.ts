import { digestText } from '../json/digest.ts';
import type { FoundComment } from '../port/app-host.ts';
import type { IssueRef } from '../port/ledger.ts';

const prefix = 'found:';

/** Where a comment was found: the proposal's issue as the ledger knows it. */
export interface FoundAt extends IssueRef {
  readonly repository: { readonly id: string; readonly ownerId: string; readonly name: string };
  readonly at: { readonly number: number; readonly id: string; readonly nodeId: string };
}

/**
 * A comment that a scan found, as the delivery that should have told of it: the same members that are read
 * from a webhook. Of the issue only what names it is true; nothing is decided from the rest.
 */
export function foundPayload(found: FoundComment, { installation, repository, at }: FoundAt): string {
  const { author } = found;
  if (author === null) throw new TypeError('a comment without an author says nothing');
  const person = { id: Number(author.id), login: author.login, type: author.type };
  return JSON.stringify({
    action: 'created',
    installation: { id: Number(installation) },
    repository: {
      id: Number(repository.id),
      full_name: repository.name,
      owner: { id: Number(repository.ownerId) },
    },
    sender: person,
    issue: {
      id: Number(at.id),
      node_id: at.nodeId,
      number: at.number,
      html_url: found.url.replace(/#.*$/, ''),
      title: '',
      body: '',
      state: 'open',
      locked: false,
      labels: [],
      created_at: found.createdAt,
      user: person,
    },
    comment: {
      id: Number(found.id),
      node_id: found.nodeId,
      html_url: found.url,
      body: found.body,
      created_at: found.createdAt,
      user: person,
      performed_via_github_app: found.throughApp ? {} : null,
    },
  });
}

/** Its id in the inbox. No delivery of GitHub has a colon in its own. Another text is another find. */
export function foundId({ id, body }: Pick<FoundComment, 'id' | 'body'>): string {
  return `${prefix}${id}:${digestText(body.toWellFormed()).slice(0, 16)}`;
}

/** The id of a signed delivery; null for what was found without one. */
export function signedDelivery(id: string): string | null {
  return id.startsWith(prefix) ? null : id;
}
