import type { PreconditionDifference } from '../action/compare-precondition.ts';
import { tableCell } from '../evidence/fence.ts';
import type { ProposalDifference } from '../proposal/difference.ts';

/** Longer values are cut: both proposals hold them whole. */
const maxValue = 160;

/** More fields than these are counted. */
const maxRows = 20;

interface Row {
  readonly field: string;
  readonly left: string | null;
  readonly right: string | null;
}

/** In which fields two proposals differ, as a table; a sentence where they say the same. */
export function proposalDifferences(differences: readonly ProposalDifference[]): string {
  if (differences.length === 0)
    return 'Both propose the same, field by field; only run, times and keys differ.';
  return table(
    'older',
    'newer',
    differences.map(({ field, older, newer }) => ({ field, left: older, right: newer })),
  );
}

/** What no longer holds of what was approved, as a table. */
export function preconditionDifferences(differences: readonly PreconditionDifference[]): string {
  return table(
    'approved',
    'found',
    differences.map(({ field, expected, observed }) => ({ field, left: expected, right: observed })),
  );
}

function table(left: string, right: string, rows: readonly Row[]): string {
  const more = rows.length - maxRows;
  return [
    `| field | ${left} | ${right} |`,
    '|---|---|---|',
    ...rows
      .slice(0, maxRows)
      .map((row) => `| ${tableCell(row.field)} | ${valueOf(row.left)} | ${valueOf(row.right)} |`),
    ...(more > 0 ? [`| and ${more} more | | |`] : []),
  ].join('\n');
}

function valueOf(value: string | null): string {
  if (value === null) return 'nothing';
  const shown = value.length > maxValue ? `${value.slice(0, maxValue)}…` : value;
  return tableCell(shown.toWellFormed());
}
