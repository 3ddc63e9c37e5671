import type { RebuildLine } from '../lib/service/rebuild-repository.ts';

/** What a rebuild came to, as one JSON object tells it. */
export interface RebuildReport {
  readonly restored: number;
  readonly known: number;
  /** What was not put back, with its reason; `entry` is the first bad one. */
  readonly leftOut: ReadonlyArray<{
    readonly repository: string;
    readonly issue: number | null;
    readonly code: string;
    readonly entry: number | null;
  }>;
  /** What GitHub did not answer: `status` is its answer, null where there was none or a list was too long. */
  readonly unread: ReadonlyArray<{
    readonly repository: string;
    readonly issue: number | null;
    readonly status: number | null;
  }>;
}

/** Sums up the lines of a rebuild. */
export function reportOf(lines: readonly RebuildLine[]): RebuildReport {
  const leftOut: RebuildReport['leftOut'][number][] = [];
  const unread: RebuildReport['unread'][number][] = [];
  for (const { repository, issue, told } of lines) {
    if (told.outcome === 'left_out') leftOut.push({ repository, issue, code: told.code, entry: told.entry });
    if (told.outcome === 'unread') unread.push({ repository, issue, status: told.status });
  }
  const count = (outcome: RebuildLine['told']['outcome']): number =>
    lines.filter(({ told }) => told.outcome === outcome).length;
  return { restored: count('restored'), known: count('known'), leftOut, unread };
}

/** One line of a rebuild for people. */
export function lineInWords({ repository, issue, told }: RebuildLine): string {
  const where = issue === null ? repository : `${repository}#${issue}`;
  switch (told.outcome) {
    case 'restored':
      return `${where}: put back, ${told.state}, ${told.entries} entries, from the ${told.from}`;
    case 'known':
      return `${where}: is in the ledger`;
    case 'left_out':
      return `${where}: left out, ${told.code}${told.entry === null ? '' : ` at entry ${told.entry}`}`;
    case 'unread':
      return `${where}: not read to its end${told.status === null ? '' : `, GitHub answered ${told.status}`}`;
  }
}

/** The last line for people. */
export function sumInWords({ restored, known, leftOut, unread }: RebuildReport): string {
  const rest = unread.length === 0 ? 'everything was read' : `${unread.length} not read, ask again`;
  return `${restored} put back, ${known} known, ${leftOut.length} left out; ${rest}`;
}
