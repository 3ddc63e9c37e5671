import { markerOf } from '../core/action/marker.ts';
import { canonical } from '../core/json/canonical.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import type { EffectAdapter } from '../core/port/effects.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok } from '../core/result.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import { appendEvents, type AppendFault, type LiveRun, type NewEvent } from './live-run.ts';
import { permissionAlerts } from './permissions.ts';
import { recheck } from './recheck.ts';
import { sinceBefore } from './since.ts';
import { leadsToTarget, reachTarget } from './target.ts';

/** After an ambiguous answer: how long to wait before each of the two looks. Replicas lag by seconds, seldom by a minute. */
const lookPausesMs: readonly number[] = [10_000, 50_000];

/** How often an order is sent that GitHub's rate limit keeps out, waiting each time for as long as GitHub says. */
const maxAttempts = 4;

/** Why nothing is sent, and what was read that says so. */
interface Stop {
  readonly code: RefusalCode;
  readonly events: readonly NewEvent[];
}

/** The line by which the App finds again what it made. A MAC, so that nobody else can plant it. */
export function effectMarker(ports: AppPorts, live: LiveRun): string {
  const { action } = live.read.proposal;
  const mac = ports.signer.mark({
    kind: 'countersign/effect@1',
    run: live.stored.run,
    key: action.idempotencyKey,
  });
  return markerOf(mac);
}

/** Takes the run under the next fence number, before anything is sent: until then a rejection wins. */
export async function claim(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const fence = live.run.fence + 1;
  return appendEvents(ports, live, [
    { event: { type: 'claim.taken', data: { fence, worker: ports.worker } } },
  ]);
}

/**
 * Performs the action once, under the claim that this worker holds: find, take the client's slot, re-check,
 * record the sending, send, record the answer. Whoever comes here had nothing sent before; the ledger
 * refuses a second `write.started`. The re-check comes after the slot was taken, because a slot can be
 * minutes away and people change their minds meanwhile.
 */
export async function execute(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const adapter = await adapterOf(ports, live);
  if (adapter === null) return fail(ports, live, 'action_unknown', null);
  const { action } = live.read.proposal;
  // First: under a name that leads elsewhere nothing is looked for either.
  const lost = await reachTarget(ports, live.stored.installation, live.read.proposal);
  if (lost !== null) return fail(ports, live, lost, null);
  // Without its permissions the App may not even look.
  const lacking = await permissionAlerts(await ports.hosts.installation(live.stored.installation), action);
  if (lacking.length > 0) return fail(ports, live, 'permission_missing', null, lacking);
  const marker = effectMarker(ports, live);
  const found = await adapter.find({ action, marker, since: since(live) });
  if (!found.ok) throw hostError('execute: find', found.fault);
  if (found.value !== null)
    return appendEvents(ports, live, [{ event: { type: 'write.found', data: found.value } }]);

  const unfit = (await adapter.prepare?.({ action })) ?? ok(null);
  if (!unfit.ok) throw hostError('execute: prepare', unfit.fault);
  if (unfit.value !== null) return fail(ports, live, unfit.value, null);

  let current: LiveRun | AppendFault = live;
  const stops: Stop[] = [];
  const confirm = async (): Promise<boolean> => {
    if (typeof current === 'string') return false;
    const checked = await recheck(ports, await ports.hosts.installation(live.stored.installation), current);
    if (checked.stop === null) current = await start(ports, current, checked.events, marker);
    else stops.push({ code: checked.stop, events: checked.events });
    return stops.length === 0 && typeof current !== 'string';
  };
  for (let attempt = 1; ; attempt += 1) {
    const sent = await adapter.perform({ action, marker, confirm });
    // Read anew: `confirm` has moved it on, or somebody else has.
    const after: LiveRun | AppendFault = current;
    if (typeof after === 'string') return after;
    if (sent.ok) return appendEvents(ports, after, [{ event: { type: 'write.answered', data: sent.value } }]);
    const [stop] = stops;
    if (stop !== undefined) return fail(ports, after, stop.code, null, stop.events);
    if (sent.fault.code !== 'refused') return look(ports, after);
    if (!after.run.sent) throw new Error('execute: nothing could be sent');
    const pause = sent.fault.retryAfterMs;
    // GitHub definitely did not do it. Only a rate limit is waited out; the same order may then be sent again.
    if (pause === undefined || attempt === maxAttempts)
      return fail(ports, after, await whyRefused(ports, after, sent.fault), sent.fault.status);
    await ports.clock.sleep(pause);
  }
}

