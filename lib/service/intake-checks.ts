import { canonical } from '../core/json/canonical.ts';
import { defaultEvents, defaultExpiryMs, defaultRule } from '../core/approval/rule.ts';
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
  const { repository, action } = read.proposal;
  const { id, ownerId, name } = place.repository;
  if (repository.id !== id || repository.ownerId !== ownerId || repository.name !== name)
    return 'repository_mismatch';
  const target = action.target.repository;
  // A target elsewhere needs its own look at rights and installation, which this version does not take.
  if (target.id !== id || target.ownerId !== ownerId || target.name !== name) return 'repository_mismatch';
  if (read.started.host !== host) return 'run_mismatch';
  const page = render(read);
  return page.title === title && page.visible === visible ? null : 'body_differs';
}

/** The times and the rule are those of the policy. Without a policy file that is the default one. */
export function checkAgainstWorld(candidate: {
  readonly proposal: Proposal;
  /** GitHub's time of the issue. */
  readonly openedAt: string;
}): RefusalCode | null {
  const { proposal, openedAt } = candidate;
  const [issued, opened] = [parseInstant(proposal.issuedAt), parseInstant(openedAt)];
  if (!issued.ok || !opened.ok || issued.value > opened.value + maxSkewMs) return 'expiry_invalid';
  const expires = proposal.expiresAt === null ? null : parseInstant(proposal.expiresAt);
  if (expires === null || !expires.ok || expires.value > issued.value + defaultExpiryMs)
    return 'expiry_invalid';
  if (opened.value >= expires.value) return 'expired';
  const { source, rule } = proposal.policy;
  if (source !== 'default') return 'policy_mismatch';
  return canonical({ ...rule }) === canonical({ ...defaultRule }) ? null : 'policy_mismatch';
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
  const [file] = actions.workflowRef.split('@');
  if (file !== `${place.repository.name}/${run.path}`) return 'run_mismatch';
  return defaultEvents.includes(actions.event) ? null : 'event_refused';
}
