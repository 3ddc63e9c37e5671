import { states, type State } from '../run/state.ts';

/** The label of every proposal, by which issues are listed. */
export const proposalLabel = 'countersign';

/** The label that says where a run stands. An issue has exactly one of them. */
export function stateLabel(state: State): string {
  return `${proposalLabel}: ${wordOf(state)}`;
}

/** In place of the label of a proposal that waits, where nobody was found who could approve it. */
const nobodyLabel = `${proposalLabel}: nobody can approve`;

/**
 * The labels that an issue should have: people's own as they are, the proposal's, and that of the
 * state in place of an earlier one. GitHub takes names of different case for the same label.
 */
export function labelsFor(state: State, current: readonly string[], nobodyLeft = false): readonly string[] {
  const own = new Set([proposalLabel, nobodyLabel, ...states.map(stateLabel)]);
  const label = nobodyLeft && state === 'awaiting_approval' ? nobodyLabel : stateLabel(state);
  return [...current.filter((name) => !own.has(name.toLowerCase())), proposalLabel, label];
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
