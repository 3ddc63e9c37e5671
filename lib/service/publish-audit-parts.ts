import { headOfAll, type Entry } from '../core/audit/entry.ts';
import { headDocument } from '../core/audit/head.ts';
import type { AppHost } from '../core/port/app-host.ts';
import { countFitting, renderAuditPart } from '../core/publication/audit-text.ts';
import { maxParts, partExternalId, partName, renderPartPage } from '../core/publication/check-run-part.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { Result } from '../core/result.ts';
import type { AppPorts } from './app-ports.ts';
import type { AppendFault, LiveRun } from './live-run.ts';
import { issueUrl, published, value } from './publication.ts';

/** How many entries, from the first, stand in the check run itself. */
export function carriedFirst(ports: AppPorts, live: LiveRun): number {
  const [place] = placesOf(live);
  if (place === undefined) return 0;
  return live.run.auditParts.length > 0 ? place.length : countFitting(place, packer(ports));
}

/**
 * Gives entries that fit nowhere a further check run, as many as it takes. Where one begins is recorded
 * with it and never moves: of a long run only the last part and the first page change any more.
 */
export async function openParts(
  ports: AppPorts,
  host: AppHost,
  from: LiveRun,
): Promise<LiveRun | AppendFault> {
  let live = from;
  for (let number = live.run.auditParts.length + 2; number <= maxParts; number += 1) {
    const last = placesOf(live).at(-1) ?? [];
    const rest = last.slice(countFitting(last, packer(ports)));
    if (rest.length === 0) return live;
    const answer = await openPart(ports, host, live, { number, rest });
    if (typeof answer === 'string') return answer;
    live = answer;
  }
  throw new Error(`publish: the audit of run ${live.stored.run} takes more than ${maxParts} check runs`);
}

/**
 * Brings the parts up to date whose entries were not all told; one that is full stays as it is. `gone`: GitHub
 * no longer has one of them.
 */
export async function updateParts(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
): Promise<'updated' | 'gone'> {
  const parts = placesOf(live).slice(1);
  for (const [index, entries] of parts.entries()) {
    const end = entries.at(-1)?.seq ?? -1;
    const id = live.run.auditParts[index]?.id;
    if (id === undefined || end < live.stored.published) continue;
    const answer = await updatePart(ports, host, live, { id, number: index + 2, entries });
    if (isGone(answer)) return 'gone';
    value('update audit part', answer);
  }
  return 'updated';
}

/** GitHub deletes check runs after some 400 days, and whoever looks after a server may do so earlier. */
export function isGone(answer: Result<unknown, HostFault>): boolean {
  return !answer.ok && answer.fault.code === 'refused' && answer.fault.status === 404;
}

interface Rest {
  readonly number: number;
  readonly rest: readonly Entry[];
}

async function openPart(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
  { number, rest }: Rest,
): Promise<LiveRun | AppendFault> {
  const { origin, repository } = live.read.proposal;
  const [first] = rest;
  if (!('actions' in origin) || first === undefined) throw new TypeError('a part has a commit and an entry');
  const place = {
    repository: repository.name,
    name: partName(number),
    sha: origin.actions.sha,
    externalId: partExternalId(live.read.hash, number),
  };
  const entries = rest.slice(0, countFitting(rest, packer(ports)));
  const found = value('find audit part', await host.findCheckRun(place));
  // Made before a crash, and nobody noted where it begins.
  if (found !== null)
    value('update audit part', await updatePart(ports, host, live, { id: found.id, number, entries }));
  const part =
    found ??
    value(
      'open audit part',
      await host.createCheckRun({
        ...place,
        detailsUrl: issueUrl(ports, live),
        conclusion: 'neutral',
        output: partOutput(ports, live, { number, entries }),
        actions: [],
      }),
    );
  return published(ports, live, 'check_run_part', part, [first.digest]);
}

function updatePart(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
  part: { readonly id: string; readonly number: number; readonly entries: readonly Entry[] },
): ReturnType<AppHost['updateCheckRun']> {
  return host.updateCheckRun({
    repository: live.read.proposal.repository.name,
    id: part.id,
    // Whatever became of the run, a part is no verdict and paints no commit.
    conclusion: 'neutral',
    output: partOutput(ports, live, part),
    actions: [],
  });
}

function partOutput(
  ports: AppPorts,
  live: LiveRun,
  { number, entries }: { readonly number: number; readonly entries: readonly Entry[] },
): { title: string; summary: string; text: string } {
  const { run } = live.stored;
  const head = headOfAll(entries);
  const signature = { keyId: ports.signer.keyId, value: ports.signer.sign(headDocument(run, head)) };
  const text = renderAuditPart({ run, head, entries, signature, pack: packer(ports) });
  return { ...renderPartPage(number, live.run.checkRun?.url ?? issueUrl(ports, live)), text };
}

/** The run's entries by their places: the check run first, then each part. */
function placesOf({ run, stored }: LiveRun): readonly (readonly Entry[])[] {
  const starts = run.auditParts.map(({ first }) =>
    stored.entries.findIndex(({ digest }) => digest === first),
  );
  if (starts.includes(-1)) throw new TypeError('a part begins with an entry of its run');
  return [0, ...starts].map((start, index) => stored.entries.slice(start, starts[index]));
}

function packer(ports: AppPorts): (lines: string) => string {
  return (lines) => ports.codec.encode(lines);
}
