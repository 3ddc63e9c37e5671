import { peopleInWords } from '../proposal/words.ts';
import type { Account } from '../run/event.ts';
import { lackingInWords } from './lacking.ts';
import { refusalTexts } from './refusal-text.ts';
import { countsOf, eligibleOf, heldFor, lastOf, type EntryOf, type RunView } from './view.ts';
import { plainName } from './words.ts';

/** Where a run stands, in a few words: the check run's title, and with mentions how comments begin. */
export function headline(view: RunView, nameOf: (account: Account) => string = plainName): string {
  switch (view.run.state) {
    case 'created':
    case 'gathering':
      return 'Gathering evidence';
    case 'needs_attention':
      return 'Needs a person’s answer';
    case 'awaiting_approval':
      return waiting(view);
    case 'executing':
      return 'Approved, being carried out';
    case 'verifying':
      return view.run.lookAt === null ? 'Done, being read back' : 'Started, not over yet';
    case 'completed':
      return 'Done and verified';
    case 'mismatched':
      return 'Done, but it differs from what was approved';
    case 'unverified':
      return 'Done, but not verified';
    case 'uncertain':
      return 'Sent, but GitHub gave no clear answer';
    case 'failed':
      return 'Not done';
    case 'rejected':
      return `Rejected${byWhom(lastOf(view, 'run.rejected'), nameOf)}`;
    case 'cancelled':
      return view.run.issueLost && lastOf(view, 'run.cancelled') === null
        ? 'Cancelled: its issue is gone'
        : `Cancelled${byWhom(lastOf(view, 'run.cancelled'), nameOf)}`;
    case 'expired':
      return 'Expired';
    case 'superseded':
      return 'Replaced by a newer proposal';
  }
}

function waiting(view: RunView): string {
  const { run } = view;
  const { need, more } = countsOf(view);
  if (run.held)
    return `On hold: ${heldFor(view) === 'held' ? 'the proposal’s text was changed' : refusalTexts[heldFor(view)].short}`;
  if (run.intent) return 'Approved, about to be carried out';
  if (lackingInWords(view) !== null) return 'The App lacks a permission for this';
  const eligible = eligibleOf(view);
  if (eligible === 0) return 'Nobody can approve this yet';
  if (eligible !== null && eligible < need)
    return `Only ${peopleInWords(eligible)} can approve this, and ${need} must`;
  return `Waiting for ${more} more approval${more === 1 ? '' : 's'}`;
}

function byWhom(
  entry: EntryOf<'run.rejected' | 'run.cancelled'> | null,
  nameOf: (account: Account) => string,
): string {
  return entry === null ? '' : ` by ${nameOf(entry.data.by)}`;
}
