import { states, type State } from '../run/state.ts';

/** The label of every proposal, by which issues are listed. */
export const proposalLabel = 'countersign';

/** The label that says where a run stands. An issue has exactly one of them. */
export function stateLabel(state: State): string {
  return `${proposalLabel}: ${wordOf(state)}`;
}

/**
 * The labels that an issue should have: people's own as they are, the proposal's, and that of the
 * state in place of an earlier one. GitHub takes names of different case for the same label.
 */
export function labelsFor(state: State, current: readonly string[]): readonly string[] {
  const own = new Set([proposalLabel, ...states.map(stateLabel)]);
  return [...current.filter((label) => !own.has(label.toLowerCase())), proposalLabel, stateLabel(state)];
}

function wordOf(state: State): string {
  switch (state) {
    case 'created':
    case 'gathering':
      return 'gathering';
    case 'needs_attention':
      return 'needs attention';
    case 'awaiting_approval':
      return 'waiting';
    case 'executing':
      return 'executing';
    case 'verifying':
      return 'verifying';
    case 'completed':
      return 'done';
    case 'mismatched':
    case 'unverified':
    case 'uncertain':
    case 'failed':
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return state;
  }
}
