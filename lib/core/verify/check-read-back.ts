import { actionTypes } from '../action/types.ts';
import { canonical } from '../json/canonical.ts';
import { readBackOf, type ReadBack } from '../export/summary.ts';
import type { JsonObject } from '../json/value.ts';
import { counted, entriesOf } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'read_back';

/**
 * The result was read back, all the fields that the action's type has were compared, and none differed.
 * What GitHub answered then is the App's word; that nothing was made has nothing to read.
 */
export function checkReadBack({ entries, read, statement }: Presented): Finding {
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  const last = entries.findLast(
    ({ type }) => type === 'readback.equal' || type === 'readback.differed' || type === 'readback.unreadable',
  );
  const seq = last === undefined ? null : last.seq;
  const found = readBackOf(entries);
  if (statement !== null && textOf(found) !== textOf(statement.summary.readBack))
    return fails(check, 'read_back_differs', 'the App signed another read-back', seq);
  if (found === null) {
    const made = entriesOf(entries, 'write.answered').length + entriesOf(entries, 'write.found').length > 0;
    return made
      ? cannotSay(check, 'not_read_back', 'something was made, and not read back yet')
      : passes(check, 'nothing was made, so there is nothing to read back');
  }
  if (found.outcome === 'unreadable')
    return cannotSay(check, 'read_back_unreadable', 'the result could not be read back');
  if (found.outcome === 'differed')
    return fails(
      check,
      'result_differs',
      `${found.differing.length} of ${counted(found.fields, 'field')} differ from what was approved`,
      seq,
    );
  if (found.differing.length > 0)
    return fails(check, 'read_back_contradicts', 'fields differ, and were told as equal', seq);
  if (!read.ok)
    return cannotSay(check, 'record_unread', 'the action stands in the record, which does not read');
  const { action } = read.value.proposal;
  // The marker's value does not change which fields there are.
  const fields = Object.keys(actionTypes.get(action.type)?.expected(action, '') ?? {}).length;
  if (found.fields !== fields)
    return fails(
      check,
      'fields_missing',
      `${found.fields} fields were compared, and the action has ${fields}`,
      seq,
    );
  return passes(check, `${fields} of ${counted(fields, 'field')} equal`);
}

function textOf(found: ReadBack | null): string {
  const plain: JsonObject | null = found === null ? null : { ...found };
  return canonical(plain);
}
