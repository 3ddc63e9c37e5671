import {
  commentSource,
  decideCommand,
  digestIssue,
  rightFor,
  threadFault,
  unsignedFault,
} from '../core/approval/decide.ts';
import { hasSay } from '../core/approval/eligibility.ts';
import { parseCommand, type ParsedCommand } from '../core/approval/command.ts';
import type { Verb } from '../core/approval/verb.ts';
import type { AppHost, Permission, Thread } from '../core/port/app-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { Source } from '../core/run/event.ts';
import { formatInstant, parseInstant } from '../core/time/instant.ts';
import type { CommentIncoming } from '../core/webhook/incoming.ts';
import type { Place, WebhookAccount } from '../core/webhook/place.ts';
import type { AppPorts } from './app-ports.ts';
import { countersign } from './countersign.ts';
import { hostError } from './host-error.ts';
import { appendEvents, type AppendFault, type LiveRun, type NewEvent } from './live-run.ts';

/** What deciding came to. `ignored`: the commenter has no say, and learns nothing. `labels`: the issue's, as last seen. */
export interface Decided {
  readonly live: LiveRun;
  readonly outcome: 'recorded' | 'refused' | 'ignored' | AppendFault;
  readonly code: RefusalCode | null;
}

/** How often, and how long apart, a comment that GitHub does not show yet is asked for. Replicas lag by seconds. */
const lagPausesMs: readonly number[] = [500, 2000, 5000];

/**
 * One person's word on a run: a comment, or a press of a button on its check run. There is one way for both, so
 * that no verb and no door goes past the look at the person's right.
 */
export interface Word {
  readonly place: Place;
  readonly sender: WebhookAccount;
  readonly source: Source;
  /** What is asked for; null where it is more than one thing. */
  readonly verb: Verb | null;
  /** The hash that it names, null for a question. */
  readonly hash: string | null;
  readonly reason: string;
  /** Why it counts for nothing, whatever it asks for; null where it may be decided. */
  readonly fault: RefusalCode | null;
  readonly throughApp: boolean;
}

/**
 * Decides one comment on a proposal, from the text of its signed delivery. Rejects when GitHub could not
 * be asked: the delivery then stays unsettled and is tried again, which never counts as a yes.
 */
export async function decideComment(
  ports: AppPorts,
  live: LiveRun,
  incoming: CommentIncoming,
  delivery: string | null,
): Promise<Decided> {
  const { comment, sender, place } = incoming;
  const command = parseCommand(comment.body);
  if (command.kind === 'none' || comment.author.type !== 'User') {
    return { live, outcome: 'ignored', code: null };
  }
  const said = command.kind === 'command' ? command : { hash: null, reason: '' };
  return decideWord(ports, live, {
    place,
    sender,
    source: commentSource({ ...comment, delivery }),
    verb: command.verb,
    hash: said.hash,
    reason: said.reason,
    fault: textFault(incoming, command),
    throughApp: comment.throughApp,
  });
}

/** Decides what a person said. Rejects when GitHub could not be asked. */
export async function decideWord(ports: AppPorts, live: LiveRun, word: Word): Promise<Decided> {
  const { sender, place, source } = word;
  const repositoryId = place.repository.id;
  if (sender.type !== 'User' || ports.strangers.has(repositoryId, sender.id))
    return { live, outcome: 'ignored', code: null };
  const host = await ports.hosts.installation(place.installation);
  const asked = await host.permissionOf({ repository: place.repository.name, login: sender.login });
  if (!asked.ok) throw hostError('decide: permission', asked.fault);
  const permission = asked.value;
  // A login can be renamed and taken by someone else between the delivery and the look-up.
  if (permission.account.id !== sender.id || !hasSay(live.read.proposal, permission)) {
    ports.strangers.add(repositoryId, sender.id);
    return { live, outcome: 'ignored', code: null };
  }
  const { bodyDigest, nodeId, at: saidAt } = source;
  // A press is no text that anybody could change: of it nothing stands in the thread.
  const counted = source.kind === 'comment' ? [{ bodyDigest, authorId: sender.id, nodeId, at: saidAt }] : [];
  const nodeIds = counted.map((comment) => comment.nodeId);
  // What no signed delivery brought is read again before anything is made of it, whatever the verb.
  const [found] = source.delivery === null ? counted : [];
  const seen = found === undefined ? null : await readThread(ports, host, live, nodeIds);
  const unsigned =
    seen === null || found === undefined ? null : unsignedFault(seen, live.stored.repositoryId, found);
  const { verb, hash } = word;
  const code = unsigned ?? word.fault;
  if (code !== null || verb === null) {
    const right = verb === null ? null : rightFor(verb, live.read.proposal, permission);
    const why = right === null || right.ok ? (code ?? 'command_malformed') : right.fault;
    return refuse(ports, live, { verb: verb ?? '', permission, source }, why);
  }
  const at = parseInstant(saidAt);
  const { run, read, expiresAt } = live;
  const said = { verb, permission, source };
  const decision = decideCommand({
    // Whether a held proposal reads as sealed again, the thread says: its delivery may still be on its way.
    run: verb === 'approve' ? { ...run, held: false } : run,
    proposal: read.proposal,
    expiresAt,
    verb,
    hash,
    proposalHash: read.hash,
    permission,
    throughApp: word.throughApp,
    at: at.ok ? at.value : 0,
  });
  if (!decision.ok) return refuse(ports, live, said, decision.fault);
  if (verb !== 'approve') {
    const event = personEvent(verb, { ...said, reason: word.reason }, decision.value, ports);
    return recorded(await appendEvents(ports, live, [event]), live);
  }
  const thread = seen ?? (await readThread(ports, host, live, nodeIds));
  const fault = threadFault(thread, sealedText(live), counted);
  if (fault === 'held' && !run.held) return hold(ports, live, said);
  if (fault !== null) return refuse(ports, live, said, fault);
  const free = run.held ? await appendEvents(ports, live, [releaseEvent]) : live;
  if (typeof free === 'string') return { live, outcome: free, code: null };
  const answer = await countersign(ports, free, { permission, basis: decision.value, source });
  return answer === 'effect_taken' ? refuse(ports, free, said, 'effect_taken') : recorded(answer, free);
}

