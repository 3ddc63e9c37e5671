import { advance, created } from '../run/advance.ts';
import { conclusionOf } from '../run/state.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'state';

/** Replaying the entries gives the state that was told: by the statement, or by the check run's conclusion. */
export function checkState({ entries, statement, published }: Presented): Finding {
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  let run = created;
  for (const [index, entry] of entries.entries()) {
    const next = advance(run, entry);
    if (!next.ok) return fails(check, next.fault.code, `${entry.type} does not follow ${run.state}`, index);
    run = next.value;
  }
  const { state } = run;
  if (statement !== null) {
    const { summary } = statement;
    const [first, last] = [entries[0], entries.at(-1)];
    if (summary.state !== state)
      return fails(check, 'state_differs', `the entries lead to ${state}, the App signed ${summary.state}`);
    if (summary.startedAt !== first?.at || summary.endedAt !== last?.at)
      return fails(check, 'times_differ', 'the App signed other times');
    if (summary.issue.number !== run.issue?.number || summary.issue.id !== run.issue.id)
      return fails(check, 'issue_differs', 'the App signed another issue');
  }
  const conclusion = published?.checkRun?.conclusion ?? null;
  if (conclusion !== null && conclusion !== conclusionOf(state))
    return fails(check, 'state_differs', `the entries lead to ${state}, the check run says ${conclusion}`);
  return passes(check, `the entries lead to ${state}`);
}
