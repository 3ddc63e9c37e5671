import { headDocument } from '../core/audit/head.ts';
import type { AppHost } from '../core/port/app-host.ts';
import { checkRunName, renderCheckRun } from '../core/publication/check-run.ts';
import { renderButtons } from '../core/publication/check-run-buttons.ts';
import { conclusionOf } from '../core/run/state.ts';
import type { AppPorts } from './app-ports.ts';
import type { AppendFault, LiveRun } from './live-run.ts';
import { issueUrl, published, value, viewOf, type TellHints } from './publication.ts';
import { carriedFirst, isGone, openParts, updateParts } from './publish-audit-parts.ts';

/** Makes the App's check run on the proposal's commit, or finds the one it made before a crash. */
export async function openCheckRun(
  ports: AppPorts,
  live: LiveRun,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const host = await ports.hosts.installation(live.stored.installation);
  const place = checkRunPlace(live);
  const found = hints.freshFrom === 0 ? null : value('find check run', await host.findCheckRun(place));
  const { carried, output } = checkRunOutput(ports, live);
  const checkRun =
    found ??
    value(
      'open check run',
      await host.createCheckRun({
        ...place,
        detailsUrl: issueUrl(ports, live),
        conclusion: conclusionOf(live.run.state),
        output,
        actions: renderButtons(live.run),
      }),
    );
  const opened = await published(ports, live, 'check_run', checkRun, []);
  if (typeof opened === 'string' || found !== null || carried < live.stored.entries.length) return opened;
  // Where its issue is gone, nothing else may ever be told of the run: then it is told to the last entry.
  if (opened.run.issueLost) return opened;
  // The entry of its own opening is told by the check run's being there.
  return told(ports, opened);
}

/**
 * Brings the check run up to date with the ledger: sentence, timeline, signed head, entries, conclusion.
 * Entries that no longer fit go into further check runs first, so that nothing points to what is not there.
 */
export async function updateCheckRun(ports: AppPorts, from: LiveRun): Promise<LiveRun | AppendFault> {
  const host = await ports.hosts.installation(from.stored.installation);
  const live = await openParts(ports, host, from);
  if (typeof live === 'string') return live;
  if ((await updateParts(ports, host, live)) === 'gone') return openAnew(ports, live);
  const { output } = checkRunOutput(ports, live);
  const answer = await host.updateCheckRun({
    repository: live.read.proposal.repository.name,
    id: live.run.checkRun?.id ?? '',
    conclusion: conclusionOf(live.run.state),
    output,
    actions: renderButtons(live.run),
  });
  if (isGone(answer)) return reopen(ports, live);
  value('update check run', answer);
  return told(ports, live);
}

/** Opens, or finds, the check run once more. With the entry that says so its parts begin anew, too. */
function openAnew(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  return openCheckRun(ports, live, { labels: null, asker: null, freshFrom: live.stored.entries.length });
}

/** A run whose check run is gone gets a new one. One that is listed all the same is only not readable yet. */
async function reopen(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const gone = live.run.checkRun?.id;
  const opened = await openAnew(ports, live);
  if (typeof opened !== 'string' && opened.run.checkRun?.id === gone)
    throw new Error('publish: update check run: it cannot be read yet');
  return opened;
}

function checkRunPlace(live: LiveRun): Parameters<AppHost['findCheckRun']>[0] {
  const { origin, repository } = live.read.proposal;
  if (!('actions' in origin)) throw new TypeError('a check run stands on the commit of an Actions run');
  return {
    repository: repository.name,
    name: checkRunName,
    sha: origin.actions.sha,
    externalId: live.read.hash,
  };
}

async function told(ports: AppPorts, live: LiveRun): Promise<LiveRun> {
  const { stored } = live;
  const count = stored.entries.length;
  await ports.ledger.markPublished({ run: stored.run, count });
  return { ...live, stored: { ...stored, published: count } };
}

function checkRunOutput(
  ports: AppPorts,
  live: LiveRun,
): {
  readonly carried: number;
  readonly output: { readonly title: string; readonly summary: string; readonly text: string };
} {
  const { run, stored, read } = live;
  const { title, summary, text, carried } = renderCheckRun({
    ...viewOf(ports, live),
    runId: stored.run,
    canonicalText: read.record.proposal,
    issueUrl: issueUrl(ports, live),
    signature: { keyId: ports.signer.keyId, value: ports.signer.sign(headDocument(stored.run, run.head)) },
    pack: (lines) => ports.codec.encode(lines),
    carries: carriedFirst(ports, live),
  });
  return { carried, output: { title, summary, text } };
}
