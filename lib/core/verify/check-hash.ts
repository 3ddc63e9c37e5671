import { digestText } from '../json/digest.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject } from '../json/value.ts';
import { parseProposal } from '../proposal/parse.ts';
import { entriesOf } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import type { Presented } from './presented.ts';

const check = 'hash';

/**
 * The proposal's bytes: canonical, a proposal, and with the SHA-256 that the App signed or recorded.
 * It reads the record no further than it must, so that it can hold where the rest of the record does not.
 */
export function checkHash({ record, entries, statement }: Presented): Finding {
  const text = proposalText(record);
  if (text === null) return fails(check, 'proposal_missing', 'no proposal can be read');
  if (!parseProposal(text).ok)
    return fails(check, 'proposal_malformed', 'the proposal’s bytes are not a canonical proposal');
  const hash = digestText(text);
  const received = entries === null ? undefined : entriesOf(entries, 'proposal.received')[0];
  if (statement !== null && statement.hash !== hash)
    return fails(check, 'hash_differs', `the bytes hash to ${hash}, and the App signed another hash`);
  if (received !== undefined && received.data.hash !== hash)
    return fails(
      check,
      'hash_differs',
      `the bytes hash to ${hash}, and the App took in another`,
      received.seq,
    );
  if (statement === null && received === undefined)
    return cannotSay(check, 'hash_untold', `the bytes hash to ${hash}; the entry that took it in is missing`);
  return passes(check, `the proposal’s bytes hash to ${hash}`);
}

function proposalText(record: string): string | null {
  const json = parseJson(record);
  const text = json.ok && isJsonObject(json.value) ? json.value['proposal'] : null;
  return typeof text === 'string' && text.isWellFormed() ? text : null;
}
