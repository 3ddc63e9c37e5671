import {
  commentSource,
  decideCommand,
  rightFor,
  threadFault,
  unsignedFault,
} from '../core/approval/decide.ts';
import { evaluate } from '../core/approval/evaluate.ts';
import type { PersonFacts } from '../core/approval/facts.ts';
import { ownTerms } from '../core/approval/terms.ts';
import { parseCommand, type ParsedCommand } from '../core/approval/command.ts';
import type { Verb } from '../core/approval/verb.ts';
import type { AppHost, Thread } from '../core/port/app-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { Source } from '../core/run/event.ts';
import { parseInstant } from '../core/time/instant.ts';
import type { CommentIncoming } from '../core/webhook/incoming.ts';
import type { Place, WebhookAccount } from '../core/webhook/place.ts';
import type { AppPorts } from './app-ports.ts';
import { countersign } from './countersign.ts';
import { holdEvents, releaseEvent } from './hold.ts';
import { instantOf, judgeNow, recordedVoices, resumeFault } from './judge-now.ts';
import { appendEvents, type LiveRun } from './live-run.ts';
import { permissionAlerts } from './permissions.ts';
import { hear, withTeams } from './person-facts.ts';
import { alertsOnce, personEvent, recorded, refuse, type Decided, type Said } from './said.ts';
import { isShown, replaceRivals } from './supersede.ts';
import { readThread, sealedText } from './thread.ts';

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
  const first = await hear(ports, live, { sender, place });
  if (first === null) return { live, outcome: 'ignored', code: null };
  const host = await ports.hosts.installation(place.installation);
  const { proposal } = live.read;
  const { permission } = first;
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
  const own = ownTerms(proposal);
  const facts = verb === 'approve' || verb === 'resume' ? await withTeams(host, own, first) : first;
  const right = verb === null ? null : rightFor(verb, proposal, own, facts);
  const code = unsigned ?? word.fault;
  if (code !== null || verb === null || right === null) {
    const why = right === null || right.ok ? (code ?? 'command_malformed') : right.fault;
    return refuse(ports, live, { verb: verb ?? '', permission, source }, why);
  }
  const at = parseInstant(saidAt);
  const { run, read, expiresAt } = live;
  const said = { verb, permission, source };
  const decision = decideCommand({
    // Whether a held proposal reads as sealed again, the thread says: its delivery may still be on its way.
    run: verb === 'approve' ? { ...run, held: false } : run,
    proposal,
    expiresAt,
    verb,
    hash,
    proposalHash: read.hash,
    by: permission.account.id,
    right,
    throughApp: word.throughApp,
    at: at.ok ? at.value : 0,
  });
  if (!decision.ok) {
    const { fault } = decision;
    // Said before the proposal was issued: no clock of GitHub's does that, and whoever reads the audit must see it.
    const alerts = fault === 'comment_differs' ? alertsOnce(live, fault, source.url) : [];
    return refuse(ports, live, said, fault, alerts);
  }
  const thread = async (): Promise<Thread> => seen ?? readThread(ports, host, live, nodeIds);
  switch (verb) {
    case 'approve':
      return approve(ports, host, live, { said, facts, counted, thread: await thread() });
    case 'resume': {
      const { policy, isPublic } = await thread();
      const fault = await resumeFault(ports, host, live, {
        facts,
        policy: ports.policies.read(policy),
        isPublic,
      });
      if (fault !== null) return refuse(ports, live, said, fault);
      break;
    }
    case 'reject':
    case 'cancel':
    case 'status':
    case 'who':
    case 'why':
    case 'help':
  }
  const event = personEvent(verb, { ...said, reason: word.reason }, decision.value, ports);
  return { ...recorded(await appendEvents(ports, live, [event]), live), asker: facts };
}

/** Counts an approval that fits the run and the proposal's own rule, if the page and the policy as they are now let it. */
async function approve(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
  yes: {
    readonly said: Said;
    readonly facts: PersonFacts;
    readonly counted: Parameters<typeof threadFault>[2];
    readonly thread: Thread;
  },
): Promise<Decided> {
  const { said, facts, counted, thread } = yes;
  const { run } = live;
  const fault = threadFault(thread, sealedText(live), counted);
  if (fault === 'held' && !run.held) return hold(ports, live, said);
  if (fault !== null) return refuse(ports, live, said, fault);
  const policy = ports.policies.read(thread.policy);
  const judged = await judgeNow(ports, host, live, { facts, policy, isPublic: thread.isPublic });
  if (!judged.ok) return refuse(ports, live, said, judged.fault);
  const { terms, judgement } = judged.value;
  const { permission, source } = said;
  const voice = { by: permission.account, at: instantOf(source.at), judgement };
  const decision = evaluate(terms, [...recordedVoices(run), voice], voice.at);
  if (decision.outcome === 'refused' || decision.outcome === 'faulted' || judgement.answer !== 'yes')
    return refuse(ports, live, said, 'code' in decision ? decision.code : 'not_eligible');
  const lacking = await permissionAlerts(host, live.read.proposal.action);
  if (lacking.length > 0) return refuse(ports, live, said, 'permission_missing', lacking);
  const free = run.held ? await appendEvents(ports, live, [releaseEvent]) : live;
  if (typeof free === 'string') return { live, outcome: free, code: null };
  // If it is this one that is replaced, the ledger takes no approval of it any more.
  if (!isShown(free)) await replaceRivals(ports, free);
  const answer = await countersign(ports, free, { permission, basis: judgement.basis, source, terms });
  return answer === 'effect_taken' ? refuse(ports, free, said, 'effect_taken') : recorded(answer, free);
}

/** Holds the run because its page does not read as sealed: approvals so far are void, and the reason is told. */
async function hold(ports: AppPorts, live: LiveRun, said: Said): Promise<Decided> {
  const held = await appendEvents(ports, live, holdEvents(live));
  if (typeof held === 'string') return { live, outcome: held, code: null };
  return refuse(ports, held, said, 'held');
}

/** What is wrong with the comment as text or as an event; null when it may be decided. */
function textFault({ kind, comment, sender }: CommentIncoming, command: ParsedCommand): RefusalCode | null {
  if (kind !== 'comment_created' || sender.id !== comment.author.id) return 'comment_edited';
  return command.kind === 'near_miss' ? command.code : null;
}
