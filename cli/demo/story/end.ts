import { relative, resolve } from 'node:path';
import { repository } from '../emulator/cast.ts';
import { textAt } from '../json.ts';
import type { Approved } from './approved.ts';
import { replay } from '../../../lib/core/run/advance.ts';
import { writePages, type PlannedPage } from './pages.ts';
import type { Stage } from './stage.ts';
import { tellTimeline } from './timeline.ts';
import type { Attempt } from './trial.ts';
import { verifyIssue } from './verified.ts';

/** What was told before the end. */
export interface Told {
  readonly approved: Approved;
  readonly attempts: readonly Attempt[];
  /** The issue of the second run, on which things were tried. */
  readonly second: number;
  /** Folder of the pages. */
  readonly out: string;
}

/**
 * Tells the audit as the check run shows it, verifies it, draws the pages, and says what to look at and do
 * next. Answers whether the run verifies.
 */
export async function tellEnd(stage: Stage, told: Told): Promise<boolean> {
  const { github, tell } = stage;
  const { approved, attempts } = told;
  const checkRun = await checkRunOf(stage, approved.proposed.issueNumber);
  tell.part('The audit, as the check run of the commit shows it');
  if (checkRun !== null) {
    const path = `/repos/${repository}/check-runs/${checkRun}`;
    const json = await github.as('kim', { method: 'GET', path });
    tellTimeline(tell, textAt(json, 'output', 'summary'));
  }
  const planned = planPages(told, checkRun, await checkRunOf(stage, told.second));
  const pages = await writePages(github, stage.app, { folder: told.out, pages: planned });
  const verified = await verifyIssue(stage, approved.proposed.issueNumber);
  const refused = attempts.filter(({ asExpected }) => asExpected).length;
  const { total, creating, approvePath } = approved.requests;
  tell.blank();
  tell.plain(
    `  ${tell.look('Refused as it should be:', 'bold')} ${tell.look(`${refused} of ${attempts.length}`, refused === attempts.length ? 'green' : 'red')}`,
  );
  tell.plain(
    `  ${tell.look('GitHub requests by the App', 'bold')} for the first run: ${total} (${creating} creating), ${approvePath} of them after kim’s comment`,
  );
  tell.plain(
    `  ${tell.look(`verify: ${verified.said}`, verified.passed ? 'green' : 'red')}  recomputed from what GitHub shows, by: countersign verify <the issue>`,
  );
  tell.blank();
  tell.plain(
    `  Look:  ${shortest(pages[0] ?? told.out)}   and the other ${pages.length - 1} pages beside it`,
  );
  const next =
    stage.scenario.name === 'incident'
      ? 'npm run demo -- --scenario rollback   or -- --interactive to type the command yourself'
      : 'npm run demo -- --scenario rollback --interactive   to type the command yourself';
  tell.plain(`  Next:  ${next}`);
  return verified.passed;
}

function planPages(
  told: Told,
  checkRun: string | null,
  secondCheckRun: string | null,
): readonly PlannedPage[] {
  const { proposed, made } = told.approved;
  const pages: PlannedPage[] = [];
  const add = (file: string, shows: PlannedPage['shows'] | null, checks: string): void => {
    if (shows !== null) pages.push({ file, shows, checks });
  };
  add('issue.html', { issue: proposed.issueNumber }, 'check-run.html');
  add('check-run.html', checkRun === null ? null : { checkRun: Number(checkRun) }, 'check-run.html');
  if (made !== null) pages.push(made.page);
  add('refused.html', { issue: told.second }, 'refused-check-run.html');
  const second = secondCheckRun === null ? null : { checkRun: Number(secondCheckRun) };
  add('refused-check-run.html', second, 'refused-check-run.html');
  return pages;
}

async function checkRunOf(stage: Stage, issue: number): Promise<string | null> {
  return replay((await stage.ledger.run(issue)).entries).checkRun?.id ?? null;
}

function shortest(path: string): string {
  const near = relative(process.cwd(), resolve(path));
  return near.startsWith('..') ? path : near;
}
