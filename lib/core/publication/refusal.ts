import { codeSpan, fence } from '../evidence/fence.ts';
import { isQuestion, verbs, type Verb } from '../approval/verb.ts';
import type { Digest } from '../json/digest.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Account } from '../run/event.ts';
import type { State } from '../run/state.ts';
import { refusalTexts } from './refusal-text.ts';
import { counted, link, mention } from './words.ts';

/** What a refusal tells besides its code. */
export interface RefusalDetails {
  readonly state: State;
  /** How many more people must approve; null where the run does not wait. */
  readonly stillNeeded: number | null;
  /** The number of the issue with the newer proposal, where there is one. */
  readonly replacedBy: number | null;
  /** What the policy itself says to it, in its authors' words. */
  readonly policy: string | null;
  /** Which permissions the App lacks for the action, in trusted Markdown, where that is why. */
  readonly lacking: string | null;
}

/** The codes after which the same command, posted properly, would count. */
const pasteable: ReadonlySet<RefusalCode> = new Set([
  'hash_incomplete',
  'hash_malformed',
  'hash_unknown',
  'command_malformed',
  'command_ambiguous',
  'verb_unknown',
  'comment_edited',
  'comment_gone',
  'comment_differs',
  'through_app',
  'button_outdated',
]);

/**
 * The one comment that answers a refused command: what was refused and why, the clean line where pasting
 * it helps, how many approvals are still needed, the code and where it is explained.
 */
export function renderRefusal(refusal: {
  readonly code: RefusalCode;
  /** As the entry keeps it; empty where no verb could be read. */
  readonly verb: string;
  readonly by: Account;
  /** The proposal's own hash, never the one that was given. */
  readonly hash: Digest;
  readonly details: RefusalDetails;
  readonly docsUrl: string;
  readonly marker: string;
}): string {
  const { code, by, hash, details, docsUrl, marker } = refusal;
  const verb = verbs.find((known) => known === refusal.verb) ?? null;
  const { short, next } = refusalTexts[code];
  const pastes = verb !== null && pasteable.has(code);
  return [
    `**${refused(verb)}: ${short}, ${mention(by)}.** ${more(code, details)}${next}`,
    ...(details.policy === null ? [] : [`The policy says: ${codeSpan(details.policy)}`]),
    ...(pastes ? ['The line to paste, as a comment of its own:', fence(lineOf(verb, hash), 'text')] : []),
    ...(details.stillNeeded === null || details.stillNeeded === 0
      ? []
      : [`Still needed: ${counted(details.stillNeeded, 'approval')}.`]),
    `${codeSpan(code)} · ${link('why', `${docsUrl}#${code}`)}`,
    marker,
  ].join('\n\n');
}

function lineOf(verb: Verb, hash: Digest): string {
  return isQuestion(verb) ? `/${verb}` : `/${verb} ${hash}`;
}

function refused(verb: Verb | null): string {
  switch (verb) {
    case 'approve':
      return 'Not approved';
    case 'reject':
      return 'Not rejected';
    case 'resume':
      return 'Not resumed';
    case 'cancel':
      return 'Not cancelled';
    case 'status':
    case 'who':
    case 'why':
    case 'help':
      return 'Not answered';
    case null:
      return 'Nothing was done';
  }
}

function more(code: RefusalCode, { state, replacedBy, lacking }: RefusalDetails): string {
  if (lacking !== null) return `It lacks ${lacking}. `;
  if (code === 'superseded') return replacedBy === null ? '' : `It is in #${replacedBy}. `;
  return code === 'not_waiting' || code === 'resume_unavailable' ? `It is ${stateInWords(state)}. ` : '';
}

function stateInWords(state: State): string {
  switch (state) {
    case 'created':
    case 'gathering':
      return 'still being gathered';
    case 'needs_attention':
      return 'waiting for a person’s answer';
    case 'awaiting_approval':
      return 'waiting for approval';
    case 'executing':
      return 'approved and being carried out';
    case 'verifying':
      return 'done and being read back';
    case 'completed':
      return 'done and verified';
    case 'mismatched':
      return 'done, but differs from what was approved';
    case 'unverified':
      return 'done, but not verified';
    case 'uncertain':
      return 'sent, without a clear answer';
    case 'failed':
      return 'not done';
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return state;
  }
}
