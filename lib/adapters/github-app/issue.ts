import type { AppHost } from '../../core/port/app-host.ts';
import { ok } from '../../core/result.ts';
import { id, members, short } from './answer.ts';
import { readData, send, type GitHubClient } from './client.ts';

const route = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';

/** Sets an issue's labels and closes it where asked to. */
export function updateIssue(client: GitHubClient): AppHost['updateIssue'] {
  return async ({ repository, issueNumber, labels, close }) => {
    const closing = close === null ? {} : { state: 'closed', state_reason: close };
    const sent = await send(client, route, { repository, issue_number: issueNumber, labels, ...closing });
    const read = readData(sent, members({ id, html_url: short }), 'ambiguous');
    return read.ok ? ok({ id: read.value.id, url: read.value.html_url }) : read;
  };
}

/** The issue's number of an address that ends with it; 0 for any other. */
export function issueNumberOf(address: string): number {
  return Number(/\/issues\/([1-9][0-9]{0,15})$/.exec(address)?.[1] ?? 0);
}
