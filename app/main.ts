import { createLogger, faultFields, faultText } from './log.ts';
import { readSettings } from './settings.ts';
import { startApp } from './start.ts';
import { leaveWasmUnoptimized } from './wasm.ts';

/** `app.stop()` ends within 7 s and a little. Should it not, the process ends all the same. */
const drainMs = 9000;

/**
 * Starts the App, or with `--rebuild` rebuilds its ledger and ends. Answers with the exit code, or with null
 * for an App that runs until it is told to stop.
 */
async function main(): Promise<number | null> {
  const settings = readSettings(process.env);
  if (!settings.ok) {
    process.stderr.write('Countersign does not start. These settings need a look:\n');
    for (const { name, what } of settings.fault) process.stderr.write(`  ${name} ${what}\n`);
    return 1;
  }
  const logger = createLogger(settings.value.logLevel);
  const [mode, ...given] = process.argv.slice(2);
  leaveWasmUnoptimized();
  if (mode === '--rebuild') {
    // Loaded only for this: an App that runs has no use for it.
    const { rebuildMain } = await import('./rebuild-main.ts');
    return rebuildMain(settings.value, logger, given);
  }
  const app = await startApp(settings.value, logger);
  process.stdout.write(`${JSON.stringify({ listening: app.url })}\n`);
  let stopping = false;
  const stop = (signal: string): void => {
    // Whoever says it twice means now. The ledger is as good after that as after a crash.
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'app.stopping');
    setTimeout(() => process.exit(1), drainMs);
    void app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error(faultFields(error), 'app.stop_failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return null;
}

try {
  const code = await main();
  if (code !== null) process.exitCode = code;
} catch (error) {
  process.stderr.write(`Countersign does not start: ${faultText(error)}\n`);
  process.exit(1);
}
