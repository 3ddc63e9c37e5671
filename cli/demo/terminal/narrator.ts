import { styleText } from 'node:util';

/** The stream that a story is told on. */
export type Sink = NodeJS.WriteStream | NodeJS.WritableStream;

/** What `styleText` knows and the story uses. */
type Look = 'bold' | 'dim' | 'green' | 'red' | 'cyan' | 'yellow';

/**
 * Tells the story line by line. Colours and the line that is overwritten while something is under way are
 * for a terminal only; `NO_COLOR` is respected. Text is at most 100 columns wide.
 */
export interface Narrator {
  blank(): void;
  title(text: string): void;
  /** A part of the story, numbered from 1. */
  part(text: string): void;
  /** Something that happened, with the time since the start. */
  event(text: string): void;
  /** A line below an event. */
  note(text: string): void;
  /** Says what is under way until the next line comes. */
  busy(text: string): void;
  /** One thing that was tried and refused, or was not. */
  refusal(tried: { readonly what: string; readonly code: string; readonly as: boolean }): void;
  plain(text: string): void;
  look(text: string, look: Look): string;
}

export function narrator(sink: Sink, startedAt: number): Narrator {
  const isTerminal = 'isTTY' in sink && sink.isTTY;
  let part = 0;
  let busy = false;
  const look = (text: string, as: Look): string =>
    isTerminal ? styleText(as, text, { stream: sink, validateStream: true }) : text;
  const write = (text: string): void => {
    if (busy) sink.write('\r\u001B[K');
    busy = false;
    sink.write(`${text}\n`);
  };
  const since = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
  return {
    blank: () => write(''),
    title: (text) => write(look(text, 'bold')),
    part(text) {
      part += 1;
      write('');
      write(`${look(`${part}`, 'cyan')}  ${look(text, 'bold')}`);
    },
    event: (text) => write(`${look(since(), 'dim')}  ${text}`),
    note: (text) => write(`${' '.repeat(9)}${text}`),
    busy(text) {
      if (!isTerminal) return;
      if (busy) sink.write('\r\u001B[K');
      busy = true;
      sink.write(look(`${since()}  ${text} …`, 'dim'));
    },
    refusal({ what, code, as }) {
      const mark = as ? look('✓', 'green') : look('✗', 'red');
      write(`      ${mark}  ${what.padEnd(62)} ${look(code, as ? 'yellow' : 'red')}`);
    },
    plain: write,
    look,
  };
}

/** `1,902 B`. */
export function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} B`;
}

/** Cuts text to a width, with an ellipsis where something is missing. */
export function fit(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}
