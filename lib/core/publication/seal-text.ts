import type { RefusalCode } from '../refusal.ts';
import { newRun, type RefusalText } from './refusal-words.ts';

type SealCode = Extract<
  RefusalCode,
  | 'seal_malformed'
  | 'seal_unreadable'
  | `token_${string}`
  | 'issuer_unreachable'
  | 'not_installed'
  | 'rate_limited'
>;

const untrusted =
  'Run the Action on the GitHub host that the App works for. If you did not expect this, someone may have tried to forge a proposal.';

/** The words for the codes that a request for a seal is answered with. */
export const sealTexts: Readonly<Record<SealCode, RefusalText>> = {
  seal_malformed: {
    short: 'a request that can’t be read',
    next: 'Use an Action and an App of the same version.',
  },
  seal_unreadable: {
    short: 'the App did not say whether it is sealed',
    next: 'Start the workflow again when the App answers.',
  },
  token_malformed: { short: 'an ID token of another kind', next: untrusted },
  token_untrusted: { short: 'an ID token that proves nothing here', next: untrusted },
  token_expired: { short: 'an ID token out of its time', next: newRun },
  token_differs: { short: 'an ID token of another job', next: untrusted },
  token_used: { short: 'an ID token that was used before', next: newRun },
  issuer_unreachable: {
    short: 'the issuer’s keys could not be read',
    next: 'Start the workflow again in a few minutes; if it stays so, ask whoever runs this App.',
  },
  not_installed: {
    short: 'the App is not installed there',
    next: 'Install the App on the repository, and start the workflow again.',
  },
  rate_limited: { short: 'too many requests', next: 'Start the workflow again in a few minutes.' },
};
