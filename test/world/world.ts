/** The parts of one simulated world, before anything happens in it. */
import type { AppPorts } from '../../lib/service/app-ports.ts';
import type { Deliver } from '../../lib/service/work.ts';
import { createFaults, type FaultPlan, type Faults } from './faults.ts';
import { createGitHub, type GitHub } from './github.ts';
import { memoryLedger, type LedgerFlaws, type MemoryLedger } from './memory-ledger.ts';
import { issuedAt } from './pages.ts';
import type { Random } from './random.ts';
import { createScheduler, type Process, type Scheduler } from './scheduler.ts';
import { createWitness, type Witness } from './witness.ts';

/** What a known-bad variant puts in the place of the sound part. */
export interface Plant {
  readonly ledger?: LedgerFlaws;
  readonly ports?: (ports: AppPorts, world: World, process: Process) => AppPorts;
  readonly deliver?: (deliver: Deliver, ports: AppPorts, world: World) => Deliver;
}

export interface World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly ledger: MemoryLedger;
  readonly github: GitHub;
  readonly faults: Faults;
  readonly witness: Witness;
  readonly plant: Plant;
  /** Replicas take an issue one after the other (a shared queue with leases), or as it comes. */
  readonly leases: Map<string, { readonly holder: Process; readonly until: number }> | null;
}

export function createWorld(options: {
  readonly random: Random;
  readonly faults: FaultPlan;
  readonly leased: boolean;
  readonly traced: boolean;
  readonly plant: Plant;
}): World {
  const { random, plant } = options;
  const scheduler = createScheduler(issuedAt + 5000, options.traced);
  return {
    random,
    scheduler,
    ledger: memoryLedger(plant.ledger),
    github: createGitHub(() => scheduler.now()),
    faults: createFaults(options.faults, random),
    witness: createWitness(),
    plant,
    leases: options.leased ? new Map() : null,
  };
}
