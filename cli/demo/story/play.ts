import { join } from 'node:path';
import { apps, organisation, repository } from '../emulator/cast.ts';
import { startIssuer } from '../emulator/issuer.ts';
import { startEmulatedGitHub, type EmulatedGitHub } from '../emulator/start.ts';
import { at, numberAt, shown, textAt } from '../json.ts';
import type { DemoFlags } from '../run.ts';
import type { Narrator } from '../terminal/narrator.ts';
import { runAction } from './action.ts';
import { startApp } from './app.ts';
import { tellApproved, type Decide } from './approved.ts';
import { tellEnd } from './end.ts';
import { makeClone } from './clone.ts';
import type { Guard } from './guard.ts';
import { pushHistory } from './history.ts';
import { incident } from './incident.ts';
import { viewLedger } from './ledger.ts';
import { serveLivePages } from './pages.ts';
import { asked, scripted } from './person.ts';
import { tellRefused } from './refused.ts';
import { report, type Report } from './report.ts';
import { rollback } from './rollback.ts';
import type { Inputs, Scenario } from './scenario.ts';
import { effects, outcome, type Proposed, type Stage } from './stage.ts';
import type { Teardown } from './teardown.ts';

export interface Play {
  readonly flags: DemoFlags;
  readonly tell: Narrator;
  /** A temporary folder of the demo's own. */
  readonly folder: string;
  readonly checkout: string;
  readonly undo: Teardown;
  readonly guard: Guard;
  /** Where each process puts the end of what it wrote on stderr. */
  readonly errors: Array<() => string>;
}

const scenarios: Readonly<Record<Scenario['name'], Scenario>> = { incident, rollback };

/** Tells the whole story. `complete`: the run was approved, done and verified, and all that should be refused was. */
export async function play(order: Play): Promise<{ readonly report: Report; readonly complete: boolean }> {
  const { flags, tell, guard } = order;
  tell.title('Countersign: an agent proposes, a maintainer countersigns.');
  tell.plain('One run on real parts. Only GitHub is emulated; nothing leaves this machine.');
  tell.blank();
  const stage = await setTheStage(order);
  const decide = flags.interactive ? byThePerson(stage, order.undo) : scripted;
  const approved = await tellApproved(stage, async (proposal) =>
    guard.uncounted(async () => decide(proposal)),
  );
  const { attempts, second, endedWell } = await tellRefused(stage, approved);
  const { made } = await effects(stage, []);
  const verified = await tellEnd(stage, { approved, attempts, second, out: flags.out });
  const told = report(approved, { counts: stage.scenario.counts, count: made }, attempts);
  const sealed = told.proposalBytesSha256 === told.hash;
  const complete =
    sealed && verified && endedWell && made <= 1 && attempts.every(({ asExpected }) => asExpected);
  return { report: told, complete };
}

function byThePerson({ tell, github }: Stage, undo: Teardown): Decide {
  const person = asked(tell, (issue) => `${github.url}/${repository}/issues/${issue}`, process.stdin);
  undo.add(() => person.leave());
  return person.decide;
}

async function setTheStage(order: Play): Promise<Stage> {
  const { tell, undo, folder, errors } = order;
  tell.busy('Starting GitHub’s emulator');
  const scenario = scenarios[order.flags.scenario];
  const github = await startEmulatedGitHub(scenario.more);
  undo.add(async () => github.close());
  serveLivePages(github);
  const workspace = await makeGround(order, scenario, github);
  tell.event(`${'GitHub (emulated)'.padEnd(20)} ${github.url.padEnd(24)} repository ${repository}`);
  const issuer = await startIssuer();
  undo.add(async () => issuer.close());
  tell.busy('Starting the App');
  const app = await startApp({
    entry: join(order.checkout, 'dist', 'app', 'main.js'),
    github,
    issuer: issuer.url,
    folder,
    onStart: (child) => {
      undo.add(async () => child.stop(3000));
      errors.push(() => child.tail());
    },
  });
  github.deliveries.aim({ url: app.hookUrl, secret: app.webhookSecret, appId: github.app.id });
  const memory = app.memory();
  const size = memory === null ? '' : `, ${memory} MB`;
  tell.event(`${'The App'.padEnd(20)} ${app.url.padEnd(24)} its own process${size}, ledger in SQLite`);
  const place = { ...(await readPlace(github)), workspace };
  const ledger = await viewLedger(app.ledgerPath, place.repository);
  undo.add(async () => ledger.close());
  const propose = async (inputs: Inputs): Promise<Proposed> =>
    proposeAsDana(order, { github, issuer, app, ledger, scenario }, place, inputs);
  return { github, issuer, app, ledger, tell, scenario, propose };
}

