import { codeSpan, fence, tableCell } from '../lib/core/evidence/fence.ts';
import type { EvidenceReceipt } from '../lib/core/evidence/receipt.ts';
import { isWithheld } from '../lib/core/evidence/withheld.ts';
import { artifactNameOf } from '../lib/core/proposal/proposal.ts';
import { countInWords } from '../lib/core/proposal/words.ts';
import type { Proposed } from '../lib/service/propose.ts';
import type { Place } from './printer.ts';

/** Why nothing was proposed, for the page of the Actions run. */
export interface RefusalPage {
  readonly code: string;
  /** What was wrong: one entry for each fault. In our own words. */
  readonly faults: readonly { readonly what: string; readonly place: Place | null }[];
  /** How far the run came. */
  readonly reached: string;
  readonly next: string;
  /** Whether the log holds more: a server's own words, which are not ours to repeat here. */
  readonly hasMore: boolean;
}

/** GitHub cuts a page of a step at 1 MiB; nobody reads more rows than this. */
const maxRows = 64;

/**
 * The page of a step with an open proposal: what it asks, where it waits, and what it rests on. `approvals`:
 * whom the bundle's author has in mind; null where the bundle does not say.
 */
export function proposedPage(
  { issue, hash, sentence, evidence, found, unkept, run }: Proposed,
  approvals: string | null,
): string {
  return [
    `### Countersign: ${found ? 'this run’s proposal is open already' : 'a proposal waits for a maintainer'}`,
    '',
    `**To be done:** ${sentence}.`,
    '',
    `Everything it rests on stands in **[issue #${issue.number}](${issue.url})**. Whoever may approve it comments there:`,
    '',
    fence(`/approve ${hash}`, 'text'),
    '',
    ...(approvals === null
      ? []
      : [`The bundle has in mind: ${codeSpan(approvals)} Who may is policy’s to say.`, '']),
    ...evidenceTable(evidence),
    ...whereEvidenceIs(evidence, unkept, run),
    `Run ${codeSpan(run)}`,
    '',
  ].join('\n');
}

/** Why a proposal carries digests only. */
export const withheldWords: string =
  'The repository is public, and its policy does not say `evidence: public`, so the proposal carries digests only: nothing that the tools answered was shown or kept. Where anybody may read it, add that line to `.github/countersign.yml`.';

/** The page of a step that proposed nothing: what, where, and what to do next. */
export function refusedPage({ code, faults, reached, next, hasMore }: RefusalPage): string {
  const shown = faults.slice(0, maxRows);
  const [only] = faults;
  const placed = shown.some(({ place }) => place !== null);
  return [
    '### Countersign: nothing was proposed',
    '',
    ...(faults.length === 1 && only !== undefined && !placed
      ? [`**What:** ${codeSpan(only.what)}`]
      : [
          `**What:** ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}`,
          '',
          '| where | what |',
          '|---|---|',
          ...shown.map(({ place, what }) => `| ${placeCell(place)} | ${tableCell(what)} |`),
          ...(faults.length > maxRows ? [`| | and ${faults.length - maxRows} more |`] : []),
        ]),
    '',
    `**How far it came:** ${reached}`,
    '',
    `**Next:** ${next}${hasMore ? ' The step’s log holds what was said beside it.' : ''}`,
    '',
    `Code ${codeSpan(code)}`,
    '',
  ].join('\n');
}

function placeCell(place: Place | null): string {
  return place === null ? '' : tableCell(`${place.file}:${place.line}:${place.column}`);
}

function evidenceTable(evidence: readonly EvidenceReceipt[]): readonly string[] {
  if (evidence.length === 0) return ['No evidence was gathered.', ''];
  return [
    '| | server | tool | bytes | digest | authors | flags |',
    '|---:|---|---|---:|---|---|---|',
    ...evidence.slice(0, maxRows).map(evidenceRow),
    ...(evidence.length > maxRows ? [`| | and ${evidence.length - maxRows} more | | | | | |`] : []),
    '',
  ];
}

function evidenceRow(
  { server, tool, bytes, output, authors, flags }: EvidenceReceipt,
  index: number,
): string {
  const cells = [
    String(index + 1),
    tableCell(server),
    tableCell(tool),
    countInWords(bytes.output),
    tableCell(`sha256:${output.slice(0, 12)}…`),
    authors === 'unknown' ? 'unknown' : authors.length === 0 ? 'none' : authors.slice(0, 8).join(', '),
    flags.map((flag) => tableCell(flag)).join(' '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function whereEvidenceIs(
  [first]: readonly EvidenceReceipt[],
  unkept: Proposed['unkept'],
  run: string,
): readonly string[] {
  if (first === undefined) return [];
  if (isWithheld(first)) return [`**Evidence is not shown.** ${withheldWords}`, ''];
  if (first.artifact !== null)
    return [
      `Whole answers: the artifact ${codeSpan(artifactNameOf(run))}, ${codeSpan(`sha256:${first.artifact}`)}`,
      '',
    ];
  return unkept === null ? [] : [`Whole answers are not kept: ${unkept.what}.`, ''];
}
