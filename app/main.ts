import { createLogger, faultText } from './log.ts';
import { readSettings } from './settings.ts';
import { startApp } from './start.ts';

/** Whoever stops the App waits no longer than this for what is under way; it stays in the ledger. */
const drainMs = 9000;

/** Starts the App. Answers with the exit code when it can't start; otherwise it runs until it is told to stop. */
async function main(): Promise<number | null> {
  const settings = readSettings(process.env);
  if (!settings.ok) {
    process.stderr.write('Countersign does not start. These settings need a look:\n');
    for (const { name, what } of settings.fault) process.stderr.write(`  ${name} ${what}\n`);
    return 1;
  }
  const logger = createLogger(settings.value.logLevel);
  const app = await startApp(settings.value, logger);
  process.stdout.write(`${JSON.stringify({ listening: app.url })}\n`);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'app.stopping');
    const limit = setTimeout(() => process.exit(0), drainMs);
    void app.stop().then(() => {
      clearTimeout(limit);
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return null;
}

try {
  const code = await main();
  if (code !== null) process.exitCode = code;
} catch (error) {
  process.stderr.write(`Countersign does not start: ${faultText(error)}\n`);
  process.exit(1);
}
