/**
 * Owns every wait of the simulated world. Whoever asks a port stands still twice: before the question
 * takes effect, and before its answer is seen. Who goes on next, and when time passes, is chosen outside.
 */

/** One process of the App. Once it is not alive, nothing of it ever goes on. */
export interface Process {
  readonly name: string;
  /** How far its clock is off from GitHub's. */
  readonly skewMs: number;
  alive: boolean;
}

/** Someone who stands still at a port. */
export interface Parked {
  readonly process: Process;
  readonly what: string;
  readonly side: 'before' | 'after';
  readonly go: () => void;
  /** What a write does even when its sender dies now: it may be on its way already. Null for a read. */
  readonly landing: (() => void) | null;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly process: Process | null;
  /** Comes again and again: nobody waits for it. */
  readonly idle: boolean;
  readonly fire: () => void;
}

/** What happens next: someone goes on, time passes to the next timer, or someone's process dies right there. */
export type Choice =
  | { readonly do: 'go'; readonly index: number }
  | { readonly do: 'wait' }
  | { readonly do: 'crash'; readonly index: number };

export interface Scheduler {
  now(): number;
  pass(ms: number): void;
  readonly parked: readonly Parked[];
  /** How many stood still so far: the crash points, in the order in which they were passed. */
  readonly points: number;
  /** Whether a timer is set for which someone waits. */
  busy(): boolean;
  /** One question: stands still, takes effect, stands still again. A write may land although its sender died. */
  call<Answer>(process: Process, what: string, kind: 'read' | 'write', effect: () => Answer): Promise<Answer>;
  /** Stands still once. */
  stand(process: Process, what: string, side: Parked['side'], landing?: () => void): Promise<void>;
  sleep(process: Process, ms: number, idle?: boolean): Promise<void>;
  at(time: number, fire: () => void): void;
  /** Lets one who stands still go on. */
  go(index: number): void;
  /** Lets time pass to the next timer; false when there is none. */
  wait(): boolean;
  /** Ends a process: its timers are gone, and those of its questions that stand still are answered with. */
  kill(process: Process): readonly Parked[];
  note(line: string): void;
  readonly trace: readonly string[] | null;
}

export function createScheduler(start: number, traced: boolean): Scheduler {
  let time = start;
  let order = 0;
  let points = 0;
  let parked: Parked[] = [];
  let timers: Timer[] = [];
  const trace: string[] | null = traced ? [] : null;

  const note = (line: string): void => {
    trace?.push(`${((time - start) / 1000).toFixed(3)} ${line}`);
  };
  const stand = (process: Process, what: string, side: Parked['side'], landing?: () => void): Promise<void> =>
    new Promise((resolve) => {
      if (process.alive) parked.push({ process, what, side, go: resolve, landing: landing ?? null });
    });
  const set = (timer: Omit<Timer, 'order'>): void => {
    order += 1;
    const fresh = { ...timer, order };
    const behind = timers.findIndex((other) => other.at > fresh.at);
    if (behind === -1) timers.push(fresh);
    else timers.splice(behind, 0, fresh);
  };

  return {
    now: () => time,
    pass: (ms) => {
      time += ms;
    },
    get parked() {
      return parked;
    },
    get points() {
      return points;
    },
    busy: () => timers.some(({ idle }) => !idle),
    async call(process, what, kind, effect) {
      await stand(process, what, 'before', kind === 'write' ? () => void attempt(effect) : undefined);
      const answer = attempt(effect);
      await stand(process, what, 'after');
      if ('thrown' in answer) throw answer.thrown;
      return answer.value;
    },
    stand,
    sleep: (process, ms, idle = false) =>
      new Promise((resolve) => {
        if (process.alive) set({ at: time + ms, process, idle, fire: resolve });
      }),
    at: (due, fire) => set({ at: due, process: null, idle: false, fire }),
    go: (index) => {
      const [one] = parked.splice(index, 1);
      if (one === undefined) throw new TypeError('nobody stands there');
      points += 1;
      if (trace !== null) note(`${one.process.name} ${one.side} ${one.what}`);
      one.go();
    },
    wait: () => {
      const next = timers.shift();
      if (next === undefined) return false;
      time = Math.max(time, next.at);
      next.fire();
      return true;
    },
    kill: (process) => {
      process.alive = false;
      timers = timers.filter((timer) => timer.process !== process);
      const left = parked.filter((one) => one.process === process);
      parked = parked.filter((one) => one.process !== process);
      return left;
    },
    note,
    trace,
  };
}

type Attempt<Value> = { readonly value: Value } | { readonly thrown: unknown };

function attempt<Value>(effect: () => Value): Attempt<Value> {
  try {
    return { value: effect() };
  } catch (thrown) {
    return { thrown };
  }
}

/** Resolves once nothing in this thread can go on by itself. */
export function standstill(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
