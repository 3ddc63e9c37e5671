import { fence } from '../evidence/fence.ts';
import type { Digest } from '../json/digest.ts';
import { utf8Length } from '../json/utf8.ts';
import { exclusionSentence, ruleSentence } from '../proposal/rule-sentence.ts';
import { countInWords } from '../proposal/words.ts';
import { renderAuditText, type HeadSignature, type PackLines } from './audit-text.ts';
import { headline } from './headline.ts';
import { commandLines, nextStep } from './next-step.ts';
import { renderTimeline } from './timeline.ts';
import { elsewhereOf, lastOf, sentenceOf, type RunView } from './view.ts';
import { approversInWords, effectLink, link } from './words.ts';

/** The name of our check run. Others may use it too: it counts only from our own App. */
export const checkRunName = 'Countersign';

/** GitHub's cap on a check run's summary and on its text; it counts characters, and we bytes, which are never fewer. */
export const maxOutputBytes = 65_535;

/**
 * What the timeline gets at least, before the exact proposal is left to the issue. What stands above it
 * takes at most some 16,000 bytes, as the proposal's own bounds (title, labels, teams, people) add up.
 */
const minTimelineBytes = 12_000;

/** A check run's output, and how many entries its text carries. */
export interface RenderedCheckRun {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly carried: number;
}

/**
 * The check run: where the run stands, who said what, what comes next, the timeline, and the exact
 * bytes; for machines, the signed head and the entries. Summary and text never exceed `maxOutputBytes`.
 */
export function renderCheckRun(
  page: RunView & {
    readonly runId: string;
    /** The text that the hash is taken from. */
    readonly canonicalText: string;
    readonly issueUrl: string;
    readonly signature: HeadSignature | null;
    readonly pack: PackLines;
    /** How many entries, from the first, have their place here, where others have one elsewhere. */
    readonly carries?: number;
  },
): RenderedCheckRun {
  const { run, runId, entries, signature, pack, carries } = page;
  const audit = renderAuditText({
    run: runId,
    head: run.head,
    entries,
    signature,
    pack,
    maxBytes: maxOutputBytes,
    ...(carries === undefined ? {} : { carries }),
  });
  return { title: headline(page), summary: renderSummary(page), ...audit };
}

function renderSummary(
  page: RunView & { readonly canonicalText: string; readonly issueUrl: string },
): string {
  const top = [...standing(page), links(page), '### Timeline'].join('\n\n');
  const exact = exactProposal(page.canonicalText, page.hash);
  const room = maxOutputBytes - utf8Length(top) - 4;
  const bottom =
    room - utf8Length(exact) >= minTimelineBytes ? exact : exactElsewhere(page.canonicalText, page.hash);
  return [top, renderTimeline(page, room - utf8Length(bottom)), bottom].join('\n\n');
}

function standing(page: RunView): readonly string[] {
  const { proposal, run } = page;
  const started = lastOf(page, 'run.started');
  const exclusion = started === null ? '' : ` ${exclusionSentence(proposal.policy.rule, started.data)}`;
  const approvers = approversInWords(run.approvals);
  return [
    `**Proposed:** ${sentenceOf(page)}.`,
    `**Rule:** ${ruleSentence(proposal)}${exclusion}`,
    ...(approvers === null ? [] : [`Approved by ${approvers}.`]),
    ...(run.effect === null ? [] : [`Made: ${effectLink(run.effect, elsewhereOf(page))}.`]),
    `**Now:** ${nextStep(page)}`,
    ...commandLines(page),
  ];
}

function links({ proposal, host, issueUrl }: RunView & { readonly issueUrl: string }): string {
  const { origin, repository } = proposal;
  const source =
    'actions' in origin
      ? [
          link(
            'The Actions run that proposed it',
            `${host}/${repository.name}/actions/runs/${origin.actions.runId}/attempts/${origin.actions.attempt}`,
          ),
        ]
      : [];
  return [link('The proposal, with its evidence', issueUrl), ...source].join(' · ');
}

function exactProposal(canonicalText: string, hash: Digest): string {
  return [
    '<details>\n<summary>The exact proposal, from which the hash is taken</summary>',
    fence(canonicalText, 'json'),
    `SHA-256 of that line: \`${hash}\``,
    '</details>',
  ].join('\n\n');
}

function exactElsewhere(canonicalText: string, hash: Digest): string {
  const bytes = countInWords(utf8Length(canonicalText));
  return `The exact proposal is too long to stand here (${bytes} bytes): read it in the issue. Its SHA-256: \`${hash}\``;
}
