import { list, oneOf, pattern } from '../json/shape.ts';
import type { DataOf } from './event.ts';
import type { RunnerEvent } from './runner-event.ts';
import {
  account,
  code,
  count,
  decimalId,
  digest,
  line,
  opaqueId,
  ordinal,
  record,
  repositoryName,
  type MembersOf,
} from './shape-parts.ts';

type Started = DataOf<'run.started'>;

/** What the data of each of the runner's events look like. */
export const runnerMembers: { readonly [Type in RunnerEvent['type']]: MembersOf<DataOf<Type>> } = {
  'run.started': {
    host: pattern('a web address without a slash at its end', /^https?:\/\/[A-Za-z0-9.:[\]-]{1,300}$/),
    repository: record<Started['repository']>({ id: decimalId, ownerId: decimalId, name: repositoryName }),
    bundle: record<Started['bundle']>({ id: opaqueId, version: line, digest }),
    actionsRun: record<Started['actionsRun']>({ runId: decimalId, attempt: ordinal }),
    actor: account,
    triggeringActor: account,
  },
  'server.started': { server: line, offered: count, allowed: count },
  'flow.started': { engine: line, steps: count, calls: count, bytes: count, seconds: count },
  'step.skipped': { step: line, because: oneOf('if', 'for') },
  'step.expected': { step: line },
  'tool.called': { step: line, server: line, tool: line, arguments: digest },
  'tool.answered': { step: line, receipt: digest, bytes: count, ms: count },
  'flow.ended': { calls: count, bytes: count, ms: count },
  'servers.stopped': { servers: count, noiseLines: count, stderrBytes: count },
  'attention.asked': { item: digest, actions: list(line, 20) },
  'attention.answered': { item: digest, action: line, by: account },
  'gathering.failed': { code },
  'proposal.composed': { type: opaqueId, idempotencyKey: opaqueId, evidence: count },
};
