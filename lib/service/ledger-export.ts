import { canonical } from '../core/json/canonical.ts';
import type { Digest } from '../core/json/digest.ts';
import type { LedgerSource } from '../core/port/ledger-archive.ts';
import { digestLine, header, writeLine, type LedgerLine } from './ledger-lines.ts';

/**
 * A whole ledger as lines of canonical JSON: a header, every run with its entries, every delivery, every
 * cursor, and an end with their numbers and a digest over all lines before it. Two ledgers that hold the
 * same have the same lines. Whoever reads them one by one never has more than a page in memory.
 */
export async function* exportLedger(source: LedgerSource): AsyncGenerator<string, void, undefined> {
  const counts = { run: 0, delivery: 0, cursor: 0 };
  const first = canonical(header);
  let digest: Digest = digestLine(null, first);
  yield first;
  for await (const line of linesOf(source)) {
    const written = writeLine(line);
    counts[line.line] += 1;
    digest = digestLine(digest, written);
    yield written;
  }
  const { run: runs, delivery: deliveries, cursor: cursors } = counts;
  yield writeLine({ line: 'end', value: { runs, deliveries, cursors, digest } });
}

async function* linesOf(source: LedgerSource): AsyncGenerator<LedgerLine, void, undefined> {
  for await (const value of source.runs()) yield { line: 'run', value };
  for await (const value of source.deliveries()) yield { line: 'delivery', value };
  for await (const value of source.cursors()) yield { line: 'cursor', value };
}