/** What is in the repository before the story begins, and what a job checks out of it. */
async function makeGround(order: Play, scenario: Scenario, github: EmulatedGitHub): Promise<string> {
  const { checkout, folder } = order;
  const token = await github.jobToken(apps['github-actions'].permissions);
  const commits = scenario.history(Date.now());
  await pushHistory(github, token, commits);
  await scenario.prepare(github, token);
  // This checkout is what a job would have checked out, with the packages that its own `npm ci` put there.
  return scenario.packages === null
    ? checkout
    : makeClone({ github, checkout, folder, commits, bundle: scenario.bundle, packages: scenario.packages });
}

interface Place {
  /** What the job has checked out. */
  readonly workspace: string;
  readonly repository: string;
  readonly owner: string;
  readonly dana: string;
  readonly sha: string;
}

async function readPlace(github: EmulatedGitHub): Promise<Omit<Place, 'workspace'>> {
  const [repo, dana, commit] = await Promise.all([
    github.as('dana', { method: 'GET', path: `/repos/${repository}` }),
    github.as('dana', { method: 'GET', path: '/users/dana' }),
    github.as('dana', { method: 'GET', path: `/repos/${repository}/commits/main` }),
  ]);
  if (shown(repo, 'owner', 'login') !== organisation)
    throw new Error('the emulator holds another repository');
  return {
    repository: shown(repo, 'id'),
    owner: shown(repo, 'owner', 'id'),
    dana: String(numberAt(dana, 'id')),
    sha: textAt(commit, 'sha'),
  };
}

async function proposeAsDana(
  order: Play,
  { github, issuer, app, ledger, scenario }: Pick<Stage, 'github' | 'issuer' | 'app' | 'ledger' | 'scenario'>,
  place: Place,
  inputs: Inputs,
): Promise<Proposed> {
  const run = github.runs.start({
    path: scenario.workflow,
    sha: place.sha,
    branch: 'main',
    event: 'workflow_dispatch',
    actor: 'dana',
    startedAt: new Date().toISOString(),
    title: scenario.bundle,
    inputs,
  });
  const ids = { repository: place.repository, owner: place.owner, actor: place.dana };
  order.tell.busy('The Action gathers evidence from its MCP servers');
  const action = await runAction({
    checkout: order.checkout,
    folder: order.folder,
    githubUrl: github.url,
    token: await github.jobToken(scenario.job),
    appUrl: app.url,
    identity: issuer.admit(run, ids),
    run,
    ids,
    bundle: scenario.bundle,
    workspace: place.workspace,
    inputs,
    onStart: (child) => {
      order.undo.add(async () => child.stop(3000));
      order.errors.push(() => child.tail());
    },
  });
  order.tell.busy('The App takes the proposal in');
  const intake = await github.deliveries.wait(
    ({ name, action: what, payload }) =>
      name === 'issues' && what === 'opened' && at(payload, 'issue', 'number') === action.issueNumber,
  );
  const came = await outcome({ ledger }, intake);
  if (came !== 'accepted') throw new Error(`the App did not take the proposal in: ${came}`);
  return action;
}
