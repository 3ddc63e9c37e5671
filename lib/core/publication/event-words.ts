import { codeSpan, tableCell } from '../evidence/fence.ts';
import { shortDigest } from '../proposal/words.ts';
import type { DataOf, RunEvent, Source } from '../run/event.ts';
import { counted, effectLink, fieldsInWords, link, mention, secondInWords } from './words.ts';

/** Longer names are cut in the timeline; the entry holds them whole. */
const maxName = 120;

/**
 * What an event tells, in one line of trusted Markdown that may stand in a table's cell. Whatever a
 * tool or a person named stands in a code span. `elsewhere` names the repository that the action is for, where
 * that is not the one that decides.
 */
export function whatHappened(event: RunEvent, elsewhere: string | null): string {
  switch (event.type) {
    case 'run.started':
      return `started by ${mention(event.data.triggeringActor)}: bundle ${name(`${event.data.bundle.id} ${event.data.bundle.version}`)}`;
    case 'server.started':
      return `server ${name(event.data.server)} started`;
    case 'flow.started':
      return `flow started by the engine ${name(event.data.engine)}: ${counted(event.data.steps, 'step')}, at most ${counted(event.data.calls, 'call')}`;
    case 'step.skipped':
      return `${name(event.data.step)} left out`;
    case 'step.expected':
      return `${name(event.data.step)} holds`;
    case 'tool.called':
      return `${name(`${event.data.server}.${event.data.tool}`)} called`;
    case 'tool.answered':
      return `${name(event.data.step)} answered: ${event.data.bytes} bytes`;
    case 'flow.ended':
      return `flow ended after ${counted(event.data.calls, 'call')}: ${event.data.bytes} bytes`;
    case 'servers.stopped':
      return 'servers stopped';
    case 'attention.asked':
      return 'a person’s answer asked for';
    case 'attention.answered':
      return `answered: ${name(event.data.action)}`;
    case 'gathering.failed':
      return `gathering failed: ${codeSpan(event.data.code)}`;
    case 'proposal.composed':
      return `proposed: ${name(event.data.type)}, ${counted(event.data.evidence, 'piece')} of evidence`;
    case 'proposal.received':
      return `received as issue #${event.data.issue.number}`;
    case 'proposal.accepted':
      return `checked and taken up, sealed by ${codeSpan(event.data.seal.kind)}`;
    case 'command.refused':
      return said(`refused ${command(event.data.verb)}: ${codeSpan(event.data.code)}`, event.data.source);
    case 'command.answered':
      return said(`answered ${command(event.data.verb)}`, event.data.source);
    case 'approval.recorded':
      return `${said('approved', event.data.source)} (${event.data.have} of ${event.data.need}), as ${name(event.data.right.role)}`;
    case 'intent.recorded':
      return 'enough approvals: to be carried out';
    case 'approvals.voided':
      return `${counted(event.data.count, 'approval')} void: ${codeSpan(event.data.code)}`;
    case 'run.held':
      return `on hold: ${codeSpan(event.data.code)}`;
    case 'run.released':
      return 'no longer on hold';
    case 'claim.taken':
      return `taken in hand (claim ${event.data.fence})`;
    case 'rights.read':
      return `right of ${mention(event.data.by)} read again: ${name(event.data.right.role)}`;
    case 'policy.read':
      return event.data.digest === null || event.data.commit === null
        ? 'policy read: there is no file'
        : `policy read: ${codeSpan(shortDigest(event.data.digest))} at commit ${codeSpan(shortDigest(event.data.commit))}`;
    case 'precondition.equal':
      return `what was approved still holds: ${counted(event.data.fields, 'field')} compared`;
    case 'precondition.differed':
      return `what was approved no longer holds: ${fieldsInWords(
        event.data.differing.map(({ field }) => field),
        tableCell,
      )}`;
    case 'write.started':
      return 'about to send, once';
    case 'write.answered':
      return `sent, and answered with ${event.data.status}: ${effectLink(event.data, elsewhere)}`;
    case 'write.found':
      return `found at the target: ${effectLink(event.data, elsewhere)}`;
    case 'write.ambiguous':
      return `no clear answer, and nothing found in ${counted(event.data.looks, 'look')}`;
    case 'execution.failed':
      return event.data.status === null
        ? `not done: ${codeSpan(event.data.code)}`
        : `not done: ${codeSpan(event.data.code)}, status ${event.data.status}`;
    case 'readback.equal':
      return `read back: all ${counted(event.data.fields, 'field')} equal`;
    case 'readback.differed':
      return `read back: ${event.data.differing.length} of ${counted(event.data.fields, 'field')} differ: ${fieldsInWords(event.data.differing, tableCell)}`;
    case 'readback.pending':
      return `not over yet: looked at again at ${secondInWords(event.data.again)}`;
    case 'readback.unreadable':
      return `could not be read back: ${codeSpan(event.data.code)}`;
    case 'run.rejected':
      return said('rejected', event.data.source);
    case 'run.cancelled':
      return said('cancelled', event.data.source);
    case 'run.expired':
      return 'expired';
    case 'run.superseded':
      return `replaced by the proposal in #${event.data.issue}`;
    case 'run.replaces':
      return `takes the place of the proposal in #${event.data.issue}`;
    case 'issue.lost':
      return `the issue is gone: ${codeSpan(event.data.code)}`;
    case 'reminder.planned':
      return `people are to be reminded at ${secondInWords(event.data.at)}`;
    case 'run.resumed':
      return said('resumed', event.data.source);
    case 'alert.raised':
      return `**alert:** ${codeSpan(event.data.code)}, ${name(event.data.subject)}`;
    case 'published':
      return published(event.data.what, event.data.url);
  }
}

function published(what: DataOf<'published'>['what'], url: string): string {
  switch (what) {
    case 'check_run':
      return link('check run opened', url);
    case 'check_run_part':
      return link('check run continued', url);
    case 'result':
      return link('result told', url);
    case 'answer':
      return link('answer told', url);
    case 'reminder':
      return link('people reminded', url);
    case 'issue':
      return link('issue brought up to date', url);
  }
}

/** A comment is said where it stands; a press was made on the page that tells of it. */
function said(words: string, { kind, url }: Pick<Source, 'kind' | 'url'>): string {
  return link(kind === 'button' ? `${words}, by button` : words, url);
}

/** A near miss has no verb that could be named. */
function command(verb: string): string {
  return verb === '' ? 'a command' : name(`/${verb}`);
}

function name(text: string): string {
  return tableCell(text.slice(0, maxName).toWellFormed());
}
