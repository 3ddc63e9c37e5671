/** GitHub asks for writes one after the other and at least a second apart (docs.github.com, best practices for the REST API). */
const apartMs = 1000;

/** What notifies people is limited further: Octokit's throttle leaves this much between two. */
const notifyingApartMs = 3000;

/** Lets one installation's writes go one at a time, in their order, with the pauses that GitHub asks for. */
export type InTurn = <Value>(notifies: boolean, write: () => Promise<Value>) => Promise<Value>;

interface Waiting {
  readonly notifies: boolean;
  readonly go: () => Promise<void>;
}

/** The queue of one installation. What may go goes before what has to pause; between those, the first comes first. */
export function turns(now: () => number = () => performance.now()): InTurn {
  const waiting: Waiting[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let lastNotifying = Number.NEGATIVE_INFINITY;
  let busy = false;
  let timer: NodeJS.Timeout | undefined;

  const readyAt = ({ notifies }: Waiting): number =>
    Math.max(last + apartMs, notifies ? lastNotifying + notifyingApartMs : 0);

  const next = (): void => {
    clearTimeout(timer);
    if (busy) return;
    const [first] = waiting.toSorted((a, b) => readyAt(a) - readyAt(b));
    if (first === undefined) return;
    const pause = readyAt(first) - now();
    if (pause > 0) {
      timer = setTimeout(next, Math.ceil(pause));
      return;
    }
    waiting.splice(waiting.indexOf(first), 1);
    last = now();
    if (first.notifies) lastNotifying = last;
    busy = true;
    void first.go().finally(() => {
      busy = false;
      next();
    });
  };

  return (notifies, write) =>
    new Promise((resolve, reject) => {
      const go = (): Promise<void> => write().then(resolve, reject);
      waiting.push({ notifies, go });
      next();
    });
}
