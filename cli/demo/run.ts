import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';
import { GivenUp } from './story/approved.ts';
import { hangGuard } from './story/guard.ts';
import { play } from './story/play.ts';
import type { ScenarioName } from './scenarios.ts';
import { teardown } from './story/teardown.ts';
import { narrator } from './terminal/narrator.ts';

export interface DemoFlags {
  readonly json: boolean;
  readonly interactive: boolean;
  readonly scenario: ScenarioName;
  /** Folder of the pages, absolute or from the current directory. */
  readonly out: string;
}

/** A demo takes some five seconds; whatever takes a minute hangs. */
const limitMs = 60_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Plays the demo and answers with the exit code. Whatever it started has ended when it returns. */
export async function runDemo(flags: DemoFlags): Promise<number> {
  const sink = flags.json ? process.stderr : process.stdout;
  const tell = narrator(sink, performance.now());
  if (
    !existsSync(join(root, 'dist', 'app', 'main.js')) ||
    !existsSync(join(root, 'dist', 'action', 'index.js'))
  ) {
    sink.write('countersign: the App and the Action are not built yet. Run: npm run build\n');
    return 1;
  }
  const undo = teardown();
  let stopping = false;
  const interrupted = (signal: NodeJS.Signals): void => {
    stopping = true;
    void undo.run().then(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.once(signal, interrupted);
  const guard = hangGuard(limitMs);
  const errors: Array<() => string> = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-demo-'));
    undo.add(async () => rm(folder, { recursive: true, force: true }));
    const played = play({ flags, tell, folder, undo, guard, checkout: root, errors });
    // When the guard ends it first, what the story still runs into is of no interest.
    played.catch(() => undefined);
    const { report, complete } = await Promise.race([played, guard.expired]);
    await undo.run();
    if (flags.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    return complete ? 0 : 1;
  } catch (error) {
    // What fails because everything is being ended is no news.
    if (stopping) return 1;
    tell.blank();
    if (error instanceof GivenUp) {
      tell.plain(error.message);
      return 1;
    }
    tell.plain(
      tell.look(`The demo failed: ${error instanceof Error ? error.message : String(error)}`, 'red'),
    );
    for (const tail of errors.map((read) => read()).filter((text) => text !== '')) tell.plain(tail);
    return 1;
  } finally {
    guard.stop();
    await undo.run();
    for (const signal of signals) process.off(signal, interrupted);
  }
}
