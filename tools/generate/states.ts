import { renderStateDiagram, renderTransitionTable } from '../../lib/core/run/diagram.ts';
import { conclusionOf, isTerminal, states, type State } from '../../lib/core/run/state.ts';
import { head, rows, type Part } from './part.ts';

/** What a state means to the people who see its label. */
const meanings: Readonly<Record<State, string>> = {
  created: 'The run has an id and nothing else.',
  gathering: 'The runner collects evidence and composes the proposal, until the App has accepted it.',
  needs_attention: 'Gathering stopped at a question that a person must answer.',
  awaiting_approval: 'The proposal is open: people read it and say yes or no.',
  executing: 'A worker has taken the run; the action may be under way.',
  verifying: 'The action was done; its result is being read back.',
  completed: 'The result reads as it was approved.',
  mismatched: 'The result reads differently from what was approved.',
  unverified: 'The action was done, and its result could not be read back.',
  uncertain: 'The action was sent without a clear answer. Nothing is sent again by itself.',
  failed: 'GitHub definitely did not do it, or nothing was sent.',
  rejected: 'A person said no.',
  expired: 'The time to approve ran out.',
  superseded: 'A newer proposal of the same bundle and target replaced this one.',
  cancelled: 'A person closed the run.',
};

/** The state machine for readers, from the table that the code runs on. */
export const statesPage: Part = {
  path: 'docs/states.md',
  make: () => `${head('States of a run', '`lib/core/run/table.ts`')}
An event leads from one state to the next. An event that a state does not list is refused. What an event must say besides, and what the run must have behind it, is in \`lib/core/run/guard.ts\`.

\`\`\`mermaid
${renderStateDiagram()}
\`\`\`

## What each state means

${rows(
  ['state', 'meaning', 'check run', 'ends the run'],
  states.map((state) => [
    `\`${state}\``,
    meanings[state],
    conclusionOf(state),
    isTerminal(state) ? 'yes' : 'no',
  ]),
)}

## What leads where

The last row of each state lists what it takes without leaving.

${renderTransitionTable()}
`,
};
