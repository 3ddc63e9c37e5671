import type {
  PublishedCheckRun,
  PublishedComment,
  PublishedIssue,
  PublishedRun,
  PublishedRunReader,
} from '../../core/port/published-run.ts';
import type { RecordCodec } from '../../core/port/record-codec.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import { splitBody } from '../../core/proposal/body.ts';
import { parseRecord } from '../../core/proposal/parse-record.ts';
import { checkRunName } from '../../core/publication/check-run.ts';
import { maxParts, partName } from '../../core/publication/check-run-part.ts';
import { readAuditText } from '../../core/publication/read-audit-text.ts';
import { ok, type Result } from '../../core/result.ts';
import { ask, askAll, repositoryParts, type AuditClient, type Listed } from './client.ts';
import { readCheckRuns, readComments, readIssue, readRepository } from './parts.ts';

/** How often comments are counted against what GitHub says before the list is called incomplete. */
const maxCounts = 3;

/**
 * Reads a run back from GitHub: its issue, every comment, and the check runs of our name on the proposal's
 * commit, whoever made them. `codec` reads the commit out of the issue's own text.
 */
export function publishedRuns(client: AuditClient, codec: RecordCodec): PublishedRunReader {
  return {
    async read({ repository, issueNumber }) {
      const parts = repositoryParts(repository);
      if (!parts.ok) return parts;
      const place = await ask(client, 'GET /repos/{owner}/{repo}', parts.value, readRepository);
      if (!place.ok) return place;
      const thread = await readThread(client, { ...parts.value, issue_number: issueNumber });
      if (!thread.ok) return thread;
      const { issue, comments } = thread.value;
      const checkRuns = await readParts(client, parts.value, commitOf(issue.body, codec));
      if (!checkRuns.ok) return checkRuns;
      return ok<PublishedRun>({ repository: place.value, issue, comments, checkRuns: checkRuns.value });
    },
  };
}

interface Thread {
  readonly issue: PublishedIssue;
  readonly comments: Listed<PublishedComment>;
}

/**
 * The issue with all of its comments. One that is deleted while pages are read moves another one out of
 * sight, and a replica may lag: so their count is compared with the issue's own, and both are read again.
 */
async function readThread(
  client: AuditClient,
  question: Readonly<Record<string, unknown>>,
): Promise<Result<Thread, HostFault>> {
  for (let count = 1; ; count += 1) {
    const read = await ask(client, 'GET /repos/{owner}/{repo}/issues/{issue_number}', question, readIssue);
    if (!read.ok) return read;
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const listed = await askAll(client, route, question, readComments);
    if (!listed.ok) return listed;
    const { all, complete } = listed.value;
    const whole = complete && all.length === read.value.comments;
    if (whole || count === maxCounts)
      return ok({ issue: read.value.issue, comments: { all, complete: whole } });
  }
}

/** The commit that the proposal's check run stands on; null where the text names none. */
function commitOf(body: string, codec: RecordCodec): string | null {
  const parts = splitBody(body);
  const text = parts.ok ? codec.decode(parts.value.packedRecord) : parts;
  const record = text.ok ? parseRecord(text.value) : text;
  if (!record.ok) return null;
  const { origin } = record.value.proposal;
  return 'actions' in origin ? origin.actions.sha : null;
}

/** The check runs of our name, and of the parts that go on, as long as their texts say that more is to come. */
async function readParts(
  client: AuditClient,
  place: { readonly owner: string; readonly repo: string },
  commit: string | null,
): Promise<Result<Listed<PublishedCheckRun>, HostFault>> {
  const all: PublishedCheckRun[] = [];
  if (commit === null) return ok({ all, complete: true });
  for (let number = 1; number <= maxParts; number += 1) {
    const name = number === 1 ? checkRunName : partName(number);
    const question = { ...place, ref: commit, check_name: name, filter: 'all' };
    const listed = await askAll(
      client,
      'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      question,
      readCheckRuns,
    );
    // A commit that GitHub no longer knows has no check runs left.
    if (!listed.ok && isGone(listed.fault)) return ok({ all, complete: true });
    if (!listed.ok) return listed;
    all.push(...listed.value.all);
    if (!listed.value.complete) return ok({ all, complete: false });
    if (listed.value.all.length === 0 || !goesOn(all)) break;
  }
  return ok({ all, complete: true });
}

function isGone({ status }: HostFault): boolean {
  return status === 404 || status === 422;
}

/** Whether some run's check runs so far carry fewer entries than one of them says that there are. */
function goesOn(checkRuns: readonly PublishedCheckRun[]): boolean {
  const runs = new Map<string, { readonly count: number; readonly carried: number }>();
  for (const { text } of checkRuns) {
    const lines = readAuditText(text);
    if (lines === null) continue;
    const { count, carried } = runs.get(lines.run) ?? { count: 0, carried: 0 };
    runs.set(lines.run, { count: Math.max(count, lines.head.count), carried: carried + lines.count });
  }
  return [...runs.values()].some(({ count, carried }) => carried < count);
}
