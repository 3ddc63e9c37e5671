import { canonical } from '../json/canonical.ts';
import { digestText } from '../json/digest.ts';
import { runIdOf } from '../proposal/proposal.ts';
import { entriesOf } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'seal';

/**
 * The seal's verdict: exactly one, right behind the taking in. The verdict is the App's word; an HMAC
 * seal that stands in the issue is recomputed where its key was given.
 */
export function checkSeal(presented: Presented): Finding {
  const { entries, statement } = presented;
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  const [accepted, second] = entriesOf(entries, 'proposal.accepted');
  const received = entriesOf(entries, 'proposal.received')[0];
  if (accepted === undefined || received === undefined)
    return fails(check, 'verdict_missing', 'the App never accepted a seal');
  if (second !== undefined) return fails(check, 'verdict_doubled', 'a seal was accepted twice', second.seq);
  if (accepted.seq !== received.seq + 1)
    return fails(check, 'verdict_misplaced', 'the verdict does not follow the taking in', accepted.seq);
  const { seal } = accepted.data;
  if (statement !== null && canonical({ ...statement.summary.seal }) !== canonical({ ...seal }))
    return fails(check, 'verdict_differs', 'the App signed another verdict', accepted.seq);
  return recheck(presented, `${seal.kind}, by ${seal.by}`, seal.kind, accepted.seq);
}

function recheck(presented: Presented, verdict: string, kind: string, seq: number): Finding {
  const { recheckSeal, read, record } = presented;
  if (recheckSeal === null || kind !== 'hmac' || !read.ok)
    return passes(check, `${verdict}: attested by the App`);
  const { proposal, hash } = read.value;
  const subject = {
    hash,
    record: digestText(record),
    repositoryId: proposal.repository.id,
    run: runIdOf(proposal),
  };
  switch (recheckSeal(subject)) {
    case 'holds':
      return passes(check, `${verdict}: recomputed with the key that was given`);
    case 'wrong':
      return fails(check, 'seal_wrong', 'the seal does not fit the key that was given', seq);
    case 'no_line':
      return cannotSay(check, 'seal_missing', 'a key was given, and there is no seal to try it on');
  }
}
