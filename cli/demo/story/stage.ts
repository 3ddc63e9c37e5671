import type { Login } from '../emulator/cast.ts';
import { repository } from '../emulator/cast.ts';
import type { SentDelivery } from '../emulator/deliveries.ts';
import type { EmulatedIssuer } from '../emulator/issuer.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { at, listAt, numberAt, shown, textAt } from '../json.ts';
import type { Narrator } from '../terminal/narrator.ts';
import type { ActionReport } from './action.ts';
import type { RunningApp } from './app.ts';
import { entriesOf, type LedgerView } from './ledger.ts';
import type { Inputs, Scenario } from './scenario.ts';

/** All that takes part: GitHub, the App, its ledger, and who tells of it. */
export interface Stage {
  readonly github: EmulatedGitHub;
  /** Who gives jobs their ID tokens. */
  readonly issuer: EmulatedIssuer;
  readonly app: RunningApp;
  readonly ledger: LedgerView;
  readonly tell: Narrator;
  readonly scenario: Scenario;
  /** Starts the workflow as dana and waits until the App has taken the proposal in. */
  propose(inputs: Inputs): Promise<Proposed>;
}

/** A proposal that waits: its issue and its hash. */
export type Proposed = ActionReport;

/** A comment that was posted, and what the App made of its delivery. */
export interface Said {
  readonly id: number;
  readonly delivery: SentDelivery;
  readonly outcome: string;
}

const issues = `/repos/${repository}/issues`;

/** Comments as a person, and waits until the App has dealt with it. */
export async function say(stage: Stage, login: Login, issue: number, body: string): Promise<Said> {
  const answer = await stage.github.as(login, {
    method: 'POST',
    path: `${issues}/${issue}/comments`,
    body: { body },
  });
  const id = numberAt(answer, 'id');
  const delivery = await stage.github.deliveries.wait(
    ({ name, action, payload }) =>
      name === 'issue_comment' && action === 'created' && at(payload, 'comment', 'id') === id,
  );
  return { id, delivery, outcome: await outcome(stage, delivery) };
}

/** What came of a delivery. One that the App's door drops as noise never reaches the ledger. */
export async function outcome(stage: Pick<Stage, 'ledger'>, delivery: SentDelivery): Promise<string> {
  return delivery.status === 202 ? stage.ledger.outcomeOf(delivery.id) : `answered ${delivery.status}`;
}

/** What must not change when something is refused. */
export interface Effects {
  readonly made: number;
  readonly approvals: number;
}

/** Counts what the App made at GitHub, and what its ledger says people approved, over the given runs. */
export async function effects(stage: Stage, runs: readonly number[]): Promise<Effects> {
  const made = await stage.scenario.count(stage);
  let approvals = 0;
  for (const issue of runs) approvals += entriesOf(await stage.ledger.run(issue), 'approval.recorded').length;
  return { made, approvals };
}

/** The texts of the App's comments on an issue after a given comment. */
export async function answersAfter(stage: Stage, issue: number, comment: number): Promise<readonly string[]> {
  const all = await stage.github.as('kim', {
    method: 'GET',
    path: `${issues}/${issue}/comments?per_page=100`,
  });
  return listAt(all)
    .filter((one) => numberAt(one, 'id') > comment && shown(one, 'user', 'login') === 'countersign[bot]')
    .map((one) => textAt(one, 'body'));
}

/** An issue's text as anyone reads it. */
export async function readIssue(
  stage: Stage,
  issue: number,
): Promise<{ readonly title: string; readonly body: string; readonly state: string }> {
  const json = await stage.github.as('kim', { method: 'GET', path: `${issues}/${issue}` });
  return { title: textAt(json, 'title'), body: textAt(json, 'body'), state: textAt(json, 'state') };
}
