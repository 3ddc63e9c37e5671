import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredRun } from '../../../lib/core/port/ledger.ts';
import type { Tally } from '../emulator/requests.ts';
import { bytes, fit } from '../terminal/narrator.ts';
import { entriesOf, stateOf, timeOf } from './ledger.ts';
import type { Made } from './scenario.ts';
import { answersAfter, readIssue, say, type Proposed, type Said, type Stage } from './stage.ts';

/** How often the ledger is looked at while what was started goes on. */
const lookEveryMs = 20;

/** The run that is approved, measured alone: nothing else happens while it lives. */
export interface Approved {
  readonly proposed: Proposed;
  readonly run: StoredRun;
  readonly approval: Said;
  /** Null where nothing was made. */
  readonly made: Made | null;
  readonly requests: Tally & { readonly approvePath: number };
  readonly ms: { readonly gather: number; readonly approveToCompleted: number };
  /** SHA-256 of the line in the issue, taken without any of our own code. */
  readonly proposalBytesSha256: string;
}

/** What a person posts on the proposal; answers null when it gives up. */
export type Decide = (proposal: { readonly issue: number; readonly hash: string }) => Promise<string | null>;

/** The person at the terminal left. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Tells the part that goes well: proposed, approved, done once, read back. */
export async function tellApproved(stage: Stage, decide: Decide): Promise<Approved> {
  const { github, tell, ledger, scenario } = stage;
  await scenario.tellBeginning(stage);
  tell.note('It runs on a runner that may read and propose, and nothing else.');
  const before = github.requests.mark();
  const proposed = await stage.propose(scenario.first);
  tellEvidence(stage, await ledger.run(proposed.issueNumber));
  const { body } = await readIssue(stage, proposed.issueNumber);
  const proposalBytesSha256 = hashOfVisibleProposal(body);
  tell.event(`Proposed as issue #${proposed.issueNumber}, under the SHA-256 of its exact bytes:`);
  tell.note(tell.look(proposed.hash, 'cyan'));
  const same = proposalBytesSha256 === proposed.hash;
  tell.note(`Recomputed from the text in the issue: ${same ? 'the same' : tell.look('ANOTHER ONE', 'red')}.`);
  tell.note('Nothing has been done. The run waits, and waiting costs nothing.');

  tell.part('A maintainer countersigns');
  const decision = await decideUntilItCounts(stage, proposed, decide);
  const run = await watchToItsEnd(stage, proposed);
  const counted = github.requests.since(before);
  const requests = { ...counted, approvePath: github.requests.since(decision.mark).total };
  const ms = { gather: gatherMs(run), approveToCompleted: approveMs(run, decision.said) };
  const made = await readMade(stage, run);
  tellResult(stage, { run, made, ms: ms.approveToCompleted, requests: counted });
  return { proposed, run, approval: decision.said, made, requests, ms, proposalBytesSha256 };
}

async function decideUntilItCounts(
  stage: Stage,
  { issueNumber, hash }: Proposed,
  decide: Decide,
): Promise<{ readonly said: Said; readonly mark: number }> {
  for (;;) {
    const line = await decide({ issue: issueNumber, hash });
    if (line === null) throw new GivenUp('The input ended before anything was decided.');
    const mark = stage.github.requests.mark();
    stage.tell.event(
      `kim, a maintainer, comments  ${stage.tell.look(fit(line.replaceAll('\n', ' '), 40), 'cyan')}`,
    );
    stage.tell.busy('The App decides, acts, and reads the result back');
    const said = await say(stage, 'kim', issueNumber, line);
    if (stateOf(await stage.ledger.run(issueNumber)) !== 'awaiting_approval') return { said, mark };
    const [answer = 'no answer, since the line is no command'] = await answersAfter(
      stage,
      issueNumber,
      said.id,
    );
    stage.tell.note(`The App answers: ${fit(plainLine(answer), 80)}`);
  }
}

/** Waits until what was started has ended, and all of it is told; tells each look at it. */
async function watchToItsEnd(stage: Stage, { issueNumber }: Proposed): Promise<StoredRun> {
  let looks = 0;
  for (;;) {
    const run = await stage.ledger.run(issueNumber);
    const pending = entriesOf(run, 'readback.pending');
    for (const { data } of pending.slice(looks))
      stage.tell.event(
        data.looks === 1
          ? 'The workflow is started, once. It is not over yet: the App looks until it is.'
          : 'Looked: not over yet.',
      );
    looks = pending.length;
    if (!['executing', 'verifying'].includes(stateOf(run)) && run.published === run.entries.length)
      return run;
    if (looks > 0) stage.tell.busy('The workflow runs');
    await sleep(lookEveryMs);
  }
}

function tellEvidence({ tell }: Stage, run: StoredRun): void {
  const calls = new Map(
    entriesOf(run, 'tool.called').map(({ data }) => [data.step, `${data.server}.${data.tool}`]),
  );
  for (const { data } of entriesOf(run, 'tool.answered')) {
    const tool = calls.get(data.step) ?? data.step;
    tell.note(`  ${tool.padEnd(28)} ${bytes(data.bytes).padStart(9)}  ${`${data.ms} ms`.padStart(8)}`);
  }
}

function tellResult(
  { tell }: Stage,
  told: {
    readonly run: StoredRun;
    readonly made: Made | null;
    readonly ms: number;
    readonly requests: Tally;
  },
): void {
  const equal = entriesOf(told.run, 'readback.equal').at(-1);
  if (equal === undefined || told.made === null) {
    tell.event(`The run is now ${tell.look(stateOf(told.run), 'yellow')}. Nothing was done.`);
    return;
  }
  const fields = equal.data.fields;
  tell.event(`${tell.look('Done once and read back:', 'green')} ${told.made.what}`);
  if (told.made.so !== null) tell.note(told.made.so);
  tell.note(
    `${fields} of ${fields} fields equal to what was approved. From the comment to this: ${told.ms} ms.`,
  );
  tell.note(
    `The App asked GitHub ${told.requests.total} times for this run, ${told.requests.creating} of them to create something.`,
  );
}

async function readMade(stage: Stage, run: StoredRun): Promise<Made | null> {
  const made = [...entriesOf(run, 'write.answered'), ...entriesOf(run, 'write.found')].at(-1);
  return made === undefined ? null : stage.scenario.made(stage, made.data);
}

function gatherMs(run: StoredRun): number {
  const from = timeOf(entriesOf(run, 'run.started')[0]);
  return timeOf(entriesOf(run, 'servers.stopped').at(-1)) - from;
}

/** From the delivery of the comment to the ledger's `completed`; both clocks are this machine's. */
function approveMs(run: StoredRun, said: Said): number {
  const end = timeOf(entriesOf(run, 'readback.equal').at(-1));
  return Number.isNaN(end) ? -1 : Math.max(0, end - said.delivery.sentAt);
}

/** Takes the proposal's line out of the issue as a person would copy it, and hashes it. */
export function hashOfVisibleProposal(body: string): string {
  const line = /^(`{3,})json\n([^\n]*)\n\1$/m.exec(body)?.[2];
  if (line === undefined) throw new Error('the issue shows no exact proposal');
  return createHash('sha256').update(line, 'utf8').digest('hex');
}

/** The first line of a Markdown text, without its marks. */
function plainLine(markdown: string): string {
  return (markdown.split('\n')[0] ?? '').replaceAll('**', '').replaceAll('`', '');
}

/** The line that approves, as the issue's copyable block has it. */
export function approveLine(hash: string): string {
  return `/approve ${hash}`;
}
