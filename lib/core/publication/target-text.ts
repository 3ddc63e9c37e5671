import type { RefusalCode } from '../refusal.ts';
import type { RefusalText } from './refusal-words.ts';

type TargetCode = Extract<RefusalCode, `target_${string}`>;

const onward =
  'Then start the workflow again; a run that was approved before goes on by `/resume` and its hash.';

/** The words for what keeps an action from a repository other than the one that decides. */
export const targetTexts: Readonly<
  Record<Exclude<TargetCode, 'target_refused' | 'target_unreadable'>, RefusalText>
> = {
  target_disallowed: {
    short: 'a repository where it may not be done',
    next: 'Add the repository to `targets` of the action’s type in `.github/countersign.yml` here, or correct the bundle’s target. Then start the workflow again.',
  },
  target_missing: {
    short: 'no such target, or without the App',
    next: `Check the name, and let an owner install the App on the target repository too: it must be one of the same account. ${onward}`,
  },
  target_moved: {
    short: 'the target is another by now',
    next: 'Nothing is done under a name that leads elsewhere. Correct the bundle’s target, and start the workflow again; if you did not expect this, look at who renamed or moved it.',
  },
  target_archived: {
    short: 'the target is archived',
    next: `Unarchive it if this is still to be done. ${onward}`,
  },
  target_unaccepted: {
    short: 'the target does not accept it',
    next: `In the target’s own \`.github/countersign.yml\`, name this repository under \`accepts\` by name and numeric id, and list the action’s type under \`actions\`. ${onward}`,
  },
  target_policy_invalid: {
    short: 'the target’s policy has faults',
    next: `Correct it there: the check run “Countersign policy” and \`countersign policy check\` name each line. ${onward}`,
  },
  target_frozen: {
    short: 'the target is frozen',
    next: 'Rejecting, cancelling and asking still work. Try again when `frozen` is gone from the target’s policy.',
  },
};
