import { onTestFinished, vi } from 'vitest';

/** The time of day, GitHub's and the App's alike. Timers run as ever. */
export interface TimeOfDay {
  /** So much later it is at once. */
  pass(ms: number): void;
}

export const minute = 60_000;
export const hour: number = 60 * minute;

/** Takes the time of day in hand. To be called before anything is started. */
export function holdTime(): TimeOfDay {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    pass: (ms) => {
      vi.setSystemTime(Date.now() + ms);
    },
  };
}
