import type { Caller } from './callers.ts';

/** One request that the App sent for its installation. */
export interface Counted {
  readonly method: string;
  readonly path: string;
  /** Whether it makes something that people see: an issue, a comment, a check run, an Actions run. */
  readonly creating: boolean;
}

export interface Tally {
  readonly total: number;
  readonly creating: number;
}

/**
 * Counts what the App asks of GitHub. The minting of an installation token, one an hour, is left out;
 * so is what other actors ask.
 */
export interface Requests {
  note(request: { readonly caller: Caller; readonly method: string; readonly path: string }): void;
  /** How many there were so far: a mark to count from. */
  mark(): number;
  since(mark: number): Tally;
  list(mark: number): readonly Counted[];
}

const creatingPaths =
  /^\/repos\/[^/]+\/[^/]+\/(?:issues|issues\/\d+\/comments|check-runs|actions\/workflows\/[^/]+\/dispatches)$/;

export function countRequests(): Requests {
  const counted: Counted[] = [];
  return {
    note({ caller, method, path }) {
      if (caller.kind !== 'app' || caller.app.slug !== 'countersign') return;
      if (path.endsWith('/access_tokens')) return;
      counted.push({ method, path, creating: method === 'POST' && creatingPaths.test(path) });
    },
    mark: () => counted.length,
    since(mark) {
      const later = counted.slice(mark);
      return { total: later.length, creating: later.filter(({ creating }) => creating).length };
    },
    list: (mark) => counted.slice(mark),
  };
}
