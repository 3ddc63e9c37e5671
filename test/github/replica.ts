/** States of the past, so that reads can be answered by a replica that is behind. */
import type { State } from './state.ts';

export interface Replica {
  /** Keeps the state as it is before a change, when a lag is planned. */
  keep(state: State, at: number, lagMs: number): void;
  /** The state as of that time; the state itself when nothing older was kept. */
  asOf(state: State, at: number): State;
}

export function createReplica(): Replica {
  // Each copy holds until the time beside it: it was taken right before a change at that time.
  let copies: readonly { readonly until: number; readonly state: State }[] = [];
  return {
    keep(state, at, lagMs) {
      if (lagMs <= 0) return;
      copies = [
        ...copies.filter((copy) => copy.until > at - lagMs),
        { until: at, state: structuredClone(state) },
      ];
    },
    asOf: (state, at) => copies.find((copy) => copy.until > at)?.state ?? state,
  };
}
