import type { Bundle } from '../core/bundle/bundle.ts';
import { fillValue } from '../core/bundle/fill.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { ActionsRun, RunnerHost, SeenRepository } from '../core/port/runner-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';

/**
 * The repository that a bundle's action is for: the one that decides, unless the bundle names another. One that the
 * job's token can't read is taken as the bundle writes it, by name and id: the App compares both before it takes
 * the proposal in. Refused before anything is started where the App would refuse.
 */
export async function findTarget(
  { propose }: Bundle,
  contexts: JsonObject,
  run: ActionsRun,
  ports: { readonly host: RunnerHost; readonly expressions: Expressions },
): Promise<Result<SeenRepository, RunnerFault>> {
  if (propose.target === null) return ok(run.repository);
  const filled = fillValue(propose.target, 'propose.target', contexts, ports.expressions);
  if (!filled.ok)
    return refused(runnerFault('bundle_invalid', `${filled.fault.path} can’t be filled.`, filled.fault.what));
  const name = filled.value;
  if (typeof name !== 'string')
    return refused(runnerFault('bundle_invalid', 'propose.target is no text, where owner/name is expected.'));
  const { targetId } = propose;
  const found = await readTarget(name, run, ports.host);
  if (!found.ok) {
    // Whatever anybody can read, the job's token reads too: this one is private.
    if (found.fault.status === 404 && targetId !== null)
      return ok({ id: targetId, ownerId: run.repository.ownerId, name, isPublic: false });
    return no('target_unreadable', `The repository ${name} could not be read: ${found.fault.what}.`);
  }
  const { id, ownerId } = found.value;
  if (targetId !== null && id !== targetId)
    return no('target_moved', `The repository ${name} has the id ${id}, and the bundle says ${targetId}.`);
  if (ownerId !== run.repository.ownerId)
    return no(
      'target_missing',
      `The repository ${name} belongs to another account than ${run.repository.name}.`,
    );
  return found;
}

/** GitHub tells names apart without regard to case. */
function readTarget(
  name: string,
  { repository }: ActionsRun,
  host: RunnerHost,
): ReturnType<RunnerHost['repository']> {
  return name.toLowerCase() === repository.name.toLowerCase()
    ? Promise.resolve(ok(repository))
    : host.repository({ name });
}

function no(code: RefusalCode, what: string): Result<never, RunnerFault> {
  return refused(runnerFault(code, what));
}
