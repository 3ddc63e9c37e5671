/** What people see must be what the ledger holds, once everything came to rest. */
import type { Entry } from '../../lib/core/audit/entry.ts';
import { labelsFor } from '../../lib/core/publication/label.ts';
import { conclusionOf, isTerminal } from '../../lib/core/run/state.ts';
import { app, type CommentState } from './github.ts';
import type { Ended } from './invariants.ts';
import { headIn } from './told.ts';
import type { World } from './world.ts';

export function publicationBreaks(world: World, ended: Ended): readonly string[] {
  const behind = (id: string | undefined): boolean => mayBeBehind(world, id);
  const onCheckRun = behind(ended.run.checkRun?.id) ? [] : checkRunBreaks(world, ended);
  if (ended.issue.goneAt !== null) return [...onCheckRun, ...goneBreaks(ended)];
  return [
    ...onCheckRun,
    ...(behind(ended.issue.id) ? [] : issueBreaks(ended)),
    ...commentBreaks(world, ended),
  ];
}

/** Nothing can be told on an issue that is gone; nothing waits for it either. */
function goneBreaks({ run }: Ended): readonly string[] {
  return run.state === 'awaiting_approval' ? ['it waits, and its issue is gone'] : [];
}

/**
 * What GitHub stores last, it shows. Whoever tells late, over what another worker told meanwhile, corrects it;
 * only where something else went wrong as well may the page stay as it was told late.
 */
function mayBeBehind({ witness, faults }: World, id: string | undefined): boolean {
  return faults.happened > 0 && id !== undefined && witness.toldLate.get(id) === true;
}

function checkRunBreaks(world: World, { stored, run }: Ended): readonly string[] {
  const { checkRuns } = world.github;
  const own = checkRuns.find(({ id }) => id === run.checkRun?.id);
  if (own === undefined) return ['it has no check run'];
  const breaks: string[] = [];
  if (own.shown.conclusion !== conclusionOf(run.state))
    breaks.push(`the check run says ${own.shown.conclusion}, the run is ${run.state}`);
  const head = headIn(own.shown.text);
  if (head?.count !== stored.entries.length || head.digest !== run.head.digest)
    breaks.push(`the check run tells ${head?.count ?? 0} of ${stored.entries.length} entries`);
  const all = checkRuns.filter(({ externalId }) => externalId === own.externalId);
  if (all.length > 1 && !excused(world, stored.hash, all)) breaks.push('two check runs without an excuse');
  return breaks;
}

function issueBreaks({ run, issue }: Ended): readonly string[] {
  const breaks: string[] = [];
  const shown = [...(issue.labels.at(-1)?.value ?? [])].toSorted();
  const wanted = labelsFor(run.state, []).toSorted();
  if (shown.join() !== wanted.join())
    breaks.push(`the labels are ${shown.join(', ')}, the run is ${run.state}`);
  const closed = issue.closed.at(-1)?.value ?? null;
  const expected = isTerminal(run.state) ? (run.state === 'completed' ? 'completed' : 'not_planned') : null;
  if (closed !== expected) breaks.push(`the issue is ${closed ?? 'open'}, the run is ${run.state}`);
  return breaks;
}

function commentBreaks(world: World, { stored, issue }: Ended): readonly string[] {
  const breaks: string[] = [];
  const said = new Map<string, CommentState[]>();
  for (const comment of world.github.comments) {
    if (comment.issue !== issue || comment.author !== app) continue;
    const marker = comment.bodies[0]?.value.split('\n').at(-1) ?? '';
    said.set(marker, [...(said.get(marker) ?? []), comment]);
  }
  for (const [marker, comments] of said)
    if (comments.length > 1 && !excused(world, marker, comments))
      breaks.push(`${comments.length} comments tell one thing without an excuse`);
  for (const entry of stored.entries) {
    const asks =
      entry.type === 'command.refused' || entry.type === 'command.answered' || entry.type === 'run.replaces';
    if (asks && !told(said, entry)) breaks.push(`${entry.type} was never answered`);
  }
  const end = stored.entries.findLast(({ type }) => ends.has(type));
  if (end !== undefined && !told(said, end)) breaks.push(`${end.type} was never told`);
  return breaks;
}

const ends: ReadonlySet<Entry['type']> = new Set([
  'readback.equal',
  'readback.differed',
  'readback.unreadable',
  'write.ambiguous',
  'execution.failed',
  'run.rejected',
  'run.cancelled',
  'run.expired',
  'run.superseded',
]);

function told(said: ReadonlyMap<string, readonly CommentState[]>, { digest }: Entry): boolean {
  return said.has(`<!-- countersign:about:v1 ${digest} -->`);
}

/**
 * GitHub has no idempotency keys for comments and check runs either. One thing may stand there twice only
 * where the look before the second could not see the first: what the look saw was older (replicas lag), or
 * the first was still on its way (an answer that never came, another worker, a sender that died).
 */
function excused(
  { witness }: World,
  marker: string,
  posted: ReadonlyArray<{ readonly createdAt: number; readonly postedBy: string | null }>,
): boolean {
  const looks = witness.looks.filter((look) => look.marker === marker);
  return posted.slice(1).every((second, index) => {
    const first = posted[index];
    if (first === undefined) return false;
    const mine = looks.findLast((look) => look.by === second.postedBy && look.at <= second.createdAt);
    if (first.postedBy === second.postedBy)
      return mine !== undefined && mine.at >= first.createdAt && mine.asOf <= first.createdAt;
    if (mine !== undefined) return mine.asOf <= first.createdAt;
    // The second came from whoever saw the reason happen; then the first poster looked before it was there.
    return looks.some((look) => look.by === first.postedBy && look.at <= first.createdAt);
  });
}
