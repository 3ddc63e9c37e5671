import type { Bundle } from '../core/bundle/bundle.ts';
import { fillValue } from '../core/bundle/fill.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { ActionsRun, RunnerHost, SeenRepository } from '../core/port/runner-host.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';

/** The repository that a bundle's action is for: the one that decides, unless the bundle names another. */
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
  if (name === run.repository.name) return ok(run.repository);
  const found = await ports.host.repository({ name });
  return found.ok
    ? found
    : refused(
        runnerFault('target_unreadable', `The repository ${name} could not be read: ${found.fault.what}.`),
      );
}
