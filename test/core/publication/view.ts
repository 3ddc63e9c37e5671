import type { RunView } from '../../../lib/core/publication/view.ts';
import { replay } from '../../../lib/core/run/advance.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import { chain, event } from '../../support/entry.ts';
import { readRecord, type Twist } from '../../support/proposal.ts';

export const marker = '<!-- countersign:about:v1 test -->';
export const docsUrl = 'https://countersign.example.com/refusals';
export const issueUrl = 'https://github.com/acme/payments/issues/7';
export const checkRunUrl = 'https://github.com/acme/payments/runs/42';

/** A run with these events, as every publication of it gets it. */
export function viewOf(events: readonly RunEvent[], twist: Twist = {}): RunView {
  const { proposal, hash } = readRecord(twist);
  const entries = chain(events);
  return { proposal, hash, run: replay(entries), entries, host: 'https://github.com' };
}

/** Two people must approve, and kim did. */
export const oneOfTwo: RunEvent = event('approval.recorded', { have: 1, need: 2 });
