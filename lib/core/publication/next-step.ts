import { fence } from '../evidence/fence.ts';
import type { Verb } from '../approval/verb.ts';
import { refusals } from '../refusal.ts';
import { lackingInWords } from './lacking.ts';
import { refusalTexts } from './refusal-text.ts';
import { countsOf, eligibleOf, heldFor, lastOf, type RunView } from './view.ts';

/** What happens next, or what a person can do now, in whole sentences. Every state has one. */
export function nextStep(view: RunView): string {
  switch (view.run.state) {
    case 'created':
    case 'gathering':
      return 'Evidence is being gathered; nothing can be approved yet.';
    case 'needs_attention':
      return 'A person must answer before gathering goes on.';
    case 'awaiting_approval':
      return waiting(view);
    case 'executing':
    case 'verifying':
      return 'Countersign goes on by itself; nothing is left to decide.';
    case 'completed':
      return 'Nothing is left to do.';
    case 'mismatched':
      return 'Nothing is undone or sent again by itself. Look at the result; resuming reads it back once more, cancelling closes the run as it is.';
    case 'unverified':
      return 'Nothing is sent again by itself. Resuming reads the result back once more, cancelling closes the run as it is.';
    case 'uncertain':
      return 'It may or may not have happened, and nothing is sent again by itself. Look at the target; resuming looks there once more, cancelling closes the run.';
    case 'failed':
      return mayResume(view)
        ? 'Nothing was done. Once the cause is gone, resuming tries it under the same approvals; cancelling closes the run.'
        : 'It is not tried again. Cancel this run; starting the workflow again makes a new proposal.';
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return 'This run is over for good. Starting the workflow again makes a new proposal.';
    case 'superseded':
      return superseded(view);
  }
}

/** The commands that may help now, each as a line to copy; none where nothing is to be decided. */
export function commandLines(view: RunView): readonly string[] {
  const verbs = verbsNow(view);
  if (verbs.length === 0) return [];
  const only = verbs.length === 1 ? 'this line' : 'one of these lines';
  return [
    `To do so, post ${only} as a comment of its own on the proposal’s issue:`,
    ...verbs.map((verb) => fence(`/${verb} ${view.hash}`, 'text')),
  ];
}

function verbsNow(view: RunView): readonly Verb[] {
  const { state, held, intent } = view.run;
  switch (state) {
    case 'awaiting_approval':
      return held || intent ? ['reject'] : ['approve', 'reject'];
    case 'mismatched':
    case 'unverified':
    case 'uncertain':
      return ['resume', 'cancel'];
    case 'failed':
      return mayResume(view) ? ['resume', 'cancel'] : ['cancel'];
    case 'created':
    case 'gathering':
    case 'needs_attention':
    case 'executing':
    case 'verifying':
    case 'completed':
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return [];
  }
}

function mayResume({ run }: RunView): boolean {
  return run.intent && !run.sent;
}

function waiting(view: RunView): string {
  const { run } = view;
  if (run.held) return `${refusals[heldFor(view)]} ${howToRelease(view)}`;
  if (run.intent) return 'Countersign carries it out by itself. Until it has begun, a rejection still wins.';
  const lacking = lackingInWords(view);
  if (lacking !== null)
    return `The App lacks ${lacking}, without which nothing can be approved here. ${refusalTexts.permission_missing.next}`;
  const { need, more } = countsOf(view);
  const eligible = eligibleOf(view);
  const wanted =
    eligible !== null && eligible < need
      ? 'Too few people have the right that the rule asks for; whoever is given it in time can approve.'
      : `${more === 1 ? 'One more approval is' : `${more} more approvals are`} needed.`;
  return `${wanted} Anyone who may write to this repository can reject it.`;
}

function howToRelease(view: RunView): string {
  const code = heldFor(view);
  return code === 'held'
    ? 'Undo the change; then everybody approves anew, or reject it.'
    : refusalTexts[code].next;
}

function superseded(view: RunView): string {
  const newer = lastOf(view, 'run.superseded');
  return newer === null ? 'Look at the newer proposal.' : `The newer proposal is in #${newer.data.issue}.`;
}
