import type { Hooks } from '../../test/github/hooks.ts';

/** Asks again for every delivery that was not taken, as a person can on GitHub's page of deliveries. */
export function redeliverFailed(hooks: Hooks): void {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  for (const { guid, state, status, id } of hooks.deliveries) {
    // Under way, or done: nothing to ask for.
    if (state === 'sending' || (state === 'answered' && status >= 200 && status < 300)) taken.add(guid);
    else last.set(guid, id);
  }
  for (const [guid, id] of last) if (!taken.has(guid)) void hooks.redeliver(id);
}
