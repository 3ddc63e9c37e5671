type Undo = () => Promise<void> | void;

/** What must be undone when the demo ends: in the opposite order, each once, whatever happens. */
export interface Teardown {
  /** Adds a step. When everything is being undone already, it is taken at once. */
  add(undo: Undo): void;
  /** Takes all steps. Resolves when none is left or under way, whoever asked for it. */
  run(): Promise<void>;
}

export function teardown(): Teardown {
  const steps: Undo[] = [];
  let started = false;
  let underWay: Promise<void> = Promise.resolve();
  const drain = async (): Promise<void> => {
    underWay = underWay.then(async () => {
      for (let undo = steps.pop(); undo !== undefined; undo = steps.pop()) {
        try {
          await undo();
        } catch {
          // The other steps still have to be taken; nothing can be done about this one.
        }
      }
    });
    return underWay;
  };
  return {
    add(undo) {
      steps.push(undo);
      if (started) void drain();
    },
    async run() {
      started = true;
      return drain();
    },
  };
}
