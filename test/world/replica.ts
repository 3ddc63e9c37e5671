/** One process of the App: the real use cases over the simulated outside, from its start to its end. */
import { inProcessWakes } from '../../lib/adapters/wakes/in-process.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { IssueRef, Ledger } from '../../lib/core/port/ledger.ts';
import type { Signer } from '../../lib/core/port/signer.ts';
import type { Deliveries } from '../../lib/core/port/deliveries.ts';
import type { JsonValue } from '../../lib/core/json/value.ts';
import { refused } from '../../lib/core/result.ts';
import { signedDelivery } from '../../lib/core/webhook/found.ts';
import { meaningOf, readIncoming } from '../../lib/core/webhook/incoming.ts';
import { sweepComments } from '../../lib/service/sweep-comments.ts';
import { sweepDeliveries } from '../../lib/service/sweep-deliveries.ts';
import type { AppPorts } from '../../lib/service/app-ports.ts';
import { handleIncoming } from '../../lib/service/handle-incoming.ts';
import { defaultPolicy } from '../../lib/core/policy/defaults.ts';
import { createStrangers } from '../../lib/service/strangers.ts';
import { sweep } from '../../lib/service/sweep.ts';
import { workOn, type Deliver } from '../../lib/service/work.ts';
import { worldEffects } from './effects.ts';
import { worldHost } from './host.ts';
import { actions, type Told } from './network.ts';
import { repository, worldCodec } from './pages.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { answeredLedger, worldLedger } from './world-ledger.ts';
import type { World } from './world.ts';

/** As the App sweeps: its ledger, GitHub's log of deliveries, the comments. */
const periods = { ledger: 30_000, deliveries: 60_000, comments: 300_000 } as const;

/** How long a replica keeps an issue that it does not give back. */
const leaseMs = 120_000;

export interface Replica {
  readonly process: Process;
  /** The webhook door: stores a delivery, then hints. Rejects when it was not stored. */
  door(id: string, incoming: Told): Promise<void>;
}

export function startReplica(
  world: World,
  name: string,
  skewMs: number,
  log: (process: Process) => Deliveries,
): Replica {
  const { scheduler, plant } = world;
  const process: Process = { name, skewMs, alive: true };
  const clock = {
    now: () => scheduler.now() + skewMs,
    sleep: (ms: number) => scheduler.sleep(process, ms),
  };
  const say = (event: string, fields: object): void => {
    if (scheduler.trace !== null) scheduler.note(`  ${name} ${event} ${JSON.stringify(fields)}`);
  };
  const wakes = inProcessWakes(clock, (ref, error) =>
    say('work failed', { issue: ref.issue, error: String(error) }),
  );
  const host = worldHost(world, process);
  const effects = worldEffects(world, process);
  const sound: AppPorts = {
    ledger: worldLedger(world, process),
    hosts: { installation: async () => host },
    effects: { of: async () => effects },
    policies: {
      read: (sources) =>
        sources.repository === null && sources.organisation === null
          ? { kind: 'default', policy: defaultPolicy }
          : { kind: 'faulty', faults: [] },
    },
    seals: {
      verify: async (_, line) =>
        line === null
          ? { ok: false, code: 'seal_missing' }
          : { ok: true, kind: line.kind, by: `key ${line.keyId}`, runner: null, environment: null },
    },
    signer: worldSigner(world),
    codec: worldCodec,
    clock,
    log: { info: say, warn: say },
    installations: {
      repository: async () => refused({ code: 'unreadable', status: null, what: 'no other repository' }),
    },
    strangers: createStrangers(clock),
    wakes: {
      ...wakes,
      hint: (ref) => scheduler.call(process, 'hint', 'read', () => void wakes.hint(ref)),
    },
    host: 'https://github.com',
    docsUrl: 'https://countersign.example/refusals',
    worker: name,
  };
  const planted = plant.ports?.(sound, world, process) ?? sound;
  const ports = { ...planted, ledger: answeredLedger(world, planted.ledger) };
  const handle: Deliver = async ({ id, payload, receivedAt }) => {
    await scheduler.stand(process, 'deliver', 'before');
    const handled = await handleIncoming(ports, incomingOf(payload), {
      delivery: signedDelivery(id),
      receivedAt,
    });
    await scheduler.stand(process, 'deliver', 'after');
    return handled;
  };
  const deliver = plant.deliver?.(handle, ports, world) ?? handle;
  const work = (ref: IssueRef): Promise<void> => workOn(ports, deliver, ref);
  void wakes.start(world.leases === null ? work : leased(world, process, work));
  const deliveries = log(process);
  void sweeping(scheduler, process, periods.ledger, () => sweep(ports));
  void sweeping(scheduler, process, periods.deliveries, () => sweepDeliveries({ ...ports, deliveries }));
  void sweeping(scheduler, process, periods.comments, () => sweepComments(ports));
  const numberOf = (incoming: Told): number => {
    if ('issue' in incoming) return incoming.issue.number;
    const { externalId } = incoming.checkRun;
    return world.github.issues.find(({ page }) => page.hash === externalId)?.number ?? 0;
  };
  return {
    process,
    door: (id, incoming) => door(ports, id, { incoming, number: numberOf(incoming) }, clock.now()),
  };
}

