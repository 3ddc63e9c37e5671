import * as core from '@actions/core';
import { randomBytes } from 'node:crypto';
import { visible } from '../lib/core/evidence/visible.ts';

/** Where in a file something is wrong; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The only way to the log. Nothing is printed that the runner could take as a command. */
export interface Printer {
  line(text: string): void;
  group(title: string, lines: readonly string[]): void;
  warning(text: string): void;
  /** One annotation. */
  error(title: string, text: string, place: Place | null): void;
  /** Text of strangers, bounded, in a group of its own. */
  untrusted(title: string, text: string): void;
}

const maxUntrusted = 4000;

/** `redact` takes credentials out of whatever is printed. */
export function createPrinter(redact: (text: string) => string): Printer {
  const safe = (text: string): string => harmless(redact(text));
  const lines = (text: string): readonly string[] => text.split('\n').map(safe);
  const printer: Printer = {
    line: (text) => {
      for (const line of lines(text)) core.info(line);
    },
    group: (title, texts) => {
      core.startGroup(safe(title));
      for (const text of texts) printer.line(text);
      core.endGroup();
    },
    warning: (text) => core.warning(safe(text)),
    error: (title, text, place) =>
      core.error(safe(text), {
        title: safe(title),
        ...(place === null
          ? {}
          : { file: safe(place.file), startLine: place.line, startColumn: place.column }),
      }),
    untrusted: (title, text) => {
      core.startGroup(safe(title));
      // A belt beside the braces: between these two lines the runner takes no command at all.
      const token = randomBytes(16).toString('hex');
      core.info(`::stop-commands::${token}`);
      for (const line of lines(redact(text).slice(-maxUntrusted))) core.info(`  | ${line}`);
      core.info(`::${token}::`);
      core.endGroup();
    },
  };
  return printer;
}

/** Visible, and with the two spellings of a runner command broken: `::` at a line's start, `##[` anywhere. */
function harmless(text: string): string {
  return visible(text).replaceAll('::', ': :').replaceAll('##[', '## [');
}
