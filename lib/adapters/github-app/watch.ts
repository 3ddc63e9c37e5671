import type { GitHubClient } from './client.ts';
import { timeoutMs } from './connections.ts';

/** What is watched of one request: whether it left, and whether it may. */
export interface Departure {
  /** To be called right before the request leaves. Throws when it must not. */
  readonly leave: () => Promise<void>;
  /** The client's own way out, with a time limit, through `leave`. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether a request left. Before that it waits for its turn, or for a token. */
  left(): boolean;
  /** Throws what `confirm` threw. */
  rethrow(): void;
}

/** Asks `confirm` once, right before the request leaves: after the turn was taken, when the token is at hand. */
export function watch(client: GitHubClient, confirm: () => Promise<boolean>): Departure {
  const inner = fetchOf(client);
  let left = false;
  let thrown: { readonly error: unknown } | null = null;
  const leave = async (): Promise<void> => {
    // A second time only after a 401 with a fresh token: the same order, which was not taken.
    let confirmed = left;
    try {
      confirmed ||= await confirm();
    } catch (error) {
      thrown = { error };
    }
    if (!confirmed) throw new TypeError('withdrawn before it was sent');
    left = true;
  };
  return {
    leave,
    async fetch(input, init) {
      await leave();
      return inner(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    },
    left: () => left,
    rethrow() {
      if (thrown !== null) throw thrown.error;
    },
  };
}

function fetchOf(client: GitHubClient): typeof globalThis.fetch {
  const given = client.request.endpoint?.DEFAULTS.request?.fetch;
  // Octokit calls it as it calls the global one; its type says no more.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof given === 'function' ? (given as typeof globalThis.fetch) : globalThis.fetch;
}
