import type { Entry } from '../audit/entry.ts';
import { refusals } from '../refusal.ts';
import type { Account, EventType } from '../run/event.ts';
import { whatHappened } from './event-words.ts';
import { headline } from './headline.ts';
import { nextStep } from './next-step.ts';
import { standingInWords, type Standing } from './standing.ts';
import { quietRule } from './status.ts';
import { elsewhereOf, type RunView } from './view.ts';
import { approversInWords, mention, secondInWords } from './words.ts';

/** The newest ones are told; the check run has them all. */
const maxReasons = 20;

/** What brings a run to where it stands, beside approvals. */
const otherReasons: ReadonlySet<EventType> = new Set<EventType>([
  'command.refused',
  'approvals.voided',
  'run.held',
  'run.released',
  'execution.failed',
  'precondition.differed',
  'write.ambiguous',
  'readback.differed',
  'readback.unreadable',
  'run.rejected',
  'run.cancelled',
  'run.expired',
  'run.superseded',
  'run.resumed',
]);

/**
 * The answer to `/why`: where the run stands, the rule, whether whoever asks could approve, which approvals count,
 * and every decision that led there, each with what its code means. What was decided stands in the ledger alone.
 */
export function renderWhy(
  page: RunView & {
    readonly by: Account;
    /** Null where nobody could approve any more, or whoever asked is somebody else by now. */
    readonly standing: Standing | null;
    readonly marker: string;
  },
): string {
  const { run, entries, by, standing, marker } = page;
  const told = entries.filter(({ type }) => isReason(type)).slice(-maxReasons);
  return [
    `**${headline(page, mention)}.** ${nextStep(page)}`,
    `**Rule:** ${quietRule(page)}`,
    ...(standing === null ? [] : [standingInWords(standing, by)]),
    `**Approvals that count:** ${approversInWords(run.approvals) ?? 'none'}.`,
    told.length === 0
      ? 'Nothing was decided yet: nobody has approved, and no command was refused.'
      : told.map((entry) => reasonLine(entry, elsewhereOf(page))).join('\n'),
    `Asked by ${mention(by)}`,
    marker,
  ].join('\n\n');
}

/** Whether an event brought a run to where it stands; the rest is work, telling, and what was only asked. */
function isReason(type: EventType): boolean {
  return type === 'approval.recorded' || otherReasons.has(type);
}

function reasonLine(entry: Entry, elsewhere: string | null): string {
  const { at, actor, data, type } = entry;
  const who = actor.kind === 'person' && actor.login !== null ? ` by ${mention({ login: actor.login })}` : '';
  // What ended a hold was its code's opposite.
  const meaning = 'code' in data && type !== 'run.released' ? ` ${refusals[data.code]}` : '';
  return `- ${secondInWords(at)} UTC${who}: ${whatHappened(entry, elsewhere)}.${meaning}`;
}
