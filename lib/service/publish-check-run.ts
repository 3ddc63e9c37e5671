import { headDocument } from '../core/audit/head.ts';
import { checkRunName, renderCheckRun } from '../core/publication/check-run.ts';
import { conclusionOf } from '../core/run/state.ts';
import type { AppPorts } from './app-ports.ts';
import type { AppendFault, LiveRun } from './live-run.ts';
import { issueUrl, published, value, viewOf, type TellHints } from './publication.ts';

/** Makes the App's check run on the proposal's commit, or finds the one it made before a crash. */
export async function openCheckRun(
  ports: AppPorts,
  live: LiveRun,
  hints: TellHints,
): Promise<LiveRun | AppendFault> {
  const host = await ports.hosts.installation(live.stored.installation);
  const { origin, repository } = live.read.proposal;
  if (!('actions' in origin)) throw new TypeError('a check run stands on the commit of an Actions run');
  const place = {
    repository: repository.name,
    name: checkRunName,
    sha: origin.actions.sha,
    externalId: live.read.hash,
  };
  const found = hints.freshFrom === 0 ? null : value('find check run', await host.findCheckRun(place));
  const output = checkRunOutput(ports, live);
  const checkRun =
    found ??
    value(
      'open check run',
      await host.createCheckRun({
        ...place,
        detailsUrl: issueUrl(ports, live),
        conclusion: conclusionOf(live.run.state),
        output,
      }),
    );
  const opened = await published(ports, live, 'check_run', checkRun, []);
  if (typeof opened === 'string' || found !== null) return opened;
  // The entry of its own opening is told by the check run's being there.
  return told(ports, opened);
}

/** Brings the check run up to date with the ledger: sentence, timeline, signed head, entries, conclusion. */
export async function updateCheckRun(ports: AppPorts, live: LiveRun): Promise<LiveRun> {
  const host = await ports.hosts.installation(live.stored.installation);
  const { run } = live;
  const answer = await host.updateCheckRun({
    repository: live.read.proposal.repository.name,
    id: run.checkRun?.id ?? '',
    conclusion: conclusionOf(run.state),
    output: checkRunOutput(ports, live),
  });
  value('update check run', answer);
  return told(ports, live);
}

async function told(ports: AppPorts, live: LiveRun): Promise<LiveRun> {
  const { stored } = live;
  const count = stored.entries.length;
  await ports.ledger.markPublished({ run: stored.run, count });
  return { ...live, stored: { ...stored, published: count } };
}

function checkRunOutput(ports: AppPorts, live: LiveRun): { title: string; summary: string; text: string } {
  const { run, stored, read } = live;
  const { title, summary, text } = renderCheckRun({
    ...viewOf(ports, live),
    runId: stored.run,
    canonicalText: read.record.proposal,
    issueUrl: issueUrl(ports, live),
    signature: { keyId: ports.signer.keyId, value: ports.signer.sign(headDocument(stored.run, run.head)) },
    pack: (lines) => ports.codec.encode(lines),
  });
  return { title, summary, text };
}
