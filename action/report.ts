import * as core from '@actions/core';
import type { BundleFault } from '../lib/adapters/bundle/load.ts';
import { isWithheld } from '../lib/core/evidence/withheld.ts';
import { artifactNameOf } from '../lib/core/proposal/proposal.ts';
import type { RefusalCode } from '../lib/core/refusal.ts';
import type { RunnerFault } from '../lib/service/gather-fault.ts';
import type { Proposed } from '../lib/service/propose.ts';
import type { OutputName } from './contract.ts';
import { nextStep } from './next-step.ts';
import type { Place, Printer } from './printer.ts';
import { proposedPage, refusedPage, withheldWords, type RefusalPage } from './summary.ts';

/** The page of a run lists ten errors of a step; the last line says how many more there are. */
const maxAnnotations = 8;

/** A refusal, with how far the run came by then. */
export async function reportFault(fault: RunnerFault, reached: string, printer: Printer): Promise<void> {
  const { code, what, detail, place = null } = fault;
  await refuse(code, [{ what, place }], reached, detail !== null, printer);
  if (detail !== null) printer.untrusted('What it wrote itself (untrusted)', detail);
}

/** One annotation for each of a bundle's faults, at its own place. */
export async function reportBundle(faults: readonly BundleFault[], printer: Printer): Promise<void> {
  const [first] = faults;
  if (first === undefined) throw new TypeError('report: no fault');
  const placed = faults.map(({ code, file, line, column, path, expected }) =>
    // What is not there can't be pointed at.
    code === 'bundle_missing'
      ? { what: `${file} ${path}: expected ${expected}`, place: null }
      : { what: `${path}: expected ${expected}`, place: { file, line, column } },
  );
  await refuse(first.code, placed, 'before anything was started', false, printer);
}

/** A fault of Countersign's own, in words that name no path. */
export async function reportInternal(words: string, printer: Printer): Promise<void> {
  const next = 'Nothing more was done. Please report it to the maintainers of Countersign.';
  printer.error({ title: 'Countersign: internal error', text: `${words}. ${next}`, place: null });
  const faults = [{ what: words, place: null }];
  await printer.page(
    refusedPage({ code: 'internal error', faults, reached: 'inside Countersign', next, hasMore: false }),
  );
}

async function refuse(
  code: RefusalCode,
  faults: RefusalPage['faults'],
  reached: string,
  hasMore: boolean,
  printer: Printer,
): Promise<void> {
  const next = nextStep(code);
  const title = `Countersign: ${code}`;
  for (const [index, { what, place }] of faults.slice(0, maxAnnotations).entries()) {
    const more = index === maxAnnotations - 1 ? faults.length - maxAnnotations : 0;
    const words = `${withPlace(what, place)}${more > 0 ? `, and ${more} more` : ''}`;
    printer.error({ title, text: index === 0 ? `${sentence(words)} ${next} (${code})` : words, place });
  }
  await printer.page(refusedPage({ code, faults, reached, next, hasMore }));
}

function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`;
}

/** A log shows an annotation's words alone. */
function withPlace(what: string, place: Place | null): string {
  if (place === null) return what;
  const at = `${place.file}:${place.line}:${place.column} `;
  return what.startsWith(at) ? what : `${at}${what}`;
}

/** Outputs, log lines and the page of an open proposal. `approvals`: whom the bundle's author has in mind, or null. */
export async function reportProposed(
  proposed: Proposed,
  approvals: string | null,
  printer: Printer,
): Promise<void> {
  const { issue, hash, run, planted } = proposed;
  const values: Readonly<Record<OutputName, string>> = {
    'run-id': run,
    hash,
    proposal: proposed.proposal,
    'issue-number': String(issue.number),
    'issue-url': issue.url,
  };
  for (const [name, value] of Object.entries(values)) core.setOutput(name, value);
  printer.close();
  for (const { number, code } of planted)
    printer.warning({
      title: `Countersign: ${code}`,
      text: `Issue #${number} looks like this run’s proposal and is not: ${code}. It was left alone.`,
      place: null,
    });
  printer.line(
    proposed.found
      ? `This run’s proposal is open already: issue #${issue.number}`
      : `Proposed: issue #${issue.number}`,
  );
  printer.line(issue.url);
  printer.line(`hash ${hash}`);
  if (approvals !== null) printer.line(`to be looked at by: ${approvals}`);
  reportEvidence(proposed, printer);
  await printer.page(proposedPage(proposed, approvals));
}

/** Where the whole evidence is, or why it is not shown or kept. */
function reportEvidence({ evidence, unkept, run }: Proposed, printer: Printer): void {
  const [first] = evidence;
  if (first === undefined) return;
  if (isWithheld(first))
    printer.notice({ title: 'Countersign: evidence is not shown', text: withheldWords, place: null });
  else if (first.artifact !== null) printer.line(`evidence ${artifactNameOf(run)} sha256:${first.artifact}`);
  else if (unkept?.kind === 'unavailable') printer.line(`No whole evidence is kept: ${unkept.what}.`);
  else if (unkept !== null)
    printer.warning({
      title: 'Countersign: the whole evidence is not kept',
      text: `No artifact holds the whole evidence, and the receipts say so: ${unkept.what}. The proposal shows excerpts all the same.`,
      place: null,
    });
}
