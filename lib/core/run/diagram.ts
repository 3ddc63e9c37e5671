import type { EventType } from './event.ts';
import { isTerminal, states, type State } from './state.ts';
import { table } from './table.ts';

/** The state machine as a Mermaid diagram, without the events that leave a state as it is. */
export function renderStateDiagram(): string {
  const lines = states.flatMap((from) => [
    ...[...ways(from)].map(([to, events]) => `  ${from} --> ${to}: ${events.join(', ')}`),
    ...(isTerminal(from) ? [`  ${from} --> [*]`] : []),
  ]);
  return ['stateDiagram-v2', '  [*] --> created', ...lines].join('\n');
}

/** The state machine as a table: from, event, to; and last for each state what it takes without leaving. */
export function renderTransitionTable(): string {
  const rows = states.flatMap((from) => [
    ...[...ways(from)].flatMap(([to, events]) =>
      events.map((event) => row(code(from), code(event), code(to))),
    ),
    ...stays(from),
  ]);
  return ['| from | event | to |', '|---|---|---|', ...rows].join('\n');
}

function stays(state: State): readonly string[] {
  const events = transitions(state).filter(([, to]) => to === state);
  return events.length === 0
    ? []
    : [row(code(state), events.map(([event]) => code(event)).join(', '), 'stays')];
}

/** The states that a state leads to, each with the events that lead there, in the table's order. */
function ways(from: State): ReadonlyMap<State, readonly EventType[]> {
  const found = new Map<State, readonly EventType[]>();
  for (const [event, to] of transitions(from)) {
    if (to !== from) found.set(to, [...(found.get(to) ?? []), event]);
  }
  return found;
}

function transitions(from: State): readonly (readonly [EventType, State])[] {
  // `Object.entries` gives exactly the events that the state lists, which its type does not say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.entries(table[from]) as [EventType, State][];
}

function code(text: string): string {
  return `\`${text}\``;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
