import { headOfAll, verifyChain, type ChainFault } from '../audit/entry.ts';
import { counted } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'chain';

const texts: Readonly<Record<ChainFault['code'], string>> = {
  entry_digest_wrong: 'an entry does not fit its digest',
  entry_out_of_order: 'an entry is missing, doubled or out of place',
  entry_unlinked: 'an entry does not link to the one before',
  entry_of_other_run: 'an entry belongs to another run',
  head_differs: 'the chain does not end at its last entry',
};

/** Every entry's digest, every link, every number, from the first on; the first that is wrong is named. */
export function checkChain({ entries, entriesFault, statement }: Presented): Finding {
  if (entriesFault !== null && entriesFault.code !== 'apps_several')
    return fails(check, entriesFault.code, entriesFault.said, entriesFault.seq);
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  if (entries.length === 0) return fails(check, 'entries_none', 'there is no entry', 0);
  const broken = verifyChain(entries, headOfAll(entries));
  if (broken !== null) return fails(check, broken.code, texts[broken.code], broken.seq);
  if (statement !== null && statement.summary.run !== entries[0]?.run)
    return fails(check, 'entry_of_other_run', 'the App signed another run', 0);
  return passes(check, `${counted(entries.length, 'entry', 'entries')}, every digest and link`);
}
