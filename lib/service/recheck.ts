import { comparePrecondition, type Observed } from '../core/action/compare-precondition.ts';
import { preconditionOf } from '../core/action/precondition.ts';
import { threadFault } from '../core/approval/decide.ts';
import { evaluate, executionFault } from '../core/approval/evaluate.ts';
import type { PersonFacts } from '../core/approval/facts.ts';
import { judge } from '../core/approval/judge.ts';
import type { Voice } from '../core/approval/judgement.ts';
import { ownTerms, type Terms } from '../core/approval/terms.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import type { AppHost, Thread } from '../core/port/app-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { CountedApproval } from '../core/run/advance.ts';
import { formatInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { lostEvents } from './issue-lost.ts';
import { instantOf } from './judge-now.ts';
import type { LiveRun, NewEvent } from './live-run.ts';
import { readPerson, withTeams } from './person-facts.ts';
import { headAuthorsOf, observe, presentTerms } from './present-terms.ts';
import { lookAtTarget } from './target.ts';
import { readThread, sealedText } from './thread.ts';

/** What was read right before a write: enough to go on, or what stops it. Either way it is recorded. */
export interface Rechecked {
  readonly events: readonly NewEvent[];
  /** Null: it may be sent. */
  readonly stop: RefusalCode | null;
}

/**
 * Right before the write: the issue reads as sealed and is open, every counted comment stands unedited, every
 * approver has the right by the proposal's rule and by the policy as it is now, enough of them do, nothing is
 * frozen, and what the action depends on reads as approved. What could not be read is a fault that is tried
 * again, never a yes.
 */
export async function recheck(ports: AppPorts, host: AppHost, live: LiveRun): Promise<Rechecked> {
  const { approvals } = live.run;
  const comments = approvals.filter(({ kind }) => kind === 'comment');
  // Asked side by side: each is a look of its own, and the moment before the write should be short.
  const [thread, unwelcome, observed, ...people] = await Promise.all([
    readThread(
      ports,
      host,
      live,
      comments.map(({ nodeId }) => nodeId),
    ),
    lookAtTarget(ports, host, live.read.proposal),
    observe(host, live.read.proposal, 'execute: precondition'),
    ...approvals.map((approval) => readApprover(host, live, approval)),
  ]);
  const place = placeFault(ports, live, thread);
  if (place !== null) return place;
  const counted = comments.map(({ bodyDigest, by, at }) => ({ bodyDigest, authorId: by.id, at }));
  const fault = threadFault(thread, sealedText(live), counted);
  if (fault !== null) return stopped(fault);
  const state = ports.policies.read(thread.policy);
  const policy = policyRead(state);
  if (unwelcome !== null) return stopped(unwelcome, policy);
  // First: where the commit is not there any more, its authors can't be known either.
  const target = compareTarget(live, observed);
  if (target.stop !== null) return stopped(target.stop, [...policy, ...target.events]);
  const headAuthors = headAuthorsOf(live.read.proposal, observed);
  const terms = presentTerms(live, { policy: state, isPublic: thread.isPublic, headAuthors });
  if (!terms.ok) return stopped(terms.fault, policy);
  const rights = await judgeAll(ports, host, terms.value, approvals, people);
  const events = [...hiddenAlerts(thread, comments), ...policy, ...rights.events, ...target.events];
  return { stop: rights.stop, events };
}

/** A hidden comment counts; that readers of the page may not see it stays in the audit (AP-27). */
function hiddenAlerts(thread: Thread, counted: readonly CountedApproval[]): readonly NewEvent[] {
  return counted
    .filter((_, index) => thread.comments[index]?.hidden === true)
    .map(({ url }) => ({ event: { type: 'alert.raised', data: { code: 'comment_hidden', subject: url } } }));
}

/** Which policy was in force: what is not the proposal's own stands in the audit, too. */
function policyRead(state: PolicyState): readonly NewEvent[] {
  switch (state.kind) {
    case 'faulty':
      return [];
    case 'default':
      return [{ event: { type: 'policy.read', data: { commit: null, digest: null } } }];
    case 'written': {
      const { commit, digest } = state;
      return [{ event: { type: 'policy.read', data: { commit, digest } } }];
    }
  }
}

function stopped(stop: RefusalCode, events: readonly NewEvent[] = []): Rechecked {
  return { stop, events };
}

function readApprover(host: AppHost, live: LiveRun, { by }: CountedApproval): Promise<PersonFacts> {
  const { proposal } = live.read;
  return readPerson(host, ownTerms(proposal), { repository: proposal.repository.name, login: by.login });
}

/** The names of issue and repository may lead elsewhere by now: then nothing that they lead to may be touched. */
function placeFault(ports: AppPorts, live: LiveRun, thread: Thread): Rechecked | null {
  const lost = lostEvents(ports, live, thread);
  if (lost !== null) return stopped(lost.code, lost.events);
  return thread.repositoryId === live.stored.repositoryId ? null : stopped('repository_mismatch');
}

async function judgeAll(
  ports: AppPorts,
  host: AppHost,
  terms: Terms,
  approvals: readonly CountedApproval[],
  people: readonly PersonFacts[],
): Promise<Rechecked> {
  const voices: Voice[] = [];
  const events: NewEvent[] = [];
  for (const [index, { by, at }] of approvals.entries()) {
    const first = people[index];
    if (first === undefined) throw new TypeError('as many answers as questions');
    // The login leads to somebody else by now: this person's right can't be read any more.
    if (first.permission.account.id !== by.id) return stopped('right_lost');
    const facts = await withTeams(host, terms, first);
    const judgement = judge(terms, facts);
    voices.push({ by, at: instantOf(at), judgement });
    if (judgement.answer !== 'yes') continue;
    const readAt = formatInstant(ports.clock.now());
    const right = { role: facts.permission.roleName, basis: judgement.basis, readAt };
    events.push({ event: { type: 'rights.read', data: { by, right } } });
  }
  const fault = executionFault(evaluate(terms, voices, ports.clock.now()));
  // Also where enough others are left: what was counted must stand as a whole.
  const all = voices.every(({ judgement }) => judgement !== 'recorded' && judgement.answer === 'yes');
  return { stop: fault ?? (all ? null : 'right_lost'), events };
}

function compareTarget({ read }: LiveRun, observed: Observed | null): Rechecked {
  const { action } = read.proposal;
  const precondition = preconditionOf(action);
  if (precondition === null || observed === null) return { stop: null, events: [] };
  if (observed.repositoryId !== action.target.repository.id) return stopped('repository_mismatch');
  const { fields, differing } = comparePrecondition(precondition, observed);
  const event: NewEvent =
    differing.length === 0
      ? { event: { type: 'precondition.equal', data: { fields } } }
      : { event: { type: 'precondition.differed', data: { differing } } };
  return { stop: differing.length === 0 ? null : 'precondition_failed', events: [event] };
}
