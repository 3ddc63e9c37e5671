/** One life of the simulated world: what people do in it, what goes wrong, and how its steps are chosen. */
import type { FaultPlan } from './faults.ts';
import type { NetworkPlan } from './network.ts';
import type { PageName, Person } from './pages.ts';
import type { Deed, Saying } from './people.ts';
import type { Random } from './random.ts';

export interface Life {
  readonly deeds: readonly Deed[];
  readonly faults: FaultPlan;
  readonly network: NetworkPlan;
  readonly replicas: 1 | 2;
  /** Whether replicas take issues from a shared queue; alone they need none. */
  readonly leased: boolean;
  /** Numbers of the points at which the process that stands there dies. */
  readonly crashAt: readonly number[];
  /** How long a dead process stays away, at most. */
  readonly awayMs: number;
  /** `random`: anyone goes on, time may pass meanwhile. `in order`: whoever stands longest goes on. */
  readonly order: 'random' | 'in order';
  /** How often someone who could go on is passed over for many steps. */
  readonly slow: number;
  /** How far clocks of the App are off from GitHub's, at most. */
  readonly skewMs: number;
}

/** The life that a seed stands for. */
export function lifeOf(random: Random): Life {
  const rough = random.chance(0.75);
  const often = (probability: number): number => (rough && random.chance(0.5) ? probability : 0);
  const replicas = random.chance(0.6) ? 2 : 1;
  const crashes = rough ? random.int(4) : 0;
  const life: Life = {
    deeds: deedsOf(random),
    faults: {
      unreadable: often(0.08),
      ambiguous: often(0.15),
      refused: often(0.05),
      limited: often(0.05),
      ledger: often(0.03),
      lagMs: random.pick([0, 0, 800, 3000, 8000]),
      goesOnMs: 0,
    },
    network: {
      lost: often(0.25),
      untried: often(0.1),
      doubled: often(0.4),
      lateMs: random.pick([200, 2000, 20_000]),
    },
    replicas,
    leased: replicas === 2 && random.chance(0.5),
    crashAt: Array.from({ length: crashes }, () => random.int(260)),
    awayMs: random.pick([1000, 20_000, 300_000]),
    order: 'random',
    skewMs: random.pick([0, 0, 1500]),
    slow: random.pick([0, 0, 0.02, 0.08]),
  };
  if (!random.chance(0.3)) return life;
  const goesOnMs = random.pick([15_000, 60_000, 300_000, Number.POSITIVE_INFINITY]);
  return { ...life, faults: { ...life.faults, goesOnMs } };
}

function deedsOf(random: Random): readonly Deed[] {
  const deeds: Deed[] = [];
  const main = random.chance(0.12) ? 'pair' : random.chance(0.15) ? 'brief' : 'first';
  const some = (probability: number, deed: () => Deed): void => {
    if (random.chance(probability)) deeds.push(deed());
  };
  const soon = (): number => random.between(100, random.chance(0.8) ? 9000 : 70_000);
  const say =
    (by: Person, saying: Saying, page: PageName = main) =>
    (): Deed => ({ at: soon(), do: 'comment', by, page, say: saying });

  deeds.push({ at: 0, do: 'open', page: main });
  some(0.9, say('kim', 'approve'));
  some(0.25, say('kim', 'approve'));
  some(main === 'pair' ? 0.8 : 0.3, say('ana', 'approve'));
  some(0.2, say('dana', 'approve'));
  some(0.12, say('bo', 'approve'));
  some(0.2, say('kim', 'prefix'));
  some(0.1, say('ana', 'status'));
  some(0.1, say('dana', 'reject'));
  some(0.08, say('ana', 'reject'));
  some(0.05, say('ana', 'cancel'));
  some(0.12, () => edit(random.pick(['kim', 'dana']), 'oops'));
  some(0.08, () => ({ at: soon(), do: 'delete', by: 'dana', page: main, of: random.int(2) }));
  if (random.chance(0.1)) {
    const at = soon();
    deeds.push({ at, do: 'comment', by: 'kim', page: main, say: 'fine' });
    deeds.push({ ...edit(random.pick(['kim', 'dana']), 'approve'), at: at + soon() });
  }
  if (random.chance(0.14)) tamper();
  some(0.08, () => ({ at: soon(), do: 'grant', to: 'kim', role: random.pick(['write', 'read']) }));
  if (random.chance(0.12)) {
    const at = random.between(200, 40_000);
    deeds.push({ at, do: 'open', page: 'newer' });
    if (random.chance(0.6)) deeds.push({ ...say('kim', 'approve', 'newer')(), at: at + soon() });
  }
  if (random.chance(0.15)) {
    const at = random.between(20_000, 200_000);
    deeds.push({ at, do: 'open', page: 'again' });
    deeds.push({ ...say('kim', 'approve', 'again')(), at: at + soon() });
  }
  some(0.06, () => ({ at: soon(), do: 'vanish', by: 'ana', page: main }));
  return deeds.toSorted((one, other) => one.at - other.at);

  function edit(by: Person, saying: Saying): Deed {
    return { at: soon(), do: 'edit', by, page: main, of: random.int(3), say: saying };
  }
  function tamper(): void {
    let at = soon();
    const times = random.pick([1, 1, 2]);
    for (let time = 0; time < times; time += 1) {
      deeds.push({ at, do: 'tamper', by: 'dana', page: main });
      if (random.chance(0.75)) deeds.push({ at: at + soon(), do: 'restore', by: 'dana', page: main });
      at += 10_000;
    }
    if (random.chance(0.6)) deeds.push({ ...say('kim', 'approve')(), at: at + soon() });
  }
}
