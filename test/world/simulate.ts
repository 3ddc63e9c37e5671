/** Lives one life to its end, and says what broke. The same life and seed take the same steps. */
import { isTerminal } from '../../lib/core/run/state.ts';
import { checkAll, type Findings } from './invariants.ts';
import { heldBreaks } from './invariants-entries.ts';
import type { Life } from './life.ts';
import { createNetwork, type Network, type Sent } from './network.ts';
import { issuedAt } from './pages.ts';
import { act, hasChanged, type Deed } from './people.ts';
import { seeded, type Random } from './random.ts';
import { startReplica, type Replica } from './replica.ts';
import { standstill, type Choice, type Parked } from './scheduler.ts';
import { createWorld, type Plant, type World } from './world.ts';

export interface Outcome extends Findings {
  /** How many places there were at which a process could have died. */
  readonly points: number;
  /** How many of them before everything first came to rest. */
  readonly places: number;
  /** Whether a process died where the life said. */
  readonly crashes: number;
  readonly world: World;
}

/** More steps than any life takes; reaching it means that something never comes to rest. */
const maxSteps = 12_000;

const hourMs = 3_600_000;

/** A look at what was started that comes as soon as this is waited for, with all that may go wrong. */
const soonMs = 60_000;

/** How long anything goes wrong. */
const faultsMs = 900_000;

export async function simulate(
  life: Life,
  seed: number,
  options: { readonly plant?: Plant; readonly traced?: boolean } = {},
): Promise<Outcome> {
  const random = seeded(seed ^ 0x5eed);
  const { faults, leased } = life;
  const plant = options.plant ?? {};
  const world = createWorld({ random, faults, leased, traced: options.traced ?? false, plant });
  const stage = createStage(world, life, random);
  await stage.play(life.deeds);
  const places = world.scheduler.points;
  world.witness.breaks.push(...heldBreaks(world));
  world.faults.active = false;
  world.scheduler.note('--- nothing goes wrong any more');
  await stage.play(stage.pleas('resume'));
  // Whatever still waits comes to its own end with its time.
  stage.passTo(issuedAt + hourMs + 60_000);
  await stage.play([]);
  // What goes on at the target is looked at until it ends, or is given up.
  for (let look = stage.nextLook(); look !== null; look = stage.nextLook()) {
    stage.passTo(look + life.skewMs + 1);
    await stage.play([]);
  }
  const { points } = world.scheduler;
  return { ...checkAll(world, stage.rest()), points, places, crashes: stage.crashes(), world };
}

interface Stage {
  play(deeds: readonly Deed[]): Promise<void>;
  /** What someone with the right would now ask for, for every run that stands still before its end. */
  pleas(say: 'resume'): readonly Deed[];
  passTo(time: number): void;
  /** When what was started is next looked at; null: nothing goes on, or nothing ever comes to rest. */
  nextLook(): number | null;
  crashes(): number;
  /** What is left to do although everything came to rest; null when it never did. */
  rest(): readonly string[];
}