/**
 * Why GitHub refused: to an App that is taken off a repository it says no more than to one that lacks a permission,
 * so what became of a target elsewhere is looked for. Where that can't be learned, what GitHub said stands.
 */
async function whyRefused(ports: AppPorts, live: LiveRun, { refusal }: HostFault): Promise<RefusalCode> {
  const reached = reachTarget(ports, live.stored.installation, live.read.proposal);
  return (await reached.catch(() => null)) ?? refusal ?? 'target_refused';
}

/**
 * Records that the request is about to leave, or is about to again after a rate limit, which may have lasted
 * for an hour: what was read for it is appended either way, so that whoever was overtaken meanwhile sees a
 * conflict here and sends nothing.
 */
async function start(
  ports: AppPorts,
  live: LiveRun,
  read: readonly NewEvent[],
  marker: string,
): Promise<LiveRun | AppendFault> {
  if (live.run.sent) return appendEvents(ports, live, read);
  const { action } = live.read.proposal;
  const request: Digest = digestText(canonical({ type: action.type, input: action.input, marker }));
  const data = { fence: live.run.fence, request };
  return appendEvents(ports, live, [...read, { event: { type: 'write.started', data } }]);
}

/** Looks for a write that may have landed: at once after a restart, twice within the lag window; then a person decides. */
export async function look(ports: AppPorts, live: LiveRun): Promise<LiveRun | AppendFault> {
  const adapter = await adapterOf(ports, live);
  if (adapter === null) throw new TypeError('what was sent had an adapter');
  const { proposal } = live.read;
  const { action } = proposal;
  const marker = effectMarker(ports, live);
  const host = await ports.hosts.installation(live.stored.installation);
  for (const pause of [0, ...lookPausesMs]) {
    if (pause > 0) await ports.clock.sleep(pause);
    if (!(await leadsToTarget(ports, host, proposal))) continue;
    const found = await adapter.find({ action, marker, since: since(live) });
    if (found.ok && found.value !== null) {
      return appendEvents(ports, live, [{ event: { type: 'write.found', data: found.value } }]);
    }
  }
  return appendEvents(ports, live, [
    {
      event: { type: 'write.ambiguous', data: { code: 'outcome_uncertain', looks: lookPausesMs.length + 1 } },
    },
  ]);
}

/** The adapter that performs the run's action type, or null. */
export function adapterOf(ports: AppPorts, live: LiveRun): Promise<EffectAdapter | null> {
  return ports.effects.of({ type: live.read.proposal.action.type, installation: live.stored.installation });
}

function fail(
  ports: AppPorts,
  live: LiveRun,
  code: RefusalCode,
  status: number | null,
  read: readonly NewEvent[] = [],
): Promise<LiveRun | AppendFault> {
  return appendEvents(ports, live, [
    ...read,
    { event: { type: 'execution.failed', data: { code, sent: live.run.sent, status } } },
  ]);
}

function since(live: LiveRun): string {
  // A run that was rebuilt may have acted before its present intent: then the look goes back to its proposal.
  const rebuilt = live.stored.entries.some(
    (entry) => entry.type === 'alert.raised' && entry.data.code === 'ledger_rebuilt',
  );
  return sinceBefore(rebuilt ? live.read.proposal.issuedAt : (live.run.intentAt ?? ''));
}
