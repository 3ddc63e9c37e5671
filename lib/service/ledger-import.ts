import { headOfAll, link, verifyChain } from '../core/audit/entry.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import type { Added, ArchivedRun, LedgerTarget } from '../core/port/ledger-archive.ts';
import { parseRecord } from '../core/proposal/parse-record.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { advance, created, takes, type Run } from '../core/run/advance.ts';
import { isTerminal } from '../core/run/state.ts';
import { formatInstant, type EpochMs } from '../core/time/instant.ts';
import { digestLine, header, readLine, type EndLine, type LedgerLine } from './ledger-lines.ts';
import { effectOf, originOf, rebuiltCursor, slotOf } from './run-keys.ts';

/** Why a ledger was not put back: in which line of the file (the first is 1), and what is wrong with it. */
export interface ImportFault {
  readonly line: number;
  readonly what: string;
}

/** How much was put back. */
export type ImportCounts = Omit<EndLine, 'digest'>;

/** What the import is told. */
export interface ImportOptions {
  /**
   * Whether the ledger only moves: nothing was done with the old one since it was exported. Otherwise what it
   * holds may be older than what happened, and every run that is not at its end gets an alert that says so: it
   * looks for its effect as far back as its proposal before it acts.
   */
  readonly moved: boolean;
  readonly now: EpochMs;
}

/**
 * Fills an empty ledger from the lines of another. Every line is read strictly, every run's chain, record
 * and columns are verified, and so are the digest and the numbers at the end: with any fault nothing is
 * put back at all. Approvals come in as what the chain says was recorded once; none is made here.
 */
export async function importLedger(
  lines: AsyncIterable<string>,
  target: LedgerTarget,
  options: ImportOptions,
): Promise<Result<ImportCounts, ImportFault>> {
  if (!(await target.isEmpty())) return refused({ line: 0, what: 'the ledger is not empty' });
  const counts = { run: 0, delivery: 0, cursor: 0 };
  let number = 0;
  let digest: Digest | null = null;
  let ended = false;
  const fault = (what: string): Result<never, ImportFault> => refused({ line: number, what });
  for await (const written of lines) {
    number += 1;
    if (ended) return fault('there is something behind the end');
    if (digest === null) {
      if (written !== canonical(header)) return fault('it is not the first line of a ledger’s export');
      digest = digestLine(null, written);
      continue;
    }
    const read = readLine(written);
    if (!read.ok) return fault(read.fault);
    if (read.value.line === 'end') {
      const differs = differenceOf(read.value.value, counts, digest);
      if (differs !== null) return fault(differs);
      ended = true;
      continue;
    }
    const what = await add(target, read.value, options);
    if (what !== null) return fault(what);
    counts[read.value.line] += 1;
    digest = digestLine(digest, written);
  }
  if (!ended) return refused({ line: number + 1, what: 'the end is missing' });
  if (!options.moved) await target.addCursor({ name: rebuiltCursor, value: formatInstant(options.now) });
  await target.commit();
  return ok({ runs: counts.run, deliveries: counts.delivery, cursors: counts.cursor });
}

function differenceOf(
  end: EndLine,
  counts: Readonly<Record<LedgerLine['line'], number>>,
  digest: Digest,
): string | null {
  if (end.runs !== counts.run || end.deliveries !== counts.delivery || end.cursors !== counts.cursor)
    return 'the numbers are not those of the lines before';
  return end.digest === digest ? null : 'the digest is not that of the lines before';
}

/** Puts one line back, or says what is wrong with it. */
async function add(target: LedgerTarget, line: LedgerLine, options: ImportOptions): Promise<string | null> {
  switch (line.line) {
    case 'run': {
      const run = verified(line.value);
      if (typeof run === 'string') return run;
      const added = await target.addRun(options.moved ? line.value : alerted(line.value, run, options.now));
      return taken(added, 'its run, hash, origin or effect key');
    }
    case 'delivery':
      if ((line.value.outcome === null) !== (line.value.payload !== null))
        return 'a delivery has either a payload or an outcome';
      return taken(await target.addDelivery(line.value), 'its id or meaning');
    case 'cursor':
      // An import that is not a move notes its own time there.
      if (!options.moved && line.value.name === rebuiltCursor) return null;
      return taken(await target.addCursor(line.value), 'its name');
  }
}

function taken(answer: Added, what: string): string | null {
  return answer === 'added' ? null : `${what} stands in a line before`;
}

/** The run with an entry that says that the ledger was put back, where it is not at its end. */
function alerted(archived: ArchivedRun, run: Run, now: EpochMs): ArchivedRun {
  const alert = { type: 'alert.raised', data: { code: 'ledger_rebuilt', subject: 'ledger' } } as const;
  if (isTerminal(run.state) || takes(run, alert) === null) return archived;
  const actor = { kind: 'app', id: 'countersign', login: null } as const;
  const entries = link(archived.run, run.head, [{ ...alert, at: formatInstant(now), actor }]);
  return { ...archived, entries: [...archived.entries, ...entries] };
}

/** The run as its entries tell it, or what is wrong: chain, record and columns must all say the same. */
function verified(run: ArchivedRun): Run | string {
  const chain = verifyChain(run.entries, headOfAll(run.entries));
  if (chain !== null) return `the chain does not hold at entry ${chain.seq}: ${chain.code}`;
  if (run.entries[0]?.run !== run.run) return 'the entries are those of another run';
  const read = parseRecord(run.record);
  if (!read.ok) return `the record does not read: ${read.fault.code}`;
  if (read.value.hash !== run.hash) return 'the hash is not that of the record';
  const { proposal } = read.value;
  if (!columnsAgree(run, { slot: slotOf(proposal), origin: originOf(proposal) }))
    return 'the columns are not what record and entries say';
  const folded = fold(run);
  if (folded === null) return 'the entries do not follow one another';
  const { row } = run;
  const { state, issue, checkRun } = folded;
  const isSame =
    state === row.state &&
    issue?.number === row.issueNumber &&
    issue.nodeId === row.issueNodeId &&
    (checkRun?.id ?? null) === row.checkRunId;
  if (!isSame) return 'the row is not what the entries say';
  return run.published <= run.entries.length && run.exported <= run.entries.length
    ? folded
    : 'more was told than there is';
}

function columnsAgree(archived: ArchivedRun, { slot, origin }: Keys): boolean {
  const { entries, hash, record, installation, repositoryId, effect } = archived;
  // The effect key is what makes an action happen once: without it the run could act a second time.
  const intended = effectOf(entries);
  if (canonical({ ...effect }) !== canonical({ ...intended }) || (effect === null) !== (intended === null))
    return false;
  if (archived.slot !== slot || archived.origin !== origin) return false;
  return entries.every((entry) => {
    if (entry.type === 'run.started') return entry.data.repository.id === repositoryId;
    if (entry.type !== 'proposal.received') return true;
    const { data } = entry;
    return data.hash === hash && data.record === digestText(record) && data.installation === installation;
  });
}

interface Keys {
  readonly slot: string;
  readonly origin: string;
}

function fold({ entries }: ArchivedRun): Run | null {
  let run = created;
  for (const entry of entries) {
    const next = advance(run, entry);
    if (!next.ok) return null;
    run = next.value;
  }
  return run;
}
