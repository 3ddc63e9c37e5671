import type { Bundle } from '../core/bundle/bundle.ts';
import { fillValue } from '../core/bundle/fill.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { ActionsRun, SeenRepository } from '../core/port/runner-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';

/** The name of the repository that a bundle's action is for, filled in; null: the one that decides. */
export function nameTarget(
  { propose }: Bundle,
  contexts: JsonObject,
  { repository }: ActionsRun,
  expressions: Expressions,
): Result<string | null, RunnerFault> {
  if (propose.target === null) return ok(null);
  const filled = fillValue(propose.target, 'propose.target', contexts, expressions);
  if (!filled.ok)
    return refused(runnerFault('bundle_invalid', `${filled.fault.path} can’t be filled.`, filled.fault.what));
  const name = filled.value;
  if (typeof name !== 'string')
    return refused(runnerFault('bundle_invalid', 'propose.target is no text, where owner/name is expected.'));
  // GitHub tells names apart without regard to case.
  return ok(name.toLowerCase() === repository.name.toLowerCase() ? null : name);
}

/**
 * The repository that a bundle's action is for, from what was seen of that name. One that the job's token can't
 * read is taken as the bundle writes it, by name and id: the App compares both before it takes the proposal in.
 * Refused before anything is started where the App would refuse.
 */
export function judgeTarget(
  { propose: { targetId } }: Bundle,
  { repository }: ActionsRun,
  name: string | null,
  seen: SeenRepository | null,
): Result<SeenRepository, RunnerFault> {
  const [aim, found] = name === null ? [repository.name, repository] : [name, seen];
  if (found === null) {
    // Whatever anybody can read, the job's token reads too: this one is private, or not there.
    if (targetId !== null)
      return ok({ id: targetId, ownerId: repository.ownerId, name: aim, isPublic: false });
    const what = `The repository ${aim} is not there, or the job’s token can’t read it: then the bundle has to say its id.`;
    return no('target_unreadable', what);
  }
  const { id, ownerId } = found;
  if (targetId !== null && id !== targetId)
    return no('target_moved', `The repository ${aim} has the id ${id}, and the bundle says ${targetId}.`);
  if (ownerId !== repository.ownerId)
    return no('target_missing', `The repository ${aim} belongs to another account than ${repository.name}.`);
  return ok(found);
}

function no(code: RefusalCode, what: string): Result<never, RunnerFault> {
  return refused(runnerFault(code, what));
}
