/** What must be true of every life once it is over. Nothing here asks the use cases: it compares what is. */
import { digestText } from '../../lib/core/json/digest.ts';
import { verifyChain } from '../../lib/core/audit/entry.ts';
import type { StoredRun } from '../../lib/core/port/ledger.ts';
import { replay, type Run } from '../../lib/core/run/advance.ts';
import { isTerminal } from '../../lib/core/run/state.ts';
import { effectBreaks } from './invariants-effects.ts';
import { entryBreaks } from './invariants-entries.ts';
import { publicationBreaks } from './invariants-publication.ts';
import type { IssueState } from './github.ts';
import { read } from './memory-ledger.ts';
import { commentsOf, hasChanged } from './people.ts';
import { accountOf } from './pages.ts';
import { lostPresses } from './presses.ts';
import type { World } from './world.ts';

export interface Findings {
  /** Effects beyond the first of their key. */
  readonly duplicates: number;
  /** Approvals that were delivered, or could be found, and neither counted nor were refused with a code. */
  readonly lostApprovals: number;
  /** Entries of which a use case was told that they are stored, and that are not there. */
  readonly lostEntries: number;
  /** Every broken invariant, these three too, in words. */
  readonly breaks: readonly string[];
}

/** A run with the issue that it is about. */
export interface Ended {
  readonly stored: StoredRun;
  readonly run: Run;
  readonly issue: IssueState;
}

export function checkAll(world: World, rest: readonly string[]): Findings {
  const breaks = [...world.witness.breaks, ...rest];
  const duplicates = doubledEffects(world);
  if (duplicates > 0) breaks.push(`I1: ${duplicates} effects too many`);
  const lostEntries = entriesLost(world);
  if (lostEntries > 0) breaks.push(`${lostEntries} entries were said to be stored and are lost`);
  const ended = endedRuns(world, breaks);
  let lostApprovals = 0;
  for (const one of ended) {
    const lost = lostCommands(world, one);
    const pressed = lostPresses(world, one.issue, one.stored.entries, (id) => mayAsk(world, id));
    lostApprovals += lost.filter((saying) => saying.startsWith('/approve')).length + pressed.length;
    breaks.push(
      ...lost.map((saying) => `lost: ${saying}`),
      ...pressed.map((press) => `lost: ${press}`),
      ...entryBreaks(world, one),
      ...effectBreaks(world, one),
      ...publicationBreaks(world, one),
    );
  }
  breaks.push(...lostProposals(world, ended));
  return { duplicates, lostApprovals, lostEntries, breaks };
}

function doubledEffects({ github, witness }: World): number {
  const keys = github.tickets.map(({ marker }) => {
    const of = [...witness.markers].find(([mac]) => marker.includes(mac))?.[1];
    return of?.key ?? 'unknown';
  });
  return keys.length - new Set(keys).size;
}

function entriesLost({ ledger, witness }: World): number {
  let lost = 0;
  for (const { run, digests } of witness.answered) {
    const there = ledger.runs.get(run)?.digests ?? [];
    lost += digests.filter((digest) => !there.includes(digest)).length;
  }
  return lost;
}

function endedRuns({ ledger, github, witness }: World, breaks: string[]): readonly Ended[] {
  return [...ledger.runs.values()].flatMap((kept): readonly Ended[] => {
    const stored = read(kept);
    const issue = github.issues.find(({ number }) => number === kept.row.issueNumber);
    if (stored === null || issue === undefined) return [];
    const { run: name, entries } = stored;
    const head = { count: kept.digests.length, digest: kept.digests.at(-1) ?? null };
    const fault = verifyChain(entries, head);
    if (fault !== null) breaks.push(`I3: the chain does not hold: ${fault.code} at ${fault.seq}`);
    const written = witness.stored.filter(({ run }) => run === name).flatMap(({ digests }) => digests);
    if (written.join() !== kept.digests.join()) breaks.push('I3: an entry is lost or doubled in the ledger');
    try {
      const run = replay(entries);
      if (run.state !== kept.row.state)
        breaks.push(`I7: the entries lead to ${run.state}, the row says ${kept.row.state}`);
      return [{ stored, run, issue }];
    } catch {
      breaks.push('I3: an entry does not follow the one before');
      return [];
    }
  });
}

/** Commands of those who have a say, which no entry tells of. */
function lostCommands(world: World, { stored, issue, run }: Ended): readonly string[] {
  const decided = new Set(
    stored.entries.flatMap(({ data }) =>
      'source' in data && data.source.kind === 'comment' ? [data.source.id] : [],
    ),
  );
  return commentsOf(world, issue)
    .filter((comment) => {
      const said = comment.bodies[0]?.value ?? '';
      // What GitHub told nobody of is looked for as long as the run is open, and before it expires.
      const late = comment.createdAt >= issue.page.expiresAt;
      const over = isTerminal(run.state) && (run.state !== 'expired' || late);
      const unreadable = hasChanged(world, comment.id);
      if (world.witness.untried.has(comment.id) && (over || unreadable)) return false;
      return said.startsWith('/') && mayAsk(world, comment.author.id) && !decided.has(comment.id);
    })
    .map((comment) => comment.bodies[0]?.value ?? '');
}

/** Whether someone has a say, whatever happened to their right. */
function mayAsk({ github, scheduler }: World, id: string): boolean {
  if (id === accountOf('dana').id) return true;
  if (id === accountOf('ana').id) return true;
  return id === accountOf('kim').id && github.roleAt('kim', scheduler.now()) !== 'read';
}

/** Proposals that no ledger knows and that nobody was told about. Only a later attempt makes a sound one refused. */
function lostProposals({ github }: World, ended: readonly Ended[]): readonly string[] {
  const again = github.issues.some(({ page }) => page.name === 'again');
  return (
    github.issues
      .filter((issue) => !ended.some((one) => one.issue === issue))
      // One that was deleted may have been looked at when it could no longer be told why it is none.
      .filter(({ goneAt }) => goneAt === null)
      .filter(({ nodeId }) => {
        const marker = `<!-- countersign:about:v1 ${digestText(`intake ${nodeId}`)} -->`;
        return !again || !github.comments.some(({ bodies }) => bodies[0]?.value.endsWith(marker) ?? false);
      })
      .map(({ page }) => `lost: the proposal ${page.name}`)
  );
}
