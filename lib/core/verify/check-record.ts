import { digestText } from '../json/digest.ts';
import { counted, entriesOf } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'record';

/**
 * What the proposal stands on: each excerpt fits its receipt, the runner's events are the ones that the
 * hash names and the chain begins with, and the whole record is the one that was taken in.
 */
export function checkRecord({ record, read, entries, statement }: Presented): Finding {
  if (!read.ok) return fails(check, read.fault.code, 'the record does not fit together');
  const digest = digestText(record);
  if (statement !== null && statement.summary.record !== digest)
    return fails(check, 'record_differs', 'the App signed another record');
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  const { excerpts, events } = read.value.record;
  const strange = events.find((event, index) => entries[index]?.digest !== event.digest);
  if (strange !== undefined)
    return fails(
      check,
      'events_differ',
      'the chain does not begin with the runner’s own events',
      strange.seq,
    );
  const received = entriesOf(entries, 'proposal.received')[0];
  if (received?.data.record !== digest)
    return fails(check, 'record_differs', 'another record was taken in', received?.seq ?? events.length);
  const parts = [
    counted(excerpts.length, 'excerpt fits its receipt', 'excerpts fit their receipts'),
    counted(events.length, 'event of the runner', 'events of the runner'),
  ];
  return passes(check, parts.join(', '));
}
