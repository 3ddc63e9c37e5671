/** What must be true of every proposal after the kills. Each fault is one sentence; none is the aim. */
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import type { Entry } from '../../lib/core/audit/entry.ts';
import { replay } from '../../lib/core/run/advance.ts';
import { conclusionOf, type State } from '../../lib/core/run/state.ts';
import { stateLabel } from '../../lib/core/publication/label.ts';
import type { World } from '../../test/github/world.ts';
import type { Story } from './stream.ts';

const bot = 'countersign[bot]';

/** Where a story may end by itself. */
function mayEnd(story: Story): readonly State[] {
  switch (story.deed) {
    case 'approve':
    case 'approve twice':
      return ['completed', 'uncertain'];
    case 'reject':
      return ['rejected'];
    case 'initiator':
    case 'leave':
      return ['awaiting_approval'];
  }
}

/** Whether a run has come to its end, said everything, and decided every comment. */
export function isSettled(story: Story, run: StoredRun | null): boolean {
  if (run === null || run.published < run.entries.length) return false;
  return mayEnd(story).includes(replay(run.entries).state) && undecided(story, run).length === 0;
}

/** The tickets that this story's action made. */
export function ticketsOf(world: World, { repository, ticket }: Story): number {
  return world.issues(repository).filter(({ title, author }) => title === ticket && author === bot).length;
}

/** Everything that is wrong with one story. `run` was read from the ledger, which verifies its chain. */
export function faultsOf(world: World, story: Story, run: StoredRun | null): readonly string[] {
  if (run === null) return ['the proposal is not in the ledger'];
  const { state } = replay(run.entries);
  const faults: string[] = [];
  const must = (holds: boolean, otherwise: string): void => {
    if (!holds) faults.push(otherwise);
  };
  must(mayEnd(story).includes(state), `it stands at ${state}`);
  must(undecided(story, run).length === 0, 'a comment was never decided');
  must(
    story.comments.every((id) => decisions(run, id).length <= 1),
    'a comment was decided twice',
  );
  const approved = run.entries.some(({ type }) => type === 'approval.recorded');
  must(
    approved === story.deed.startsWith('approve'),
    approved ? 'nobody approved it' : 'its approval is lost',
  );
  const tickets = ticketsOf(world, story);
  const [least, most] = state === 'completed' ? [1, 1] : [0, state === 'uncertain' ? 1 : 0];
  must(tickets >= least && tickets <= most, `it made ${tickets} tickets and stands at ${state}`);

  must(run.published === run.entries.length, 'its check run does not tell everything');
  const issue = world.issue(story.repository, story.number);
  must(issue.labels.includes(stateLabel(state)), `its labels say ${issue.labels.join(', ')}, not ${state}`);
  const said = world.comments(story.repository, story.number).filter(({ author }) => author === bot).length;
  const results = state === 'awaiting_approval' ? 0 : 1;
  const refusals = run.entries.filter(({ type }) => type === 'command.refused').length;
  must(said === results + refusals, `the App said ${said} things, not ${results + refusals}`);
  faults.push(...checkRunFaults(world, story, run, state));
  return faults;
}

/** The check run is one, says how it went, and carries the head of the chain as the ledger has it. */
function checkRunFaults(world: World, story: Story, run: StoredRun, state: State): readonly string[] {
  const own = world.checkRuns(story.repository).filter(({ externalId }) => externalId === story.hash);
  const [checkRun] = own;
  if (checkRun === undefined || own.length > 1) return [`it has ${own.length} check runs`];
  const faults: string[] = [];
  if (checkRun.conclusion !== conclusionOf(state))
    faults.push(`its check run says ${checkRun.conclusion ?? 'nothing'} at ${state}`);
  const [, count = '', digest] = /countersign:head:v1 \S+ (\d+) (\S+)/.exec(checkRun.text ?? '') ?? [];
  const behind = run.entries.length - Number(count);
  // The entry of a check run's own opening is told by its being there.
  if (run.entries[Number(count) - 1]?.digest !== digest || !(behind === 0 || behind === 1))
    faults.push(`its check run tells ${count} entries of ${run.entries.length}`);
  return faults;
}

function undecided(story: Story, run: StoredRun): readonly number[] {
  return story.comments.filter((id) => decisions(run, id).length === 0);
}

/** The entries that this comment led to. */
function decisions(run: StoredRun, comment: number): readonly Entry[] {
  return run.entries.filter(
    ({ type, data }) =>
      type !== 'alert.raised' &&
      'source' in data &&
      data.source.kind === 'comment' &&
      data.source.id === String(comment),
  );
}
