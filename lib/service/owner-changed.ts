import type { Place } from '../core/webhook/place.ts';
import type { AppPorts } from './app-ports.ts';
import { done, type Handled } from './handled.ts';
import { voidEvents } from './hold.ts';
import { appendEvents, type LiveRun } from './live-run.ts';

/** Whether the repository belongs to somebody else by now than the proposal says: other people's rules apply. */
export function hasNewOwner({ read }: LiveRun, { repository }: Place): boolean {
  return repository.ownerId !== read.proposal.repository.ownerId;
}

/**
 * Holds a waiting run whose repository has a new owner: its approvals are void, nobody there decides it, and
 * nothing is said there. It goes on where the repository comes back and people approve anew.
 */
export async function holdForOwner(ports: AppPorts, live: LiveRun): Promise<Handled> {
  const { run, read } = live;
  if (run.state !== 'awaiting_approval' || run.held) return done('another owner');
  const code = 'owner_changed';
  const subject = read.proposal.repository.name;
  const answer = await appendEvents(ports, live, [
    ...voidEvents(live, code),
    { event: { type: 'alert.raised', data: { code, subject } } },
    { event: { type: 'run.held', data: { code } } },
  ]);
  return typeof answer === 'string' ? { outcome: 'again' } : done(code);
}
