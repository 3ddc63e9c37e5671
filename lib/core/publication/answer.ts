import type { Entry } from '../audit/entry.ts';
import { initiatorsOf } from '../proposal/proposal.ts';
import { renderRefusal } from './refusal.ts';
import { renderStatus } from './status.ts';
import { countsOf, lastOf, type RunView } from './view.ts';

/**
 * The comment that answers one command, from its entry: a refusal with its reason, or what was asked
 * for. Throws a TypeError for an entry that is no command.
 */
export function renderAnswer(
  page: RunView & { readonly entry: Entry; readonly docsUrl: string; readonly marker: string },
): string {
  const { entry, hash, docsUrl, marker, run } = page;
  switch (entry.type) {
    case 'command.answered':
      return renderStatus({ ...page, by: entry.data.by });
    case 'command.refused': {
      const { code, verb, by } = entry.data;
      const details = {
        state: run.state,
        stillNeeded: run.state === 'awaiting_approval' && !run.intent ? countsOf(page).more : null,
        mayDo: mayDo(page, verb, by.id),
        replacedBy: lastOf(page, 'run.superseded')?.data.issue ?? null,
      };
      return renderRefusal({ code, verb, by, hash, details, docsUrl, marker });
    }
    default:
      throw new TypeError(`answer: ${entry.type} is no command`);
  }
}

/** Whoever started a run does not get the line that only others may post. */
function mayDo({ proposal }: RunView, verb: string, id: string): boolean {
  if (verb !== 'approve' && verb !== 'resume') return true;
  return proposal.policy.rule.initiatorMayApprove || !initiatorsOf(proposal).has(id);
}
