import * as core from '@actions/core';
import { randomBytes } from 'node:crypto';
import { visible } from '../lib/core/evidence/visible.ts';

/** Where in a file of the repository something is wrong; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One annotation: told in the log, and listed on the page of the Actions run. */
export interface Annotation {
  readonly title: string;
  readonly text: string;
  /** Null: it is in no file. */
  readonly place: Place | null;
}

/** The only way to the log and to the step's page. Nothing is printed that the runner could take as a command. */
export interface Printer {
  line(text: string): void;
  /** Begins a group, and ends the one before. Annotations and text of strangers end it too: they must be seen. */
  open(title: string): void;
  close(): void;
  notice(annotation: Annotation): void;
  warning(annotation: Annotation): void;
  error(annotation: Annotation): void;
  /** Text of strangers, bounded, in a group of its own. */
  untrusted(title: string, text: string): void;
  /** Markdown for the page of the Actions run, where the runner shows one. Never rejects. */
  page(markdown: string): Promise<void>;
}

const maxUntrusted = 4000;

/** `redact` takes credentials out of whatever is printed. */
export function createPrinter(redact: (text: string) => string): Printer {
  const safe = (text: string): string => harmless(redact(text));
  const lines = (text: string): readonly string[] => text.split('\n').map(safe);
  let isOpen = false;
  const close = (): void => {
    if (isOpen) core.endGroup();
    isOpen = false;
  };
  const open = (title: string): void => {
    close();
    core.startGroup(safe(title));
    isOpen = true;
  };
  const properties = ({ title, place }: Annotation): core.AnnotationProperties => ({
    title: safe(title),
    ...(place === null ? {} : { file: safe(place.file), startLine: place.line, startColumn: place.column }),
  });
  const warning = (annotation: Annotation): void => {
    close();
    core.warning(safe(annotation.text), properties(annotation));
  };
  return {
    line: (text) => {
      for (const line of lines(text)) core.info(line);
    },
    open,
    close,
    notice: (annotation) => {
      close();
      core.notice(safe(annotation.text), properties(annotation));
    },
    warning,
    error: (annotation) => {
      close();
      core.error(safe(annotation.text), properties(annotation));
    },
    untrusted: (title, text) => {
      open(title);
      // A belt beside the braces: between these two lines the runner takes no command at all.
      const token = randomBytes(16).toString('hex');
      core.info(`::stop-commands::${token}`);
      for (const line of lines(redact(text).slice(-maxUntrusted))) core.info(`  | ${line}`);
      core.info(`::${token}::`);
      close();
    },
    page: async (markdown) => {
      if ((process.env['GITHUB_STEP_SUMMARY'] ?? '') === '') return;
      try {
        await core.summary.addRaw(redact(markdown)).write();
      } catch {
        // What happened has happened; a page that tells about it is no reason to fail.
        warning({ title: 'Countersign', text: 'The step summary could not be written.', place: null });
      }
    },
  };
}

/** Visible, and with the two spellings of a runner command broken: `::` at a line's start, `##[` anywhere. */
function harmless(text: string): string {
  return visible(text).replaceAll('::', ': :').replaceAll('##[', '## [');
}