function createStage(world: World, life: Life, random: Random): Stage {
  const { scheduler, ledger } = world;
  const replicas: Replica[] = [];
  const crashAt = new Set(life.crashAt);
  const held = new WeakMap<Parked, number>();
  let started = 0;
  let crashes = 0;
  let steps = 0;
  let restless = false;

  const start = (): void => {
    started += 1;
    const skewMs = life.skewMs === 0 ? 0 : random.between(-life.skewMs, life.skewMs);
    replicas.push(startReplica(world, `app-${started}`, skewMs, (process) => network.log(process)));
  };
  const network: Network = createNetwork(world, life.network, () => replicas);
  for (let count = 0; count < life.replicas; count += 1) start();

  const crash = (index: number): void => {
    const one = scheduler.parked[index];
    if (one === undefined) throw new TypeError('nobody stands there');
    scheduler.note(`*** ${one.process.name} dies ${one.side} ${one.what}`);
    crashes += 1;
    world.faults.happened += 1;
    const left = scheduler.kill(one.process);
    replicas.splice(
      replicas.findIndex(({ process }) => process === one.process),
      1,
    );
    network.cut(one.process);
    for (const { landing, what } of left) {
      if (landing === null || life.order === 'in order' || !random.chance(0.4)) continue;
      // A request that was on its way lands; that of the action may be held up for long.
      if (what === 'perform' && random.chance(0.5))
        scheduler.at(scheduler.now() + random.int(90_000), landing);
      else landing();
    }
    const away = life.order === 'in order' ? life.awayMs : random.int(life.awayMs);
    scheduler.at(scheduler.now() + away, start);
  };

  const choose = (): Choice => {
    const { parked, points } = scheduler;
    if (parked.length === 0) return { do: 'wait' };
    if (life.order === 'random' && random.chance(0.025)) return { do: 'wait' };
    const index = life.order === 'in order' ? 0 : pick(parked);
    const dies = crashAt.has(points) && (world.faults.active || life.order === 'in order');
    return dies ? { do: 'crash', index } : { do: 'go', index };
  };

  /** Now and then someone is passed over for long: a request under way, a process without its processor. */
  const pick = (parked: readonly Parked[]): number => {
    const ready = parked.flatMap((one, index) => ((held.get(one) ?? 0) <= scheduler.points ? [index] : []));
    const index = random.pick(ready.length === 0 ? parked.map((_, at) => at) : ready);
    const one = parked[index];
    if (one === undefined || held.has(one) || ready.length < 2 || !random.chance(life.slow)) return index;
    held.set(one, scheduler.points + random.int(200));
    return pick(parked);
  };

  const left = (): readonly string[] => {
    const now = Math.max(scheduler.now() + life.skewMs, 0);
    const limit = 10;
    return [
      ...ledger.unsettled({ limit }).map(({ issue }) => `a delivery of ${issue} is not settled`),
      ...ledger.due({ now, limit }).map(({ issue }) => `a run of ${issue} is due`),
      ...ledger.unpublished({ limit }).map(({ issue }) => `a run of ${issue} is not published`),
      ...network
        .awaited()
        .filter(findable)
        .map(({ incoming }) => `${incoming.kind} never arrived`),
    ];
  };
  /** What GitHub's log tells of is delivered again; the rest is found only while its run is open. */
  const findable = ({ untried, incoming }: Sent): boolean => {
    if (untried && 'comment' in incoming && hasChanged(world, incoming.comment.id)) return false;
    // GitHub tells of every press, or its log does.
    if (!('issue' in incoming)) return true;
    const run = world.github.issues.find(({ number }) => number === incoming.issue.number)?.page.run ?? '';
    const state = world.witness.states.get(run);
    return !untried || (state !== undefined && !isTerminal(state));
  };

  const nextLook = (): number | null => {
    const looks = [...ledger.runs.values()].flatMap(({ row }) =>
      row.state === 'verifying' && row.dueAt !== null ? [row.dueAt] : [],
    );
    return restless || looks.length === 0 ? null : Math.min(...looks);
  };

  const play = async (deeds: readonly Deed[]): Promise<void> => {
    const begin = scheduler.now();
    for (const deed of deeds) scheduler.at(begin + deed.at, () => act(world, network, deed));
    for (;;) {
      await standstill();
      steps += 1;
      if (steps > maxSteps) {
        restless = true;
        return;
      }
      // A life is not about how long bad luck can last.
      if (scheduler.now() > begin + faultsMs) world.faults.active = false;
      const rests = scheduler.parked.length === 0 && !scheduler.busy() && left().length === 0;
      if (rests && (nextLook() ?? Number.POSITIVE_INFINITY) > scheduler.now() + soonMs) return;
      const choice = choose();
      if (choice.do === 'wait') {
        if (!scheduler.wait() && scheduler.parked.length === 0) return;
      } else if (choice.do === 'crash') {
        crashAt.delete(scheduler.points);
        crash(choice.index);
      } else {
        scheduler.go(choice.index);
        scheduler.pass(life.order === 'in order' ? 5 : random.int(40));
      }
    }
  };

  return {
    play,
    pleas: (say) =>
      world.github.issues.flatMap(({ page }): readonly Deed[] => {
        const state = world.witness.states.get(page.run);
        if (state === undefined || isTerminal(state) || state === 'awaiting_approval') return [];
        return [{ at: 1000, do: 'comment', by: 'ana', page: page.name, say }];
      }),
    passTo: (time) => scheduler.pass(Math.max(0, time - scheduler.now())),
    nextLook,
    crashes: () => crashes,
    rest: () => (restless ? ['it never comes to rest', ...left()] : left()),
  };
}