/** The sealed text's digest and place, as the run's own entry keeps them. */
export function sealedText(live: LiveRun): { readonly text: string; readonly repositoryId: string } {
  const received = live.stored.entries.find((entry) => entry.type === 'proposal.received');
  if (received?.type !== 'proposal.received') throw new TypeError('a run in the ledger was received');
  return { text: received.data.text, repositoryId: live.stored.repositoryId };
}

/** Whether the issue reads as it was sealed, by GitHub's present answer. */
export async function readsAsSealed(ports: AppPorts, live: LiveRun): Promise<boolean> {
  const host = await ports.hosts.installation(live.stored.installation);
  const { issue } = await readThread(ports, host, live, []);
  return issue !== null && digestIssue(issue) === sealedText(live).text;
}

/** Reads the thread; a comment that is not there yet is asked for again within the replicas' lag. */
export async function readThread(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
  commentNodeIds: readonly string[],
): Promise<Thread> {
  const repository = live.read.proposal.repository.name;
  const issueNodeId = live.run.issue?.nodeId ?? '';
  for (const pause of [...lagPausesMs, null]) {
    const thread = await host.thread({ repository, issueNodeId, commentNodeIds });
    if (!thread.ok) throw hostError('thread', thread.fault);
    const complete =
      thread.value.issue !== null && thread.value.comments.every((comment) => comment !== null);
    if (complete || pause === null) return thread.value;
    await ports.clock.sleep(pause);
  }
  throw new TypeError('the last pause is null');
}

/** Holds the run because its page does not read as sealed: approvals so far are void, and the reason is told. */
async function hold(ports: AppPorts, live: LiveRun, said: Said): Promise<Decided> {
  const held = await appendEvents(ports, live, holdEvents(live));
  if (typeof held === 'string') return { live, outcome: held, code: null };
  return refuse(ports, held, said, 'held');
}

/** The event that ends a hold: the page reads as sealed again. */
export const releaseEvent: NewEvent = { event: { type: 'run.released', data: { code: 'held' } } };

/** The events that hold a run: its approvals so far become void. */
export function holdEvents(live: LiveRun): readonly NewEvent[] {
  const count = live.run.approvals.length;
  const voided: readonly NewEvent[] =
    count === 0 ? [] : [{ event: { type: 'approvals.voided', data: { code: 'held', count } } }];
  return [...voided, { event: { type: 'run.held', data: { code: 'held' } } }];
}

interface Said {
  readonly verb: string;
  readonly permission: Permission;
  readonly source: Source;
}

async function refuse(ports: AppPorts, live: LiveRun, said: Said, code: RefusalCode): Promise<Decided> {
  const by = said.permission.account;
  const event: NewEvent = {
    actor: { kind: 'person', id: by.id, login: by.login },
    event: { type: 'command.refused', data: { verb: said.verb, code, by, source: said.source } },
  };
  const answer = await appendEvents(ports, live, [event]);
  return typeof answer === 'string'
    ? { live, outcome: answer, code }
    : { live: answer, outcome: 'refused', code };
}

function recorded(answer: LiveRun | AppendFault, live: LiveRun): Decided {
  if (typeof answer === 'string') return { live, outcome: answer, code: null };
  return { live: answer, outcome: 'recorded', code: null };
}

/** What is wrong with the comment as text or as an event; null when it may be decided. */
function textFault({ kind, comment, sender }: CommentIncoming, command: ParsedCommand): RefusalCode | null {
  if (kind !== 'comment_created' || sender.id !== comment.author.id) return 'comment_edited';
  return command.kind === 'near_miss' ? command.code : null;
}

function personEvent(
  verb: Exclude<Verb, 'approve'>,
  { permission, source, reason }: Said & { readonly reason: string },
  basis: string,
  ports: AppPorts,
): NewEvent {
  const by = permission.account;
  const actor = { kind: 'person', id: by.id, login: by.login } as const;
  const right = { role: permission.roleName, basis, readAt: formatInstant(ports.clock.now()) };
  switch (verb) {
    case 'reject':
      return { actor, event: { type: 'run.rejected', data: { by, right, source, reason } } };
    case 'cancel':
      return { actor, event: { type: 'run.cancelled', data: { by, right, source, reason: '' } } };
    case 'resume':
      return { actor, event: { type: 'run.resumed', data: { by, right, source } } };
    case 'status':
    case 'who':
    case 'why':
    case 'help':
      return { actor, event: { type: 'command.answered', data: { verb, by, source } } };
  }
}
