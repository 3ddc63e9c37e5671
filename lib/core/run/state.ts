/** The states of a run, in the order of a run's life. `table.ts` is the only place that knows how one follows another. */
export const states = [
  'created',
  'gathering',
  'needs_attention',
  'awaiting_approval',
  'executing',
  'verifying',
  'completed',
  'mismatched',
  'unverified',
  'uncertain',
  'failed',
  'rejected',
  'expired',
  'superseded',
  'cancelled',
] as const;

/** Where a run stands. */
export type State = (typeof states)[number];

const terminal: ReadonlySet<State> = new Set(['completed', 'rejected', 'expired', 'superseded', 'cancelled']);

/** Whether a run in this state never changes its state again. */
export function isTerminal(state: State): boolean {
  return terminal.has(state);
}

/** The check-run conclusions that Countersign uses: success only after verification, failure never for a no. */
export type Conclusion = 'neutral' | 'success' | 'failure';

/** What a check run says of a state. A proposal that waits, or that people refused, must not paint a commit red. */
export function conclusionOf(state: State): Conclusion {
  switch (state) {
    case 'completed':
      return 'success';
    case 'failed':
    case 'mismatched':
    case 'unverified':
    case 'uncertain':
      return 'failure';
    case 'created':
    case 'gathering':
    case 'needs_attention':
    case 'awaiting_approval':
    case 'executing':
    case 'verifying':
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return 'neutral';
  }
}
