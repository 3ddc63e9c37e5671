/** What must be undone when the demo ends: in the opposite order, each once, whatever happens. */
export interface Teardown {
  add(undo: () => Promise<void> | void): void;
  run(): Promise<void>;
}

export function teardown(): Teardown {
  const steps: Array<() => Promise<void> | void> = [];
  return {
    add(undo) {
      steps.push(undo);
    },
    async run() {
      for (let undo = steps.pop(); undo !== undefined; undo = steps.pop()) {
        try {
          await undo();
        } catch {
          // The other steps still have to be taken; nothing can be done about this one.
        }
      }
    },
  };
}
