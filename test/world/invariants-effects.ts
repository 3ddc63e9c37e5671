/** Whether each effect was allowed, by what truly stood at GitHub, and whether each end fits what was made. */
import type { Entry } from '../../lib/core/audit/entry.ts';
import { asOf, type CommentState, type Ticket } from './github.ts';
import type { Ended } from './invariants.ts';
import { accountOf, personOf } from './pages.ts';
import { words } from './people.ts';
import { pressFlaws } from './presses.ts';
import type { World } from './world.ts';

export function effectBreaks(world: World, ended: Ended): readonly string[] {
  const { stored } = ended;
  const { github, witness } = world;
  const made = github.tickets.filter(({ marker }) =>
    [...witness.markers].some(([mac, of]) => marker.includes(mac) && of.run === stored.run),
  );
  const breaks: string[] = [];
  if (made.length > 0) breaks.push(...unjustified(world, ended));
  return [...breaks, ...misfits(world, ended, made)];
}

/** Whether the end fits what was made. */
function misfits(world: World, ended: Ended, made: readonly Ticket[]): readonly string[] {
  const { run } = ended;
  const { goesOnMs } = world.faults.plan;
  if (run.state === 'completed') {
    const [one, ...others] = made;
    if (one === undefined || others.length > 0 || one.id !== run.effect?.id)
      return [`I6: completed, and ${made.length} tickets were made`];
    const early = momentOf(world.witness, ended.stored.run, 'readback.equal') < one.createdAt + goesOnMs;
    return early ? ['I6: completed while what was started still went on'] : [];
  }
  // What never ends is given up after a day, and told as such.
  if (run.state === 'unverified' && goesOnMs === Number.POSITIVE_INFINITY)
    return made.length === 1 && made[0]?.id === run.effect?.id
      ? []
      : [`unverified, and ${made.length} were made`];
  if (run.state === 'uncertain') return overlooked(world, ended, made);
  // People may give up on an uncertain run, whatever became of its write.
  const mayBe = run.state === 'cancelled' && run.sent;
  return made.length === 0 || mayBe ? [] : [`${run.state}, and a ticket was made`];
}

/** A run stays uncertain only where a look could not see what was made. */
function overlooked({ witness }: World, { stored }: Ended, made: readonly Ticket[]): readonly string[] {
  const mac = [...witness.markers].find(([, of]) => of.run === stored.run)?.[0] ?? '';
  const looks = witness.looks.filter(({ marker }) => marker.includes(mac));
  const sentAt = momentOf(witness, stored.run, 'write.started');
  if (!looks.some(({ at }) => at >= sentAt)) return ['uncertain, and nobody looked'];
  const seen = made.some(({ createdAt }) => looks.some((look) => look.asOf >= createdAt));
  return seen ? ['uncertain, although what was made could be seen'] : [];
}

/** I2: enough distinct people said yes to this very hash, in time, unedited, with the right, before the write. */
function unjustified(world: World, { stored, issue }: Ended): readonly string[] {
  const { github, witness, faults } = world;
  const { page } = issue;
  const started = stored.entries.findIndex(({ type }) => type === 'write.started');
  if (started === -1) return ['I2: a ticket without a recorded start'];
  const before = stored.entries.slice(0, started);
  const claimedAt = momentOf(witness, stored.run, 'claim.taken', before);
  const seenAt = claimedAt - faults.plan.lagMs;
  const breaks: string[] = [];
  const people = new Set<string>();
  for (const entry of before) {
    if (entry.type === 'approvals.voided') people.clear();
    if (entry.type !== 'approval.recorded') continue;
    const { by, source, hash } = entry.data;
    people.add(by.id);
    if (source.kind === 'button') {
      const voided = before.slice(entry.seq).some(({ type }) => type === 'approvals.voided');
      if (!voided) breaks.push(...pressFlaws(world, entry, { claimedAt, expiresAt: page.expiresAt }));
      continue;
    }
    const comment = github.comments.find(({ id }) => id === source.id);
    if (comment === undefined || hash !== page.hash) {
      breaks.push('I2: an approval of nothing');
      continue;
    }
    const counts = !before.slice(entry.seq).some(({ type }) => type === 'approvals.voided');
    if (!counts) continue;
    breaks.push(...flaws(comment, { hash, claimedAt, seenAt, expiresAt: page.expiresAt, world }));
    if (asOf(issue.texts, comment.createdAt)?.body !== page.body)
      breaks.push('I2: what was approved showed another text');
    // GitHub tells edits by the second.
    const edited = issue.texts.slice(1).some(({ at }) => at > comment.createdAt + 1000 && at <= seenAt);
    if (edited) breaks.push('I2: the page was edited after the approval');
  }
  if (people.size < page.count) breaks.push(`I2: ${people.size} people approved, ${page.count} must`);
  const text = issue.texts.some(
    ({ at, value }) => value.body === page.body && (at > seenAt || asOf(issue.texts, seenAt) === value),
  );
  if (!text) breaks.push('I2: the proposal read otherwise when it was acted on');
  if (!before.some(({ type }) => type === 'intent.recorded')) breaks.push('I2: no intent was recorded');
  return breaks;
}

function flaws(
  comment: CommentState,
  when: {
    readonly hash: string;
    readonly claimedAt: number;
    readonly seenAt: number;
    readonly expiresAt: number;
    readonly world: World;
  },
): readonly string[] {
  const { hash, claimedAt, seenAt, expiresAt, world } = when;
  const breaks: string[] = [];
  const person = personOf(comment.author.login);
  if (comment.bodies[0]?.value !== words('approve', hash))
    breaks.push('I2: it never said so as it was posted');
  if (comment.createdAt >= expiresAt) breaks.push('I2: approved too late');
  if (comment.author.id === accountOf('dana').id) breaks.push('I2: the initiator approved');
  const role = person === null ? 'none' : world.github.roleAt(person, claimedAt);
  if (role !== 'maintain' && role !== 'admin') breaks.push(`I2: approved by someone with ${role}`);
  if (comment.bodies.slice(1).some(({ at }) => at <= seenAt))
    breaks.push('I2: the approval was edited before');
  if (comment.deletedAt !== null && comment.deletedAt <= seenAt)
    breaks.push('I2: the approval was deleted before');
  return breaks;
}

/** When the last of these entries was stored, in the world's own time. */
function momentOf(
  witness: World['witness'],
  run: string,
  type: Entry['type'],
  among?: readonly Entry[],
): number {
  const digests = among?.map(({ digest }) => digest);
  const found = witness.stored.findLast(
    (one) =>
      one.run === run &&
      one.types.includes(type) &&
      (digests === undefined || one.digests.some((digest) => digests.includes(digest))),
  );
  return found?.at ?? 0;
}
