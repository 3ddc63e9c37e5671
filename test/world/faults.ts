/** What may go wrong between the App and the outside, and when it stops. */
import type { HostFault } from '../../lib/core/port/runner-host.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import type { Random } from './random.ts';

/** Chances are for one question each. */
export interface FaultPlan {
  /** A read is not answered. */
  readonly unreadable: number;
  /** A write's answer is lost; half of them were done. */
  readonly ambiguous: number;
  /** GitHub definitely does not do it. */
  readonly refused: number;
  /** GitHub's rate limit keeps it out. */
  readonly limited: number;
  /** The ledger fails; half of the writes were stored. */
  readonly ledger: number;
  /** A read may see what stood so long ago. */
  readonly lagMs: number;
  /** How long what was made goes on before it can be read back whole; `Infinity` for what never ends. */
  readonly goesOnMs: number;
}

export const noFaults: FaultPlan = {
  unreadable: 0,
  ambiguous: 0,
  refused: 0,
  limited: 0,
  ledger: 0,
  lagMs: 0,
  goesOnMs: 0,
};

export interface Faults {
  /** Whether anything still goes wrong. Lag is no fault: it goes on. */
  active: boolean;
  readonly plan: FaultPlan;
  /** How often something went wrong so far. */
  happened: number;
  /** How old what a read sees is. */
  lag(): number;
  read<Value>(effect: () => Result<Value, HostFault>): Result<Value, HostFault>;
  write<Value>(effect: () => Value): Result<Value, HostFault>;
  stored<Answer>(effect: () => Answer): Answer;
}

export function createFaults(plan: FaultPlan, random: Random): Faults {
  const strikes = (chance: number): boolean => {
    const does = faults.active && random.chance(chance);
    if (does) faults.happened += 1;
    return does;
  };
  const faults: Faults = {
    active: true,
    plan,
    happened: 0,
    // Most reads are fresh; some are as old as it gets.
    lag: () => (plan.lagMs === 0 || random.chance(0.6) ? 0 : random.int(plan.lagMs)),
    read: (effect) =>
      strikes(plan.unreadable) ? refused({ code: 'unreadable', status: 502, what: 'read' }) : effect(),
    write: (effect) => {
      if (strikes(plan.ambiguous)) {
        if (random.chance(0.5)) effect();
        return refused({ code: 'ambiguous', status: random.chance(0.5) ? 502 : null, what: 'write' });
      }
      if (strikes(plan.refused)) return refused({ code: 'refused', status: 403, what: 'write' });
      if (strikes(plan.limited))
        return refused({
          code: 'refused',
          status: 429,
          what: 'write',
          retryAfterMs: random.between(1000, 60_000),
        });
      return ok(effect());
    },
    stored: (effect) => {
      if (!strikes(plan.ledger)) return effect();
      if (random.chance(0.5)) effect();
      throw new Error('ledger: the connection was lost');
    },
  };
  return faults;
}
