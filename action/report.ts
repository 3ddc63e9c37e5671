import * as core from '@actions/core';
import type { BundleFault } from '../lib/adapters/bundle/load.ts';
import { codeSpan, tableCell } from '../lib/core/evidence/fence.ts';
import type { RefusalCode } from '../lib/core/refusal.ts';
import type { RunnerFault } from '../lib/service/gather-fault.ts';
import type { Gathered, GatherProgress } from '../lib/service/gather.ts';
import type { Proposed } from '../lib/service/propose.ts';
import type { OutputName } from './contract.ts';
import { nextStep } from './next-step.ts';
import type { Place, Printer } from './printer.ts';

const maxNames = 12;

/** Tells how gathering goes on: one line for each call. */
export function progressOf(printer: Printer): GatherProgress {
  return (event) => {
    if (event.type === 'servers_ready') {
      printer.group(`${event.servers.length} servers ready in ${event.ms} ms`, event.servers.map(toolsLine));
      return;
    }
    printer.line(stepLine(event));
  };
}

type StepEvent = Exclude<Parameters<GatherProgress>[0], { readonly type: 'servers_ready' }>;

function stepLine(event: StepEvent): string {
  switch (event.type) {
    case 'answered': {
      const { observation, done, of } = event;
      const { step, outputBytes, calledAt, answeredAt } = observation;
      return `${done} of ${of} calls  ${step.server}.${step.tool}  ${outputBytes} B  ${answeredAt - calledAt} ms`;
    }
    case 'skipped':
      return `left out  ${event.label}  ${event.because === 'if' ? 'its condition is false' : 'its list is empty'}`;
    case 'expected':
      return `holds  ${event.step.id}`;
  }
}

function toolsLine({ id, offered, pinned, ignored }: Gathered['servers'][number]): string {
  const allowed = pinned.tools.length;
  if (ignored.length === 0) return `${id}: ${allowed} of ${offered} tools allowed`;
  const names = ignored.slice(0, maxNames).join(', ');
  return `${id}: ${allowed} of ${offered} tools allowed; ignored: ${names}${ignored.length > maxNames ? ', …' : ''}`;
}

/** One annotation for all of a bundle's faults: the first one's place, every one's words. */
export function reportBundle(faults: readonly BundleFault[], printer: Printer): void {
  const [first] = faults;
  if (first === undefined) throw new TypeError('report: no fault');
  const lines = faults.map(
    ({ file, line, column, path, expected }) => `${file}:${line}:${column} ${path}: expected ${expected}`,
  );
  const place: Place | null = first.code === 'bundle_missing' ? null : first;
  annotate(first.code, lines.join('; '), place, printer);
}

/** One annotation, and the untrusted text that belongs to it, if any, as a group of the log. */
export function reportFault(fault: RunnerFault, printer: Printer): void {
  annotate(fault.code, fault.what, null, printer);
  if (fault.detail !== null) printer.untrusted('What it wrote itself (untrusted)', fault.detail);
}

function annotate(code: RefusalCode, what: string, place: Place | null, printer: Printer): void {
  printer.error(`Countersign: ${code}`, `${what} ${nextStep(code)} (${code})`, place);
}

/** Outputs, log lines and the step summary of an open proposal. */
export async function reportProposed(
  proposed: Proposed,
  printer: Printer,
  hasSummary: boolean,
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
  for (const { number, code } of planted)
    printer.warning(
      `Issue #${number} looks like this run’s proposal and is not: ${code}. It was left alone.`,
    );
  printer.line(
    proposed.found
      ? `This run’s proposal is open already: issue #${issue.number}`
      : `Proposed: issue #${issue.number}`,
  );
  printer.line(issue.url);
  printer.line(`hash ${hash}`);
  if (!hasSummary) return;
  try {
    await core.summary.addRaw(summaryOf(proposed)).write();
  } catch {
    // The proposal is open; a page that tells about it is no reason to fail.
    printer.warning('The step summary could not be written.');
  }
}

function summaryOf(proposed: Proposed): string {
  const { issue, hash, sentence, evidence, found } = proposed;
  const rows = evidence.map(
    ({ server, tool, bytes, output }, index) =>
      `| ${index + 1} | ${tableCell(`${server}.${tool}`)} | ${bytes.output} | ${tableCell(`sha256:${output.slice(0, 12)}…`)} |`,
  );
  return [
    `### Countersign: ${found ? 'proposal found' : 'proposed'}`,
    '',
    `**Proposed:** ${sentence}.`,
    '',
    `[Issue #${issue.number}](${issue.url}) waits for a maintainer’s`,
    '',
    `\`/approve ${hash}\``,
    '',
    '| | evidence | bytes | digest |',
    '|---|---|---:|---|',
    ...rows,
    '',
    `Run ${codeSpan(proposed.run)}`,
    '',
  ].join('\n');
}
