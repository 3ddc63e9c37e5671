import { relative, resolve } from 'node:path';
import { repository } from '../emulator/cast.ts';
import { textAt } from '../json.ts';
import type { Approved } from './approved.ts';
import { replay } from '../../../lib/core/run/advance.ts';
import { writePages, type PagePlan } from './pages.ts';
import type { Stage } from './stage.ts';
import { tellTimeline } from './timeline.ts';
import type { Attempt } from './trial.ts';

/** What was told before the end. */
export interface Told {
  readonly approved: Approved;
  readonly attempts: readonly Attempt[];
  /** The issue of the second run, on which things were tried. */
  readonly second: number;
  /** Folder of the pages. */
  readonly out: string;
}

/** Tells the audit as the check run shows it, draws the pages, and says what to look at and do next. */
export async function tellEnd(stage: Stage, told: Told): Promise<void> {
  const { github, tell, ledger } = stage;
  const { approved, attempts } = told;
  const run = await ledger.run(approved.proposed.issueNumber);
  const checkRun = replay(run.entries).checkRun;
  tell.part('The audit, as the check run of the commit shows it');
  if (checkRun !== null) {
    const path = `/repos/${repository}/check-runs/${checkRun.id}`;
    const json = await github.as('kim', { method: 'GET', path });
    tellTimeline(tell, textAt(json, 'output', 'summary'));
  }
  const plan = pagePlan(told, checkRun === null ? null : Number(checkRun.id));
  const pages = await writePages(github, stage.app, plan);
  const refused = attempts.filter(({ asExpected }) => asExpected).length;
  const { total, creating, approvePath } = approved.requests;
  tell.blank();
  tell.plain(
    `  ${tell.look('Refused as it should be:', 'bold')} ${tell.look(`${refused} of ${attempts.length}`, refused === attempts.length ? 'green' : 'red')}`,
  );
  tell.plain(
    `  ${tell.look('GitHub requests by the App', 'bold')} for the first run: ${total} (${creating} creating), ${approvePath} of them after kim’s comment`,
  );
  tell.blank();
  for (const [index, page] of pages.entries()) {
    tell.plain(`  ${(index === 0 ? 'Look:' : '').padEnd(6)} ${shortest(page)}`);
  }
  tell.plain('  Next:  npm run demo -- --interactive   to type the command yourself');
}

function pagePlan(told: Told, checkRun: number | null): PagePlan {
  const { proposed, ticket } = told.approved;
  const issues = new Map([[proposed.issueNumber, 'issue.html']]);
  if (ticket !== null) issues.set(ticket.number, 'ticket.html');
  issues.set(told.second, 'refused.html');
  const checkRuns = new Map(checkRun === null ? [] : [[checkRun, 'check-run.html'] as const]);
  return { folder: told.out, issues, checkRuns };
}

function shortest(path: string): string {
  const near = relative(process.cwd(), resolve(path));
  return near.startsWith('..') ? path : near;
}
