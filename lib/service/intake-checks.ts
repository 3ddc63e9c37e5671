import type { ActionsRun } from '../core/port/runner-host.ts';
import type { ParsedRecord } from '../core/proposal/parse-record.ts';
import type { ActionsOrigin, Proposal } from '../core/proposal/proposal.ts';
import { render } from '../core/proposal/render.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { parseInstant } from '../core/time/instant.ts';
import type { Place } from '../core/webhook/place.ts';

/** How far a proposal's own time may lie after GitHub's time of its issue. */
const maxSkewMs = 60_000;

/** The proposal belongs to this repository and host, and the page says what the record says. */
export function checkText(candidate: {
  readonly read: ParsedRecord;
  readonly title: string;
  readonly visible: string;
  readonly place: Place;
  readonly host: string;
}): RefusalCode | null {
  const { read, title, visible, place, host } = candidate;
  const { repository } = read.proposal;
  const { id, ownerId, name } = place.repository;
  if (repository.id !== id || repository.ownerId !== ownerId || repository.name !== name)
    return 'repository_mismatch';
  if (read.started.host !== host) return 'run_mismatch';
  const page = render(read);
  return page.title === title && page.visible === visible ? null : 'body_differs';
}

/** The proposal's times are in order, and it has not expired. How long it may wait, the policy says. */
export function checkTimes(candidate: {
  readonly proposal: Proposal;
  /** GitHub's time of the issue. */
  readonly openedAt: string;
}): RefusalCode | null {
  const { proposal, openedAt } = candidate;
  const [issued, opened] = [parseInstant(proposal.issuedAt), parseInstant(openedAt)];
  if (!issued.ok || !opened.ok || issued.value > opened.value + maxSkewMs) return 'expiry_invalid';
  if (proposal.expiresAt === null) return null;
  const expires = parseInstant(proposal.expiresAt);
  if (!expires.ok || expires.value <= issued.value) return 'expiry_invalid';
  return opened.value >= expires.value ? 'expired' : null;
}

/** What the proposal says of its Actions run is what GitHub says of it, member by member. */
export function checkAgainstRun(candidate: {
  readonly actions: ActionsOrigin;
  readonly started: ParsedRecord['started'];
  readonly run: ActionsRun;
  readonly place: Place;
}): RefusalCode | null {
  const { actions, started, run, place } = candidate;
  const { id, ownerId } = run.repository;
  if (id !== place.repository.id || ownerId !== place.repository.ownerId) return 'run_mismatch';
  if (run.id !== actions.runId || run.attempt !== actions.attempt || run.sha !== actions.sha)
    return 'run_mismatch';
  if (run.event !== actions.event) return 'run_mismatch';
  if (run.actor.id !== actions.actor || run.triggeringActor.id !== actions.triggeringActor)
    return 'run_mismatch';
  // The logins are shown, so they must be the accounts' own.
  if (
    started.actor.login !== run.actor.login ||
    started.triggeringActor.login !== run.triggeringActor.login
  ) {
    return 'run_mismatch';
  }
  const [file, ref = ''] = actions.workflowRef.split('@');
  return file === `${place.repository.name}/${run.path}` && isRefOf(ref, run) ? null : 'run_mismatch';
}

/** GitHub tells a run's branch or tag by its bare name; a pull request's own ref it does not tell. */
function isRefOf(ref: string, { branch, event }: ActionsRun): boolean {
  const [, name] = /^refs\/(?:heads|tags)\/(.+)$/.exec(ref) ?? [];
  return name === undefined ? event.startsWith('pull_request') : name === branch;
}
