import type { PersonFacts } from '../core/approval/facts.ts';
import type { Verb } from '../core/approval/verb.ts';
import type { Permission } from '../core/port/app-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { Source } from '../core/run/event.ts';
import { formatInstant } from '../core/time/instant.ts';
import type { AppPorts } from './app-ports.ts';
import { appendEvents, type AppendFault, type LiveRun, type NewEvent } from './live-run.ts';

/** What deciding came to. `ignored`: the commenter has no say, and learns nothing. */
export interface Decided {
  readonly live: LiveRun;
  readonly outcome: 'recorded' | 'refused' | 'ignored' | AppendFault;
  readonly code: RefusalCode | null;
  /** What was read of whoever said it, where it was recorded: an answer need not read it again. */
  readonly asker?: PersonFacts;
}

/** What a person said, where, and with which right. */
export interface Said {
  readonly verb: string;
  readonly permission: Permission;
  readonly source: Source;
}

/** Records a refusal, which is then answered with its reason, behind what the audit must keep beside it. */
export async function refuse(
  ports: AppPorts,
  live: LiveRun,
  said: Said,
  code: RefusalCode,
  alerts: readonly NewEvent[] = [],
): Promise<Decided> {
  const by = said.permission.account;
  const event: NewEvent = {
    actor: { kind: 'person', id: by.id, login: by.login },
    event: { type: 'command.refused', data: { verb: said.verb, code, by, source: said.source } },
  };
  const answer = await appendEvents(ports, live, [...alerts, event]);
  return typeof answer === 'string'
    ? { live, outcome: answer, code }
    : { live: answer, outcome: 'refused', code };
}

/** The alert about a comment or a press, unless the audit holds it already: handled again, a change is still one. */
export function alertsOnce(live: LiveRun, code: RefusalCode, subject: string): readonly NewEvent[] {
  const raised = live.stored.entries.some(
    ({ type, data }) =>
      type === 'alert.raised' && 'subject' in data && data.subject === subject && data.code === code,
  );
  return raised ? [] : [{ event: { type: 'alert.raised', data: { code, subject } } }];
}

/** What came of recording what was said. */
export function recorded(answer: LiveRun | AppendFault, live: LiveRun): Decided {
  if (typeof answer === 'string') return { live, outcome: answer, code: null };
  return { live: answer, outcome: 'recorded', code: null };
}

/** The event of everything that a person may say but an approval, which `countersign` alone records. */
export function personEvent(
  verb: Exclude<Verb, 'approve'>,
  { permission, source, reason }: Said & { readonly reason: string },
  basis: string,
  ports: AppPorts,
): NewEvent {
  const by = permission.account;
  const actor = { kind: 'person', id: by.id, login: by.login } as const;
  const right = { role: permission.roleName, basis, readAt: formatInstant(ports.clock.now()) };
  switch (verb) {
    case 'reject':
      return { actor, event: { type: 'run.rejected', data: { by, right, source, reason } } };
    case 'cancel':
      return { actor, event: { type: 'run.cancelled', data: { by, right, source, reason: '' } } };
    case 'resume':
      return { actor, event: { type: 'run.resumed', data: { by, right, source } } };
    case 'status':
    case 'who':
    case 'why':
    case 'help':
      return { actor, event: { type: 'command.answered', data: { verb, by, source } } };
  }
}
