import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { organisation, repository } from '../emulator/cast.ts';
import type { StartedRun } from '../emulator/actions-runs.ts';
import type { JobIdentity } from '../emulator/issuer.ts';
import { startChild, type Child } from './child.ts';
import type { Inputs } from './scenario.ts';

/** What the Action reported, as a later step of the job would read it. */
export interface ActionReport {
  readonly hash: string;
  readonly issueNumber: number;
}

export interface ActionOrder {
  readonly checkout: string;
  readonly folder: string;
  readonly githubUrl: string;
  readonly token: string;
  readonly appUrl: string;
  /** Where the job asks for its ID token. */
  readonly identity: JobIdentity;
  readonly run: StartedRun;
  readonly ids: { readonly repository: string; readonly owner: string; readonly actor: string };
  readonly bundle: string;
  /** What the job has checked out and installed. */
  readonly workspace: string;
  readonly inputs: Inputs;
  readonly onStart: (child: Child) => void;
}

/** Runs the shipped bundle as a runner does: inputs, files and context by the environment, and nothing else. */
export async function runAction(order: ActionOrder): Promise<ActionReport> {
  const home = await mkdtemp(join(order.folder, 'job-'));
  const { workspace } = order;
  const files = await makeFiles(home, order);
  const child = startChild({
    command: process.execPath,
    args: [join(order.checkout, 'dist', 'action', 'index.js')],
    directory: workspace,
    environment: { ...context(order, home, workspace), ...inputs(order), ...files },
  });
  order.onStart(child);
  const code = await child.ended;
  if (code !== 0) {
    const said = child
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('::error'));
    throw new Error(`the Action ended with ${code ?? 'a signal'}: ${said.join(' ') || child.tail()}`);
  }
  const outputs = readOutputs(await readFile(files.GITHUB_OUTPUT, 'utf8'));
  return {
    hash: outputs.get('hash') ?? '',
    issueNumber: Number(outputs.get('issue-number')),
  };
}

interface Files {
  readonly GITHUB_OUTPUT: string;
  readonly GITHUB_STATE: string;
  readonly GITHUB_ENV: string;
  readonly GITHUB_PATH: string;
  readonly GITHUB_STEP_SUMMARY: string;
  readonly GITHUB_EVENT_PATH: string;
}

async function makeFiles(home: string, order: ActionOrder): Promise<Files> {
  const make = async (name: string, text = ''): Promise<string> => {
    const path = join(home, name);
    await writeFile(path, text);
    return path;
  };
  const event = { inputs: order.inputs, ref: `refs/heads/${order.run.branch}`, workflow: order.run.path };
  return {
    GITHUB_OUTPUT: await make('output'),
    GITHUB_STATE: await make('state'),
    GITHUB_ENV: await make('env'),
    GITHUB_PATH: await make('path'),
    GITHUB_STEP_SUMMARY: await make('summary.md'),
    GITHUB_EVENT_PATH: await make('event.json', JSON.stringify(event)),
  };
}

function context(order: ActionOrder, home: string, workspace: string): Readonly<Record<string, string>> {
  const { run, ids, githubUrl, identity } = order;
  const { actor } = run;
  return {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    RUNNER_TEMP: home,
    RUNNER_OS: 'Linux',
    RUNNER_ENVIRONMENT: 'github-hosted',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_API_URL: githubUrl,
    GITHUB_SERVER_URL: githubUrl,
    GITHUB_GRAPHQL_URL: `${githubUrl}/graphql`,
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_ID: ids.repository,
    GITHUB_REPOSITORY_OWNER: organisation,
    GITHUB_REPOSITORY_OWNER_ID: ids.owner,
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: '1',
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_WORKFLOW: 'Countersign',
    GITHUB_WORKFLOW_REF: `${repository}/${run.path}@refs/heads/${run.branch}`,
    GITHUB_WORKFLOW_SHA: run.sha,
    GITHUB_SHA: run.sha,
    GITHUB_REF: `refs/heads/${run.branch}`,
    GITHUB_REF_NAME: run.branch,
    GITHUB_EVENT_NAME: run.event,
    GITHUB_JOB: 'propose',
    GITHUB_ACTOR: actor,
    GITHUB_ACTOR_ID: ids.actor,
    GITHUB_TRIGGERING_ACTOR: actor,
    ACTIONS_ID_TOKEN_REQUEST_URL: identity.url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: identity.token,
  };
}

function inputs(order: ActionOrder): Readonly<Record<string, string>> {
  const given = {
    bundle: order.bundle,
    params: JSON.stringify(order.inputs),
    'github-token': order.token,
    'app-url': order.appUrl,
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  );
}

/** Reads a `GITHUB_OUTPUT` file: `name<<delimiter`, the value's lines, the delimiter. */
function readOutputs(text: string): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  for (const match of text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n?\2$/gm)) {
    outputs.set(match[1] ?? '', match[3] ?? '');
  }
  return outputs;
}
