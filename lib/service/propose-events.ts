import type { Actor, Draft } from '../core/audit/entry.ts';
import type { EvidenceReceipt } from '../core/evidence/receipt.ts';
import { digestDocument, type Digest } from '../core/json/digest.ts';
import type { Action } from '../core/proposal/proposal.ts';
import type { DataOf } from '../core/run/event.ts';
import { formatInstant, type EpochMs } from '../core/time/instant.ts';
import type { Trace } from './gather-trace.ts';
import type { Ingredients, Shown } from './propose-compose.ts';

type Frame = (at: EpochMs) => { readonly at: string; readonly actor: Actor };

/** What the runner did, as the events of its chain: every boundary before and after, in order. */
export function draftsOf(
  ingredients: Ingredients,
  shown: readonly Shown[],
  action: Action,
): readonly Draft[] {
  const { bundle, run, gathered, host, bundleDigest } = ingredients;
  const actor: Actor = { kind: 'runner', id: run.id, login: null };
  const frame: Frame = (at) => ({ at: formatInstant(at), actor });
  const { id, ownerId, name } = run.repository;
  const started: DataOf<'run.started'> = {
    host,
    repository: { id, ownerId, name },
    bundle: { id: bundle.id, version: bundle.version, digest: bundleDigest },
    actionsRun: { runId: run.id, attempt: run.attempt },
    actor: run.actor,
    triggeringActor: run.triggeringActor,
  };
  return [
    { type: 'run.started', data: started, ...frame(gathered.startedAt) },
    ...gathered.servers.map((server): Draft => ({
      type: 'server.started',
      data: { server: server.id, offered: server.offered, allowed: server.pinned.tools.length },
      ...frame(gathered.readyAt),
    })),
    {
      type: 'flow.started',
      data: {
        engine: gathered.engine,
        steps: bundle.steps.length,
        calls: bundle.budgets.calls,
        bytes: bundle.budgets.bytes,
        seconds: bundle.budgets.activeSeconds,
      },
      ...frame(gathered.readyAt),
    },
    ...gathered.trace.flatMap((one) => draftsOfTrace(one, shown, frame)),
    {
      type: 'flow.ended',
      data: {
        calls: shown.length,
        bytes: shown.reduce((sum, { observation }) => sum + observation.outputBytes, 0),
        ms: Math.max(0, gathered.endedAt - gathered.readyAt),
      },
      ...frame(gathered.endedAt),
    },
    {
      type: 'servers.stopped',
      data: {
        servers: gathered.servers.length,
        noiseLines: gathered.noise.stdoutLines,
        stderrBytes: gathered.noise.stderrBytes,
      },
      ...frame(gathered.stoppedAt),
    },
    {
      type: 'proposal.composed',
      data: { type: action.type, idempotencyKey: action.idempotencyKey, evidence: shown.length },
      ...frame(ingredients.composedAt),
    },
  ];
}

function draftsOfTrace(trace: Trace, shown: readonly Shown[], frame: Frame): readonly Draft[] {
  switch (trace.kind) {
    case 'skipped': {
      const { label, because, at } = trace;
      return [{ type: 'step.skipped', data: { step: label, because }, ...frame(at) }];
    }
    case 'expected':
      return [{ type: 'step.expected', data: { step: trace.label }, ...frame(trace.at) }];
    case 'paused': {
      const { item, action, by } = trace.answer;
      return [
        { type: 'attention.asked', data: { item, actions: ['go on', 'stop'] }, ...frame(trace.askedAt) },
        { type: 'attention.answered', data: { item, action, by }, ...frame(trace.answeredAt) },
      ];
    }
    case 'answered': {
      const { observation } = trace;
      const receipt = shown.find((one) => one.observation === observation)?.receipt;
      if (receipt === undefined) throw new TypeError('compose: an observation without a receipt');
      return draftsOfCall(receipt, observation, frame);
    }
  }
}

function draftsOfCall(
  receipt: EvidenceReceipt,
  { calledAt, answeredAt }: Shown['observation'],
  frame: Frame,
): readonly Draft[] {
  const { step, server, tool, bytes } = receipt;
  // The runner's clock may be set back; a duration is never negative.
  const ms = Math.max(0, answeredAt - calledAt);
  return [
    {
      type: 'tool.called',
      data: { step, server, tool, arguments: receipt.arguments },
      ...frame(calledAt),
    },
    {
      type: 'tool.answered',
      data: { step, receipt: digestReceipt(receipt), bytes: bytes.output, ms },
      ...frame(answeredAt),
    },
  ];
}

/** Digest by which an event names a receipt. */
function digestReceipt(receipt: EvidenceReceipt): Digest {
  return digestDocument({ kind: 'countersign/receipt@1', receipt: { ...receipt } });
}
