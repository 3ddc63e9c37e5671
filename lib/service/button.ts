import { buttonSource, isSecondClick, whoseCheckRun } from '../core/approval/button.ts';
import type { Entry } from '../core/audit/entry.ts';
import { isDigest } from '../core/json/digest.ts';
import { checkRunName } from '../core/publication/check-run.ts';
import type { ButtonIncoming, WebhookCheckRun } from '../core/webhook/check-run.ts';
import { advanceLive } from './advance-run.ts';
import type { AppPorts } from './app-ports.ts';
import { decideWord } from './decide.ts';
import { done, goOn, type Handled, type Receipt } from './handled.ts';
import { readLiveRun, type LiveRun } from './live-run.ts';
import { isFrom, saidIn } from './mentions.ts';
import { hasNewOwner, holdForOwner } from './owner-changed.ts';

/**
 * Handles a press of Approve or Reject on a run's check run. Whoever pressed is looked at like whoever comments;
 * the hash is that of the check run, whose page shows what it was taken from and can be changed by nobody else.
 */
export async function handleButton(
  ports: AppPorts,
  { checkRun, button, sender, place }: ButtonIncoming,
  { delivery, receivedAt }: Receipt,
): Promise<Handled> {
  const live = await runOfCheckRun(ports, checkRun, place.repository.id);
  if (live === null) return done('no run');
  if (hasNewOwner(live, place)) return holdForOwner(ports, live);
  const whose = whoseCheckRun(checkRun, ownCheckRun(live));
  if (whose === 'foreign' || delivery === null) return done('another check run');
  const { hash } = live.read;
  const source = buttonSource({ checkRun, button, hash, delivery, receivedAt });
  const press = { by: sender.id, source, receivedAt };
  const { entries } = live.stored;
  // What was voided may be said again at once.
  const standing = entries.slice(entries.findLastIndex(({ type }) => type === 'approvals.voided') + 1);
  if (entries.some((entry) => isFrom(entry, delivery)) || standing.some((entry) => isClicked(entry, press))) {
    await advanceLive(ports, live, { labels: null });
    return done('known');
  }
  const decided = await decideWord(ports, live, {
    place,
    sender,
    source,
    verb: button,
    hash,
    reason: '',
    fault: whose === 'outdated' ? 'button_outdated' : null,
    throughApp: false,
  });
  return goOn(ports, live, decided, null);
}

/** The run whose proposal a check run names, in the repository that the delivery is about; null for none of ours. */
export async function runOfCheckRun(
  ports: AppPorts,
  { externalId }: WebhookCheckRun,
  repositoryId: string,
): Promise<LiveRun | null> {
  if (externalId === null || !isDigest(externalId)) return null;
  const stored = await ports.ledger.byHash({ hash: externalId });
  return stored?.repositoryId === repositoryId ? readLiveRun(stored) : null;
}

/** What a run's own check run says of itself. */
export function ownCheckRun({ read, run }: LiveRun): Parameters<typeof whoseCheckRun>[1] {
  const { origin } = read.proposal;
  return {
    id: run.checkRun?.id ?? null,
    name: checkRunName,
    sha: 'actions' in origin ? origin.actions.sha : '',
    externalId: read.hash,
  };
}

/** Whether an entry tells of the first click of two. */
function isClicked(entry: Entry, press: Parameters<typeof isSecondClick>[1]): boolean {
  const said = saidIn(entry);
  return said !== null && isSecondClick({ by: said.by.id, source: said.source }, press);
}
