import { canonical } from '../core/json/canonical.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import { eligibility } from '../core/approval/eligibility.ts';
import { threadFault } from '../core/approval/decide.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { EffectAdapter } from '../core/port/effects.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { formatInstant, parseInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { readThread, sealedText } from './decide.ts';
import { hostError } from './host-error.ts';
import { appendEvents, type AppendFault, type LiveRun, type NewEvent } from './live-run.ts';
import { sinceBefore } from './since.ts';

/** After an ambiguous answer: how long to wait before each of the two looks. Replicas lag by seconds, seldom by a minute. */
const lookPausesMs: readonly number[] = [10_000, 50_000];

/** How often an order is sent that GitHub's rate limit keeps out, waiting each time for as long as GitHub says. */
const maxAttempts = 4;

/** The line by which the App finds again what it made. A MAC, so that nobody else can plant it. */
export function effectMarker(ports: AppPorts, live: LiveRun): string {
  const { action } = live.read.proposal;
  const mac = ports.signer.mark({
    kind: 'countersign/effect@1',
    run: live.stored.run,
    key: action.idempotencyKey,
  });
  return `<!-- countersign:effect:v1 ${mac} -->`;
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
  const marker = effectMarker(ports, live);
  const found = await adapter.find({ action, marker, since: since(live) });
  if (!found.ok) throw hostError('execute: find', found.fault);
  if (found.value !== null)
    return appendEvents(ports, live, [{ event: { type: 'write.found', data: found.value } }]);

  let current: LiveRun | AppendFault = live;
  let why: RefusalCode | null = null;
  const confirm = async (): Promise<boolean> => {
    if (typeof current === 'string') return false;
    const checked = await recheck(ports, await ports.hosts.installation(live.stored.installation), current);
    if ('fault' in checked) why = checked.fault;
    else current = await start(ports, current, checked.read, marker);
    return why === null && typeof current !== 'string';
  };
  for (let attempt = 1; ; attempt += 1) {
    const sent = await adapter.perform({ action, marker, confirm });
    // Read anew: `confirm` has moved it on, or somebody else has.
    const after: LiveRun | AppendFault = current;
    if (typeof after === 'string') return after;
    if (sent.ok) return appendEvents(ports, after, [{ event: { type: 'write.answered', data: sent.value } }]);
    if (why !== null) return fail(ports, after, why, null);
    if (sent.fault.code !== 'refused') return look(ports, after);
    if (!after.run.sent) throw new Error('execute: nothing could be sent');
    const pause = sent.fault.retryAfterMs;
    // GitHub definitely did not do it. Only a rate limit is waited out; the same order may then be sent again.
    if (pause === undefined || attempt === maxAttempts)
      return fail(ports, after, 'target_refused', sent.fault.status);
    await ports.clock.sleep(pause);
  }
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
  const { action } = live.read.proposal;
  const marker = effectMarker(ports, live);
  for (const pause of [0, ...lookPausesMs]) {
    if (pause > 0) await ports.clock.sleep(pause);
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

/**
 * Right before the write: the thread reads as sealed, every counted comment stands unedited, and every
 * approver still has the right. What could not be read is a fault that is tried again, never a yes.
 */
async function recheck(
  ports: AppPorts,
  host: AppHost,
  live: LiveRun,
): Promise<{ readonly fault: RefusalCode } | { readonly read: readonly NewEvent[] }> {
  const { approvals } = live.run;
  const { proposal } = live.read;
  if (live.expiresAt !== null && approvals.some(({ at }) => !isBefore(at, live.expiresAt)))
    return { fault: 'expired' };
  const repository = proposal.repository.name;
  const nodeIds = approvals.map(({ nodeId }) => nodeId);
  // Asked side by side: each is a look of its own, and the moment before the write should be short.
  const [thread, ...asked] = await Promise.all([
    readThread(ports, host, live, nodeIds),
    ...approvals.map(({ by }) => host.permissionOf({ repository, login: by.login })),
  ]);
  const counted = approvals.map(({ bodyDigest, by, at }) => ({ bodyDigest, authorId: by.id, at }));
  const fault = threadFault(thread, sealedText(live), counted);
  if (fault !== null) return { fault };
  const read: NewEvent[] = [];
  for (const [index, { by }] of approvals.entries()) {
    const answer = asked[index];
    if (answer === undefined) throw new TypeError('as many answers as questions');
    if (!answer.ok) throw hostError('execute: permission', answer.fault);
    const right = eligibility(proposal, answer.value);
    if (answer.value.account.id !== by.id || !right.ok) return { fault: 'right_lost' };
    const readAt = formatInstant(ports.clock.now());
    const data = { by, right: { role: answer.value.roleName, basis: right.value, readAt } };
    read.push({ event: { type: 'rights.read', data } });
  }
  return { read };
}

function fail(
  ports: AppPorts,
  live: LiveRun,
  code: RefusalCode,
  status: number | null,
): Promise<LiveRun | AppendFault> {
  return appendEvents(ports, live, [
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

function isBefore(at: string, limit: number | null): boolean {
  const instant = parseInstant(at);
  return instant.ok && limit !== null && instant.value < limit;
}
