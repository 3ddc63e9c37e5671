/**
 * Between GitHub and the App: deliveries get lost, come twice, late, out of order, under new names. GitHub
 * repeats nothing by itself; its log tells what failed, and it delivers again what it is asked for.
 */
import type { Attempt, Deliveries } from '../../lib/core/port/deliveries.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { foundId } from '../../lib/core/webhook/found.ts';
import type { ButtonIncoming } from '../../lib/core/webhook/check-run.ts';
import type { CommentIncoming, IssueIncoming } from '../../lib/core/webhook/incoming.ts';
import type { Replica } from './replica.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';

export interface NetworkPlan {
  readonly lost: number;
  /** Never even tried, and in no log: only a look at the comments finds what it told of. */
  readonly untried: number;
  readonly doubled: number;
  /** How late a delivery may be. */
  readonly lateMs: number;
}

export interface Network {
  send(incoming: Told): void;
  /** A process died: what it had not acknowledged failed. */
  cut(process: Process): void;
  /** GitHub's log, as one process asks for it. */
  log(process: Process): Deliveries;
  /** What no process has acknowledged yet. */
  awaited(): readonly Sent[];
}

/** What people's deeds make GitHub tell of. */
export type Told = IssueIncoming | CommentIncoming | ButtonIncoming;

/** One event that GitHub tells of. */
export interface Sent {
  readonly id: string;
  readonly incoming: Told;
  readonly untried: boolean;
  acknowledged: boolean;
}

/** The event and action by which GitHub tells of each. */
export const actions: Readonly<Record<Told['kind'], readonly [event: string, action: string]>> = {
  issue_opened: ['issues', 'opened'],
  issue_edited: ['issues', 'edited'],
  issue_deleted: ['issues', 'deleted'],
  issue_moved: ['issues', 'transferred'],
  comment_created: ['issue_comment', 'created'],
  comment_edited: ['issue_comment', 'edited'],
  comment_deleted: ['issue_comment', 'deleted'],
  button_pressed: ['check_run', 'requested_action'],
};

export function createNetwork(world: World, plan: NetworkPlan, replicas: () => readonly Replica[]): Network {
  const { random, scheduler, faults } = world;
  const events: Sent[] = [];
  const attempts: { readonly attempt: Attempt; readonly of: Sent }[] = [];
  const flights = new Map<object, { readonly of: Sent; readonly at: Process }>();
  let number = 0;

  const fresh = (incoming: Told, untried: boolean): Sent => {
    number += 1;
    const sent = { id: `d-${number}`, incoming, untried, acknowledged: false };
    events.push(sent);
    return sent;
  };
  const tried = (of: Sent, arrived: boolean): void => {
    const [event, action] = actions[of.incoming.kind];
    const id = String(attempts.length + 1);
    const attempt = { id, guid: of.id, event, action, arrived, deliveredAt: scheduler.now() };
    attempts.push({ attempt, of });
    if (arrived) of.acknowledged = true;
  };
  const arrive = (of: Sent): void => {
    const up = replicas();
    if (up.length === 0) {
      tried(of, false);
      return;
    }
    const replica = random.pick(up);
    const { process } = replica;
    const flight = {};
    flights.set(flight, { of, at: process });
    if (scheduler.trace !== null) scheduler.note(`delivery ${of.id} ${of.incoming.kind} to ${process.name}`);
    const landed = (arrived: boolean) => (): void => {
      if (flights.delete(flight)) tried(of, arrived);
    };
    replica.door(of.id, of.incoming).then(landed(true), landed(false));
  };

  return {
    send: (incoming) => {
      const late = (): number => scheduler.now() + random.int(plan.lateMs + 1);
      const command = incoming.kind === 'comment_created' && incoming.comment.body.startsWith('/');
      const untried = faults.active && command && random.chance(plan.untried);
      const sent = fresh(incoming, untried);
      if (untried && 'comment' in incoming) {
        world.witness.untried.add(incoming.comment.id);
        return;
      }
      if (faults.active && random.chance(plan.lost)) tried(sent, false);
      else scheduler.at(late(), () => arrive(sent));
      if (!faults.active || !random.chance(plan.doubled)) return;
      const twin = random.chance(0.5) ? sent : fresh(incoming, false);
      scheduler.at(late(), () => arrive(twin));
    },
    cut: (process) => {
      for (const [flight, { of, at }] of flights) {
        if (at !== process) continue;
        flights.delete(flight);
        tried(of, false);
      }
    },
    log: (process) => ({
      page: () =>
        scheduler.call(process, 'deliveries', 'read', () =>
          faults.read(() => {
            const page = attempts.slice(-100).toReversed();
            return ok({
              attempts: page.map(({ attempt }) => attempt),
              next: null,
              readAt: scheduler.now(),
            });
          }),
        ),
      redeliver: ({ id }) =>
        scheduler.call(process, 'redeliver', 'write', () => {
          const found = attempts.find(({ attempt }) => attempt.id === id);
          if (found === undefined) return refused({ code: 'refused', status: 404, what: 'redeliver' });
          return faults.write(() => {
            scheduler.at(scheduler.now() + random.int(plan.lateMs + 1), () => arrive(found.of));
            return null;
          });
        }),
    }),
    // A process may have stored it and died before it said so.
    awaited: () =>
      events.filter(({ acknowledged, id, incoming }) => {
        const found = 'comment' in incoming && world.ledger.knows({ id: foundId(incoming.comment) });
        return !acknowledged && !found && !world.ledger.knows({ id });
      }),
  };
}
