/** The faults that a test planned, and which request meets one. */
import type { Fault, FaultMatch, FaultPlan } from './fault.ts';

/** What a request looks like to a fault. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly actor: string;
  readonly body: string;
}

/** A fault that a request met. */
export interface Met {
  readonly plan: FaultPlan;
  /** Resolves when held answers may go. */
  readonly released: Promise<void>;
}

export interface Faults {
  plan(plan: FaultPlan): Fault;
  /** The first that is for this request, counted down; null when none is. */
  meet(seen: Seen): Met | null;
  /** How far back states must be kept, in milliseconds; 0 without a lag. */
  longestLagMs(): number;
  releaseAll(): void;
}

interface Planned {
  readonly plan: FaultPlan;
  left: number;
  skip: number;
  hits: number;
  readonly hit: PromiseWithResolvers<void>;
  readonly release: PromiseWithResolvers<void>;
}

export function createFaults(): Faults {
  let planned: readonly Planned[] = [];
  return {
    plan(plan) {
      const one: Planned = {
        plan,
        left: plan.times ?? 1,
        skip: plan.skip ?? 0,
        hits: 0,
        hit: Promise.withResolvers(),
        release: Promise.withResolvers(),
      };
      planned = [...planned, one];
      return {
        get hits() {
          return one.hits;
        },
        hit: one.hit.promise,
        release: () => one.release.resolve(),
        remove() {
          one.left = 0;
          one.release.resolve();
        },
      };
    },
    meet(seen) {
      for (const one of planned) {
        if (one.left <= 0 || !fits(one.plan.match, seen)) continue;
        if (one.skip > 0) {
          one.skip -= 1;
          continue;
        }
        one.left -= 1;
        one.hits += 1;
        one.hit.resolve();
        return { plan: one.plan, released: one.release.promise };
      }
      return null;
    },
    longestLagMs: () =>
      Math.max(0, ...planned.filter((one) => one.left > 0).map((one) => one.plan.lagMs ?? 0)),
    releaseAll() {
      for (const one of planned) {
        one.left = 0;
        one.release.resolve();
      }
    },
  };
}

function fits(match: FaultMatch, seen: Seen): boolean {
  return (
    (match.method ?? seen.method) === seen.method &&
    (match.route ?? seen.route) === seen.route &&
    (match.actor ?? seen.actor) === seen.actor &&
    (match.path?.test(seen.path) ?? true) &&
    (match.body?.test(seen.body) ?? true)
  );
}
