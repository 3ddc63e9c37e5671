/** What really happened, in order: the facts that no part of the App is asked for. */
import type { Digest } from '../../lib/core/json/digest.ts';
import type { State } from '../../lib/core/run/state.ts';

/** Entries that were stored, or that someone was told are stored. */
export interface Appended {
  readonly run: string;
  readonly at: number;
  readonly types: readonly string[];
  readonly digests: readonly Digest[];
}

/** A look for a comment, a check run or an effect: who, for what, and how old what it saw was. */
export interface Look {
  readonly by: string;
  readonly marker: string;
  readonly at: number;
  readonly asOf: number;
}

export interface Witness {
  /** As the ledger stored them. */
  readonly stored: Appended[];
  /** As the use cases were answered. */
  readonly answered: Appended[];
  readonly looks: Look[];
  /** Where each run stood last. */
  readonly states: Map<string, State>;
  /** Invariants that broke while it went on. */
  readonly breaks: string[];
  /** Comments that GitHub told nobody of, or before anybody knew their proposal: only a look finds them. */
  readonly untried: Set<string>;
  /** What was told last, by the id of its issue or check run: whether the run had moved on when it landed. */
  readonly toldLate: Map<string, boolean>;
  /** Which run an effect's marker belongs to. */
  readonly markers: Map<string, { readonly run: string; readonly key: string }>;
}

export function createWitness(): Witness {
  return {
    stored: [],
    answered: [],
    looks: [],
    states: new Map(),
    breaks: [],
    untried: new Set(),
    toldLate: new Map(),
    markers: new Map(),
  };
}
