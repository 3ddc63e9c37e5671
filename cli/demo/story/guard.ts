/** Fails when something hangs. Paused while a person thinks. */
export interface Guard {
  /** Rejects when the time is over. Never resolves. */
  readonly expired: Promise<never>;
  /** Runs something whose time doesn't count. */
  uncounted<Value>(wait: () => Promise<Value>): Promise<Value>;
  stop(): void;
}

export function hangGuard(limitMs: number): Guard {
  let left = limitMs;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout;
  const { promise, reject } = Promise.withResolvers<never>();
  const start = (): void => {
    startedAt = performance.now();
    timer = setTimeout(() => reject(new Error(`nothing came of it within ${limitMs / 1000} s`)), left);
  };
  const stop = (): void => {
    clearTimeout(timer);
    left -= performance.now() - startedAt;
  };
  // Whoever races against it may have gone on already.
  promise.catch(() => undefined);
  start();
  return {
    expired: promise,
    async uncounted(wait) {
      stop();
      try {
        return await wait();
      } finally {
        start();
      }
    },
    stop,
  };
}
