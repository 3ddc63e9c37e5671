import type { Clock } from '../core/port/clock.ts';
import { remember } from './remember.ts';

/** Who was found to have no say a short while ago. */
export interface Strangers {
  has(repositoryId: string, accountId: string): boolean;
  add(repositoryId: string, accountId: string): void;
}

/** Whoever had no say is not looked up again for so long: a flood of comments costs one request a minute. */
const keptMs = 60_000;

/** Beyond so many the oldest are forgotten; they then cost a request again, nothing else. */
const maxKept = 10_000;

/** Remembers strangers in this process alone: forgetting them is harmless. */
export function createStrangers(clock: Pick<Clock, 'now'>): Strangers {
  const until = new Map<string, number>();
  return {
    has: (repositoryId, accountId) => (until.get(keyOf(repositoryId, accountId)) ?? 0) > clock.now(),
    add: (repositoryId, accountId) => {
      remember(until, keyOf(repositoryId, accountId), clock.now() + keptMs, maxKept);
    },
  };
}

function keyOf(repositoryId: string, accountId: string): string {
  return `${repositoryId}:${accountId}`;
}
