import { repository } from '../emulator/cast.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import { numberAt, textAt } from '../json.ts';
import { approveLine } from './approved.ts';
import { entriesOf } from './ledger.ts';
import { minutesBefore, pushHistory, subjectOf, type Commit } from './history.ts';
import { codeOf } from './observe.ts';
import { rollbackWorkflow } from './rollback-workflow.ts';
import type { Scenario } from './scenario.ts';
import { say, type Stage } from './stage.ts';

const day = 24 * 60;

/** Dispatching a workflow is allowed only where a policy lists it. Whoever deployed what went bad has no say here. */
const policy = `version: 1
evidence: public
actions:
  github.workflow.dispatch:
    risk: high
    expires: 2h
rules:
  default:
    roles: [write, maintain, admin]
    evidence-authors-may-approve: false
    reason: Money moves.
`;

const charge = (body: string): string => `export async function charge(payments) {\n${body}}\n`;

function history(now: number): readonly Commit[] {
  const dana = { by: 'dana' } as const;
  const ana = { by: 'ana', path: 'src/charge.js' } as const;
  return [
    {
      ...dana,
      at: minutesBefore(now, 9 * day),
      message: 'Say who may have what done',
      path: '.github/countersign.yml',
      text: policy,
    },
    {
      ...dana,
      at: minutesBefore(now, 8 * day),
      message: 'Add the workflow that rolls back',
      path: '.github/workflows/rollback.yml',
      text: rollbackWorkflow,
    },
    {
      ...dana,
      at: minutesBefore(now, day + 90),
      message: 'Charge in batches of fifty',
      path: 'src/charge.js',
      text: charge('  for (const batch of batchesOf(50, payments)) await send(batch);\n'),
    },
    {
      ...ana,
      at: minutesBefore(now, 190),
      message: 'Retry a charge that timed out\n\nThe bank answers late on Mondays.',
      text: charge('  for (const batch of batchesOf(50, payments)) await retry(() => send(batch));\n'),
    },
    {
      ...ana,
      at: minutesBefore(now, 75),
      message: 'Tell how long a charge took',
      text: charge(
        '  for (const batch of batchesOf(50, payments)) await timed(() => retry(() => send(batch)));\n',
      ),
    },
  ];
}

/** Index in the history of what was deployed, and went well and badly. */
const good = 2;
const bad = 4;

/** A deployment went bad: checks, deployments and commits are gathered, and the workflow that rolls back is started. */
export const rollback: Scenario = {
  name: 'rollback',
  bundle: 'deployment-rollback',
  workflow: '.github/workflows/deployment-rollback.yml',
  more: { actions: 'write' },
  job: {
    metadata: 'read',
    contents: 'read',
    issues: 'write',
    actions: 'read',
    checks: 'read',
    deployments: 'read',
  },
  history,
  packages: ['@cyanheads/git-mcp-server'],
  prepare,
  first: { environment: 'production' },
  second: { environment: 'staging' },
  async tellBeginning({ github, tell }) {
    const sha = github.deployments.current('production') ?? '';
    tell.part('A deployment went bad');
    tell.note(`rob deployed ${named(sha, await subjectOf(github, sha))} to production 35 minutes ago.`);
    tell.note('Its smoke test failed: 3 of 40 test payments were charged twice.');
    tell.note('dana starts the workflow: environment=production.');
  },
  counts: 'dispatches',
  count: async ({ github }) => github.runs.dispatched('countersign[bot]').length,
  async made({ github }, { id }) {
    const run = github.runs.dispatched('countersign[bot]').find((one) => String(one.id) === id);
    const sha = run?.inputs['sha'] ?? '';
    const here = github.deployments.current('production') === sha ? 'runs' : 'does not run';
    return {
      what: `rollback.yml, run ${id}`,
      so: `production ${here} ${named(sha, await subjectOf(github, sha))} again.`,
      page: { file: 'actions-run.html', shows: { actionsRun: Number(id) }, checks: 'check-run.html' },
    };
  },
  forgery: (input, word) => ({ ...input, inputs: { environment: word, from: '', sha: 'f'.repeat(40) } }),
  alsoRefused: (stage, { issueNumber: issue, hash }) => [
    {
      case: 'evidence_author',
      what: 'rob, who made the deployment in the evidence, approves',
      expected: 'author_excluded',
      attempt: async () => codeOf(stage, issue, (await say(stage, 'rob', issue, approveLine(hash))).id),
    },
    {
      case: 'commit_author',
      what: 'ana, who wrote the commit that would be run, approves',
      expected: 'author_excluded',
      attempt: async () => codeOf(stage, issue, (await say(stage, 'ana', issue, approveLine(hash))).id),
    },
  ],
  async end(stage, { issueNumber, hash }) {
    await fix(stage);
    await say(stage, 'kim', issueNumber, approveLine(hash));
    const failed = entriesOf(await stage.ledger.run(issueNumber), 'execution.failed').at(-1);
    const code = failed?.data.code ?? 'not refused';
    return `ana pushes a fix to main. kim approves the second run all the same: ${code}.`;
  },
  ended: 'failed',
};