async function door(
  ports: AppPorts,
  id: string,
  { incoming, number }: { readonly incoming: Told; readonly number: number },
  receivedAt: number,
): Promise<void> {
  const ref = { installation: incoming.place.installation, issue: `${repository.id}#${number}` };
  const [name] = actions[incoming.kind];
  const payload = JSON.stringify({ incoming });
  const delivery: Parameters<Ledger['receive']>[0] = {
    ...ref,
    id,
    meaning: meaningOf(incoming),
    name,
    payload,
    receivedAt,
  };
  if ((await ports.ledger.receive(delivery)) === 'stored') void ports.wakes.hint(ref).catch(() => undefined);
}

/** One replica works on an issue at a time, until its lease runs out: as a shared queue hands issues out. */
function leased(
  { leases, scheduler }: World,
  process: Process,
  work: (ref: IssueRef) => Promise<void>,
): (ref: IssueRef) => Promise<void> {
  return async (ref) => {
    const held = leases?.get(ref.issue);
    if (held !== undefined && held.until > scheduler.now() && held.holder !== process)
      throw new Error('another replica works on it');
    const mine = { holder: process, until: scheduler.now() + leaseMs };
    leases?.set(ref.issue, mine);
    try {
      await work(ref);
    } finally {
      if (leases?.get(ref.issue) === mine) leases.delete(ref.issue);
    }
  };
}

async function sweeping(
  scheduler: Scheduler,
  process: Process,
  periodMs: number,
  once: () => Promise<void>,
): Promise<void> {
  while (process.alive) {
    await once().catch(() => undefined);
    await scheduler.sleep(process, periodMs, true);
  }
}

/** A delivery of the world's own network carries what it means; what a look at the comments found reads as a webhook. */
function incomingOf(payload: string): Told {
  const value: JsonValue & { readonly incoming?: Told } = JSON.parse(payload);
  if (value.incoming !== undefined) return value.incoming;
  const incoming = readIncoming('issue_comment', value);
  if (typeof incoming === 'string' || !('issue' in incoming)) throw new TypeError('not a comment');
  return incoming;
}

/** Signs by saying what it signs: the world reads back what a check run tells. */
function worldSigner({ witness }: World): Signer {
  return {
    keyId: 'world',
    sign: (document) => `signed-${textOf(document['count'])}-${textOf(document['digest'])}`,
    signPayload: () => 'signed',
    jwks: () => ({ keys: [] }),
    mark: (document) => {
      const [run, key] = [textOf(document['run']), textOf(document['key'])];
      const mac = digestText(`${document.kind} ${run} ${key}`);
      witness.markers.set(mac, { run, key });
      return mac;
    },
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
