import { createReadStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '../lib/adapters/clock/system.ts';
import { exportLedger } from '../lib/service/ledger-export.ts';
import { importLedger } from '../lib/service/ledger-import.ts';
import { explain, ledgerPlace, openSource, openTarget, type Environment, type Output } from './store.ts';

/** What `countersign ledger` is to do. */
export type LedgerOrder =
  | { readonly do: 'export'; readonly out: string | null; readonly environment: Environment }
  | {
      readonly do: 'import';
      readonly file: string;
      /** Nothing was done with the ledger since it was exported. */
      readonly moved: boolean;
      readonly environment: Environment;
    };

/** Writes the whole ledger out, or fills an empty one, and answers with the exit code. */
export async function ledger(order: LedgerOrder, output: Output): Promise<number> {
  return explain(output, () => (order.do === 'export' ? writeOut(order) : readIn(order, output)));
}

/** A file is there whole or not at all: it gets its name when its last line is on disk. */
async function writeOut({ out, environment }: Extract<LedgerOrder, { do: 'export' }>): Promise<number> {
  const source = await openSource(ledgerPlace(environment));
  try {
    const lines = Readable.from(withLineFeeds(exportLedger(source)));
    if (out === null) {
      await pipeline(lines, process.stdout, { end: false });
      return 0;
    }
    const part = `${out}.part`;
    const file = await open(part, 'wx', 0o600);
    try {
      await pipeline(lines, file.createWriteStream({ flush: true }));
      // Nothing that is there is overwritten.
      await link(part, out);
    } finally {
      await rm(part, { force: true });
    }
    return 0;
  } finally {
    await source.close();
  }
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) yield `${line}\n`;
}

/** Lines end with a line feed and with nothing else: payloads hold every other separator as it is. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let begun: string[] = [];
  for await (const chunk of input) {
    const [first = '', ...more] = chunk.split('\n');
    begun.push(first);
    for (const next of more) {
      yield begun.join('');
      begun = [next];
    }
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

async function readIn(
  { file, moved, environment }: Extract<LedgerOrder, { do: 'import' }>,
  output: Output,
): Promise<number> {
  const target = await openTarget(ledgerPlace(environment));
  try {
    const options = { moved, now: systemClock.now() };
    const done = await importLedger(linesOf(createReadStream(file, 'utf8')), target, options);
    if (!done.ok) {
      const where = done.fault.line === 0 ? '' : ` at line ${done.fault.line} of ${file}`;
      output.err(`countersign: nothing was put back${where}: ${done.fault.what}\n`);
      return 1;
    }
    const { runs, deliveries, cursors } = done.value;
    output.out(`put back: ${runs} runs, ${deliveries} deliveries, ${cursors} cursors\n`);
    return 0;
  } finally {
    await target.close();
  }
}
