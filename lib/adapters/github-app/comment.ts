import type { AppHost, Published } from '../../core/port/app-host.ts';
import { ok, refused } from '../../core/result.ts';
import { id, listOf, long, members, orNull, short } from './answer.ts';
import { ask, readData, send, unreadable, type GitHubClient } from './client.ts';
import { maxPages, pageSize } from './listed.ts';
import { authorship, isOwnMarked, type OwnApp } from './own.ts';

const create = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';

const made = members({ id, html_url: short, body: long });

const page = listOf(members({ id, html_url: short, body: orNull(long), ...authorship }), pageSize);

/** Posts a comment, once. */
export function comment(client: GitHubClient): AppHost['comment'] {
  return async ({ repository, issueNumber, body }) => {
    const sent = await send(client, create, { repository, issue_number: issueNumber, body });
    const read = readData(sent, made, 'ambiguous');
    if (!read.ok) return read;
    // GitHub has answered over-long texts with success and kept other bytes.
    if (read.value.body !== body)
      return refused({ code: 'ambiguous', status: 201, what: `${create}: another text was stored` });
    return ok({ id: read.value.id, url: read.value.html_url });
  };
}

/** Looks for our own comment with this last line. The list is ascending by id; `since` compares the last update. */
export function findComment(client: GitHubClient, app: OwnApp): AppHost['findComment'] {
  return async ({ repository, issueNumber, marker, since }) => {
    let newest: Published | null = null;
    for (let number = 1; number <= maxPages; number += 1) {
      const question = { repository, issue_number: issueNumber, since, per_page: pageSize, page: number };
      const read = readData(await ask(client, list, question), page, 'unreadable');
      if (!read.ok) return read;
      const last = read.value.findLast((one) => isOwnMarked(app, one, marker));
      if (last !== undefined) newest = { id: last.id, url: last.html_url };
      if (read.value.length < pageSize) return ok(newest);
    }
    return newest === null ? refused(unreadable(list, null, 'more comments than are looked at')) : ok(newest);
  };
}
