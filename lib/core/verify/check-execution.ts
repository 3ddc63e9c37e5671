import type { Entry } from '../audit/entry.ts';
import { canonical } from '../json/canonical.ts';
import type { Effect } from '../run/advance.ts';
import { isTurnedAway } from '../run/turned-away.ts';
import { entriesOf, type TypedEntry } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'single_execution';

/**
 * At most once: one sending that GitHub did not turn away, one result, under the key that the proposal's action gives. Where a request
 * left and its outcome was never found, nobody can say.
 */
export function checkExecution({ entries, read, statement }: Presented): Finding {
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  const { started, again } = sendings(entries);
  if (again !== null) return fails(check, 'sent_twice', 'a second request was sent', again.seq);
  const [made, second] = entries.filter(isMade);
  if (second !== undefined) return fails(check, 'made_twice', 'a second result is recorded', second.seq);
  const strange = read.ok ? strangeIntent(entries, read.value.proposal.action) : undefined;
  if (strange !== undefined)
    return fails(check, 'intent_differs', 'the intent is for another action', strange.seq);
  const effect = made === undefined ? null : effectOf(made);
  if (statement !== null && canonical(plain(effect)) !== canonical(plain(statement.summary.effect)))
    return fails(check, 'effect_differs', 'the App signed another result', made?.seq ?? null);
  if (made !== undefined && effect !== null) {
    const how = made.type === 'write.found' ? 'found made' : 'answered once';
    const sent = started === null ? 'nothing sent' : `one request sent (entry ${started.seq})`;
    return passes(check, `${sent}, ${how}: ${effect.url}`);
  }
  const status = entriesOf(entries, 'execution.failed').at(-1)?.data.status ?? null;
  if (status !== null) return passes(check, `one request sent, and refused with ${status}`);
  if (started === null && entriesOf(entries, 'write.ambiguous').length === 0)
    return passes(check, 'nothing was sent');
  return cannotSay(check, 'outcome_unknown', 'one request may have been sent, and its outcome is not known');
}

/** The sending that GitHub did not turn away, and one that came while it stood. What was turned away may be sent again. */
function sendings(entries: readonly Entry[]): {
  readonly started: Entry | null;
  readonly again: Entry | null;
} {
  let started: Entry | null = null;
  for (const entry of entries) {
    if (isTurnedAway(entry)) started = null;
    if (entry.type !== 'write.started') continue;
    if (started !== null) return { started, again: entry };
    started = entry;
  }
  return { started, again: null };
}

type Made = TypedEntry<'write.answered'> | TypedEntry<'write.found'>;

function isMade(entry: Entry): entry is Made {
  return entry.type === 'write.answered' || entry.type === 'write.found';
}

function effectOf({ data }: Made): Effect {
  return { id: data.id, number: data.number, url: data.url };
}

function strangeIntent(
  entries: readonly Entry[],
  action: {
    readonly type: string;
    readonly idempotencyKey: string;
    readonly target: { readonly repository: { readonly id: string } };
  },
): Entry | undefined {
  return entriesOf(entries, 'intent.recorded').find(
    ({ data }) =>
      data.type !== action.type ||
      data.idempotencyKey !== action.idempotencyKey ||
      data.repositoryId !== action.target.repository.id,
  );
}

function plain(effect: Effect | null): { readonly [name: string]: string | number | null } | null {
  return effect === null ? null : { ...effect };
}
