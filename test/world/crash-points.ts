/** Every place of one whole run at which its process can die, tried one by one and two by two. */
import { noFaults } from './faults.ts';
import type { Life } from './life.ts';
import { simulate, type Outcome } from './simulate.ts';

/** One run as it goes when nothing goes wrong: taken in, refused once, approved, done, looked at until it is over, verified, told. */
const oneRun: Life = {
  deeds: [
    { at: 100, do: 'open', page: 'first' },
    { at: 1500, do: 'comment', by: 'dana', page: 'first', say: 'approve' },
    { at: 2500, do: 'comment', by: 'kim', page: 'first', say: 'approve' },
  ],
  faults: { ...noFaults, goesOnMs: 25_000 },
  network: { lost: 0, untried: 0, doubled: 0, lateMs: 0 },
  replicas: 1,
  leased: false,
  crashAt: [],
  awayMs: 1000,
  order: 'in order',
  skewMs: 0,
  slow: 0,
};

/** The run with its process dying at these places. */
export async function crashedAt(crashAt: readonly number[]): Promise<Outcome> {
  const outcome = await simulate({ ...oneRun, crashAt }, 1);
  const states = [...outcome.world.witness.states.values()];
  // Nobody knows what became of a write that was about to leave; everything else reaches the same end.
  const [state] = states;
  const same = states.length === 1 && (state === 'completed' || state === 'uncertain');
  const breaks = same
    ? outcome.breaks
    : [...outcome.breaks, `I7: it ended as ${states.join(', ') || 'nothing'}`];
  return { ...outcome, breaks };
}

/** How many places there are while nothing goes wrong. */
export async function countPlaces(crashAt: readonly number[] = []): Promise<number> {
  return (await crashedAt(crashAt)).places;
}
