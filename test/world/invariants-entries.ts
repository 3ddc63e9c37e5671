/** What the entries of a run must say, beside holding together. */
import type { Entry } from '../../lib/core/audit/entry.ts';
import { replay } from '../../lib/core/run/advance.ts';
import { isTerminal } from '../../lib/core/run/state.ts';
import { accountOf } from './pages.ts';
import type { Ended } from './invariants.ts';
import { read } from './memory-ledger.ts';
import type { CommentState } from './github.ts';
import { doubledPresses } from './presses.ts';
import type { World } from './world.ts';

export function entryBreaks(world: World, ended: Ended): readonly string[] {
  const { stored, run, issue } = ended;
  const breaks: string[] = [];
  const count = (type: Entry['type']): number => stored.entries.filter((entry) => entry.type === type).length;
  const most = (type: Entry['type'], times: number): void => {
    if (count(type) > times) breaks.push(`${type} stands ${count(type)} times`);
  };
  most('write.started', 1);
  most('write.answered', 1);
  most('write.found', 1);
  most('readback.equal', 1);
  most('proposal.accepted', 1);

  for (const comment of world.github.comments.filter((one) => one.postedBy === null)) {
    const about = stored.entries.filter((entry) => isAbout(entry, comment));
    const changes = comment.bodies.length - 1 + (comment.deletedAt === null ? 0 : 1);
    const approvals = about.filter(({ type }) => type === 'approval.recorded').length;
    if (approvals > 1) breaks.push('a comment counts twice');
    // Each edit may be answered; the comment itself is decided once.
    if (about.length > 1 + changes) breaks.push(`a comment was decided ${about.length} times`);
    const alerts = stored.entries.filter(
      ({ type, data }) =>
        type === 'alert.raised' && 'subject' in data && data.subject.endsWith(`#issuecomment-${comment.id}`),
    ).length;
    if (alerts > changes) breaks.push(`${alerts} alerts for ${changes} changes of a comment`);
  }
  const answered = stored.entries.some(({ data }) => 'source' in data && data.by.id === accountOf('bo').id);
  if (answered) breaks.push('someone without a say was answered');
  breaks.push(...doubledPresses(stored.entries), ...supersessions(world, ended));

  // Everything came to rest, every plea was answered and the time to approve is over.
  const { state } = run;
  const stuck = state === 'executing' || state === 'verifying' || state === 'awaiting_approval';
  if (stuck) breaks.push(`it rests at ${state}`);
  const endless = state === 'unverified' && world.faults.plan.goesOnMs === Number.POSITIVE_INFINITY;
  if ((state === 'mismatched' || state === 'unverified') && !endless)
    breaks.push(`nothing was changed, and it is ${state}`);
  if (!isTerminal(state) && run.issue?.number !== issue.number) breaks.push('it is about another issue');
  return breaks;
}

/**
 * Once every delivery was taken up, exactly the proposals are held that do not read as they were sealed. Where
 * replicas lag, the last look may have seen an older text: then the next approval's own look decides.
 */
export function heldBreaks({ ledger, github, faults, witness }: World): readonly string[] {
  if (faults.plan.lagMs > 0) return [];
  return [...ledger.runs.values()].flatMap((kept) => {
    const stored = read(kept);
    const issue = github.issues.find(({ number }) => number === kept.row.issueNumber);
    if (stored === null || issue === undefined || kept.row.state !== 'awaiting_approval') return [];
    const { held } = replay(stored.entries);
    const sealed = issue.texts.at(-1)?.value.body === issue.page.body;
    // An edit that came in before its proposal found no run to hold.
    const accepted = witness.stored.find(({ run }) => run === stored.run)?.at ?? 0;
    if (held === !sealed || (!held && (issue.texts.at(-1)?.at ?? 0) < accepted)) return [];
    return [held ? 'it is held, and reads as it was sealed' : 'it was changed, and is not held'];
  });
}

/** Only a newer proposal replaces an older one, and it does, unless people had said yes to the older. */
function supersessions({ ledger, witness }: World, { stored, run, issue }: Ended): readonly string[] {
  const storedAt = (name: string, type: Entry['type']): number | null =>
    witness.stored.find((one) => one.run === name && one.types.includes(type))?.at ?? null;
  const mine = ledger.runs.get(stored.run)?.opened.slot;
  const acceptedAt = (name: string): number => storedAt(name, 'proposal.accepted') ?? 0;
  const approved = stored.entries.some(({ type }) => type === 'intent.recorded');
  const by = stored.entries.find(({ type }) => type === 'run.superseded');
  if (by?.type === 'run.superseded') {
    if (by.data.issue <= issue.number) return ['an older proposal replaced a newer one'];
    const newer = [...ledger.runs.values()].map(read).find((one) => one?.hash === by.data.by);
    const says = newer?.entries.some(
      (entry) => entry.type === 'run.replaces' && entry.data.older === stored.hash,
    );
    if (newer === undefined || newer === null || says !== true) return ['what replaced it does not say so'];
    // What was there before the newer one came is replaced before that acts, unless people had said yes to it.
    const [taken, at] = [storedAt(newer.run, 'claim.taken'), storedAt(stored.run, 'run.superseded') ?? 0];
    const rivals = ledger.runs.get(newer.run)?.opened.slot === mine;
    const waited = rivals && acceptedAt(stored.run) < acceptedAt(newer.run) && !approved;
    return waited && taken !== null && taken < at
      ? ['it still waited when the newer one was carried out']
      : [];
  }
  const newer = [...ledger.runs.values()].find(
    ({ opened, row }) =>
      opened.slot === mine &&
      row.issueNumber > issue.number &&
      acceptedAt(opened.run) > acceptedAt(stored.run),
  );
  // Whoever took the newer one in may have died before it replaced this one; then it is done when they are back.
  const inTime = newer !== undefined && acceptedAt(newer.opened.run) + 600_000 < issue.page.expiresAt;
  return run.state === 'expired' && inTime && !approved ? ['a newer proposal did not replace it'] : [];
}

function isAbout({ data }: Entry, comment: CommentState): boolean {
  return 'source' in data && data.source.kind === 'comment' && data.source.id === comment.id;
}
