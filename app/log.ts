import pino, { type Logger } from 'pino';
import type { JsonObject } from '../lib/core/json/value.ts';
import type { Log } from '../lib/core/port/log.ts';

/**
 * The process's logger: JSON lines on stderr, written at once. Probot's own would write to stdout, later
 * than our last line, and would print a whole event with a handler's error.
 */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, redact: { paths: ['headers', 'request', 'response', '*.headers'], remove: true } },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** The use cases' log: codes, ids and counts. */
export function toLog(logger: Logger): Log {
  return {
    info: (event: string, fields: JsonObject) => {
      logger.info(fields, event);
    },
    warn: (event: string, fields: JsonObject) => {
      logger.warn(fields, event);
    },
  };
}

/** What may be said of a fault in the log: its name, its first words and a status. Messages can hold what others wrote. */
export function faultFields(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { fault: 'not an error' };
  const status = 'status' in error && typeof error.status === 'number' ? error.status : null;
  return { fault: error.name, what: faultText(error), status };
}

/** A fault's first words, in plain ASCII. */
export function faultText(error: unknown): string {
  return error instanceof Error
    ? error.message.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?')
    : 'an unknown fault';
}
