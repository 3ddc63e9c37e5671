import { questions } from '../core/approval/verb.ts';
import type { Entry } from '../core/audit/entry.ts';
import type { AppHost } from '../core/port/app-host.ts';
import { labelsFor } from '../core/publication/label.ts';
import { permissionsInWords } from '../core/publication/lacking.ts';
import { renderRefusal } from '../core/publication/refusal.ts';
import { renderResult } from '../core/publication/result.ts';
import { renderHelp } from '../core/publication/help.ts';
import type { Standing } from '../core/publication/standing.ts';
import { renderStatus } from '../core/publication/status.ts';
import { renderWho, type Outlook } from '../core/publication/who.ts';
import { renderWhy } from '../core/publication/why.ts';
import { countsOf, eligibleOf, lastOf } from '../core/publication/view.ts';
import type { DataOf } from '../core/run/event.ts';
import type { State } from '../core/run/state.ts';
import type { AppPorts } from './app-ports.ts';
import type { AppendFault, LiveRun } from './live-run.ts';
import { issueUrl, markerLine, published, tell, value, viewOf, type TellHints } from './publication.ts';
import { readOutlook, readStanding } from './standing.ts';
import { policySays } from './policy-says.ts';
import { newerOf } from './publish-replacement.ts';
import { askThread } from './thread.ts';

/** Answers one command: a refusal with its reason and next step, or what was asked for. */
export async function answerCommand(
  ports: AppPorts,
  live: LiveRun,
  entry: Entry,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const marker = markerLine(entry.digest);
  const policy = await policySays(ports, live, entry);
  const question = entry.type === 'command.answered' ? entry.data : null;
  const standing =
    question?.verb === 'why' ? await readStanding(ports, live, question.by, hints.asker) : null;
  const outlook = question?.verb === 'who' ? await readOutlook(ports, live) : null;
  const body = renderAnswer(ports, live, entry, { marker, policy, standing, outlook });
  const comment = await tell(ports, live, {
    body,
    marker,
    since: entry.at,
    fresh: entry.seq >= hints.freshFrom,
  });
  return published(ports, live, 'answer', comment, [entry.digest]);
}

/** The one result comment: what was done, by whose yes, and what the read-back found. */
export async function tellResult(
  ports: AppPorts,
  live: LiveRun,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const about = lastEnd(live);
  const marker = markerLine(about.digest);
  const checkRunUrl = live.run.checkRun?.url ?? issueUrl(ports, live);
  const newer = await newerOf(ports, live);
  const { body, entries } = renderResult({ ...viewOf(ports, live), checkRunUrl, newer, marker });
  const comment = await tell(ports, live, {
    body,
    marker,
    since: about.at,
    fresh: about.seq >= hints.freshFrom,
  });
  return published(ports, live, 'result', comment, entries);
}

/** Labels the issue with the run's state, and closes it at an end. People's own labels stay. */
export async function tellIssue(
  ports: AppPorts,
  live: LiveRun,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const host = await ports.hosts.installation(live.stored.installation);
  const repository = live.read.proposal.repository.name;
  const { state, issue } = live.run;
  const labels = hints.labels ?? (await currentLabels(host, live));
  const answer = await host.updateIssue({
    repository,
    issueNumber: issue?.number ?? 0,
    labels: labelsFor(state, labels, eligibleOf(viewOf(ports, live)) === 0),
    close: closing(state),
  });
  return published(ports, live, 'issue', value('update issue', answer), []);
}

/** What an answer tells beside the ledger, as it was read for it; null where it tells nothing of the kind. */
interface Said {
  readonly marker: string;
  readonly policy: string | null;
  readonly standing: Standing | null;
  readonly outlook: Outlook | null;
}

function renderAnswer(ports: AppPorts, live: LiveRun, entry: Entry, said: Said): string {
  const { marker, policy } = said;
  const view = viewOf(ports, live);
  if (entry.type === 'command.answered') return renderQuestion(ports, live, entry.data, said);
  if (entry.type !== 'command.refused') throw new TypeError(`${entry.type} is not answered`);
  const { code, verb, by } = entry.data;
  const waits = live.run.state === 'awaiting_approval';
  return renderRefusal({
    code,
    verb,
    by,
    hash: live.read.hash,
    details: {
      state: live.run.state,
      stillNeeded: waits ? countsOf(view).more : null,
      replacedBy: lastOf(view, 'run.superseded')?.data.issue ?? null,
      policy,
      lacking: code === 'permission_missing' ? permissionsInWords(view) : null,
    },
    docsUrl: ports.docsUrl,
    marker,
  });
}

/** Each question has its own text. */
function renderQuestion(
  ports: AppPorts,
  live: LiveRun,
  { verb, by }: DataOf<'command.answered'>,
  { marker, standing, outlook }: Said,
): string {
  const page = { ...viewOf(ports, live), by, marker };
  switch (questions.find((question) => question === verb)) {
    case 'who':
      return renderWho({ ...page, outlook });
    case 'why':
      return renderWhy({ ...page, standing });
    case 'help':
      return renderHelp({ ...page, issueUrl: issueUrl(ports, live) });
    case 'status':
    // Whatever a ledger of another version calls a question is told where the run stands.
    case undefined:
      return renderStatus({ ...page, checkRunUrl: live.run.checkRun?.url ?? null });
  }
}

async function currentLabels(host: AppHost, live: LiveRun): Promise<readonly string[]> {
  return value('thread', await askThread(host, live)).issue?.labels ?? [];
}

/** The entry that brought the run to its present end. */
function lastEnd(live: LiveRun): Entry {
  const { entries } = live.stored;
  const told = new Set([
    'published',
    'command.refused',
    'command.answered',
    'run.replaces',
    'issue.lost',
    'reminder.planned',
    'alert.raised',
  ]);
  const end = entries.findLast((entry) => !told.has(entry.type));
  if (end === undefined) throw new TypeError('a run that ended has entries');
  return end;
}

function closing(state: State): 'completed' | 'not_planned' | null {
  switch (state) {
    case 'completed':
      return 'completed';
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return 'not_planned';
    // A person still has to look at these: the issue stays open until then.
    case 'failed':
    case 'mismatched':
    case 'unverified':
    case 'uncertain':
    case 'created':
    case 'gathering':
    case 'needs_attention':
    case 'awaiting_approval':
    case 'executing':
    case 'verifying':
      return null;
  }
}