/** What CI and people did before the story begins. */
async function prepare(github: EmulatedGitHub, token: string): Promise<void> {
  const now = Date.now();
  const commits = await github.as('kim', {
    method: 'GET',
    path: `/repos/${repository}/commits?per_page=100`,
  });
  const count = history(now).length;
  const shaOf = (index: number): string => textAt(commits, count - 1 - index, 'sha');
  const checks = [
    { at: 30, sha: shaOf(bad), name: 'unit tests', conclusion: 'success', title: '412 passed' },
    {
      at: 28,
      sha: shaOf(bad),
      name: 'smoke test of production',
      conclusion: 'failure',
      title: '3 of 40 test payments were charged twice',
    },
    { at: day, sha: shaOf(good), name: 'unit tests', conclusion: 'success', title: '407 passed' },
    {
      at: day - 5,
      sha: shaOf(good),
      name: 'smoke test of production',
      conclusion: 'success',
      title: '40 of 40 test payments were charged once',
    },
  ];
  for (const { at, sha, name, conclusion, title } of checks) {
    const made = await github.asJob(token, {
      method: 'POST',
      path: `/repos/${repository}/check-runs`,
      body: {
        name,
        head_sha: sha,
        status: 'completed',
        conclusion,
        started_at: minutesBefore(now, at + 2),
        completed_at: minutesBefore(now, at),
        output: { title, summary: title },
      },
    });
    numberAt(made, 'id');
  }
  for (const environment of ['production', 'staging']) {
    const earlier = { environment, sha: shaOf(good), by: 'rob', state: 'success' } as const;
    github.deployments.record({
      ...earlier,
      at: minutesBefore(now, day + 10),
      description: 'Charge in batches',
    });
    github.deployments.record({ ...earlier, sha: shaOf(bad), at: minutesBefore(now, 35), description: '' });
  }
  github.runs.onEnd(({ inputs }) =>
    github.deployments.record({
      environment: inputs['environment'] ?? '',
      sha: inputs['sha'] ?? '',
      by: 'github-actions[bot]',
      at: minutesBefore(Date.now(), 0),
      description: 'Rolled back',
      state: 'success',
    }),
  );
}

/** Somebody else is quicker, and main is no longer what the proposal was made for. */
async function fix({ github }: Stage): Promise<void> {
  const now = Date.now();
  await pushHistory(github, await github.jobToken({ contents: 'write' }), [
    {
      by: 'ana',
      at: minutesBefore(now, 0),
      message: 'Send each batch under a key, so that a retry charges nobody twice',
      path: 'src/charge.js',
      text: charge(
        '  for (const batch of batchesOf(50, payments)) await retry(() => send(batch, keyOf(batch)));\n',
      ),
    },
  ]);
}

function named(sha: string, subject: string): string {
  return `${sha.slice(0, 7)} “${subject}”`;
}
