import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Access } from './api.ts';
import { checkRuns } from './check-runs.ts';
import { commit } from './commit.ts';
import { dependabotAlerts } from './dependabot-alerts.ts';
import { deployments } from './deployments.ts';
import { jobs } from './jobs.ts';
import { refGrammar } from './ref.ts';
import { answer } from './tool.ts';
import { workflowRuns } from './workflow-runs.ts';

// Countersign's own read-only evidence server over the job's repository at GitHub. What it reads with comes in
// by its environment; without that it lists its tools, for compiling, and answers no call.

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

const environmentName = '^[A-Za-z0-9_][A-Za-z0-9_ ./-]{0,99}$';
const limit = { type: 'integer', minimum: 1, maximum: 30 } as const;
const ref = { type: 'string', pattern: refGrammar } as const;

const workflowFile = '^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\\.ya?ml$';
const runStatuses = [
  'queued',
  'in_progress',
  'completed',
  'success',
  'failure',
  'cancelled',
  'timed_out',
  'skipped',
];

const access = accessOf(process.env);

serveStdio(() => {
  const server = new McpServer({ name: 'countersign-github', version: '1' }, { capabilities: { tools: {} } });
  server.registerTool(
    'deployments',
    {
      title: 'Deployments',
      description:
        'The newest deployments to an environment, newest first: commit, creator, and the latest status of each.',
      inputSchema: fromJsonSchema<{ environment: string; limit?: number }>({
        type: 'object',
        properties: { environment: { type: 'string', pattern: environmentName }, limit },
        required: ['environment'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    (asked) => answer(access, (given) => deployments(given, asked)),
  );
  server.registerTool(
    'check-runs',
    {
      title: 'Check runs',
      description:
        'The check runs of a commit, newest first: App, status, conclusion and title of the latest of each name.',
      inputSchema: fromJsonSchema<{ ref: string }>({
        type: 'object',
        properties: { ref },
        required: ['ref'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    (asked) => answer(access, (given) => checkRuns(given, asked)),
  );
  server.registerTool(
    'commit',
    {
      title: 'Commit',
      description: 'One commit: its id, message, author, committer, and the files that it touches.',
      inputSchema: fromJsonSchema<{ ref: string }>({
        type: 'object',
        properties: { ref },
        required: ['ref'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    (asked) => answer(access, (given) => commit(given, asked)),
  );
  server.registerTool(
    'workflow-runs',
    {
      title: 'Workflow runs',
      description:
        'The newest Actions runs of one workflow, newest first: event, branch, commit, status, conclusion, and who caused each.',
      inputSchema: fromJsonSchema<{ workflow: string; branch?: string; status?: string; limit?: number }>({
        type: 'object',
        properties: {
          workflow: { type: 'string', pattern: workflowFile },
          branch: ref,
          status: { type: 'string', enum: runStatuses },
          limit,
        },
        required: ['workflow'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    (asked) => answer(access, (given) => workflowRuns(given, asked)),
  );
  server.registerTool(
    'jobs',
    {
      title: 'Jobs',
      description:
        'The jobs of one Actions run, or of one attempt of it: conclusion, and the steps that failed.',
      inputSchema: fromJsonSchema<{ run: number; attempt?: number }>({
        type: 'object',
        properties: {
          run: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          attempt: { type: 'integer', minimum: 1, maximum: 1000 },
        },
        required: ['run'],
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    (asked) => answer(access, (given) => jobs(given, asked)),
  );
  server.registerTool(
    'dependabot-alerts',
    {
      title: 'Dependabot alerts',
      description:
        'The newest open Dependabot alerts, newest first: package, severity, advisory, and the first version without it.',
      inputSchema: fromJsonSchema<{ severity?: string; ecosystem?: string; limit?: number }>({
        type: 'object',
        properties: {
          severity: { type: 'string', enum: ['low', 'medium', 'high', 'critical'] },
          ecosystem: { type: 'string', pattern: '^[a-z]{2,20}$' },
          limit,
        },
        additionalProperties: false,
      }),
      annotations: readOnly,
    },
    (asked) => answer(access, (given) => dependabotAlerts(given, asked)),
  );
  return server;
});

function accessOf(environment: Readonly<Record<string, string | undefined>>): Access | null {
  const { READ_API_URL: apiUrl, READ_REPOSITORY: repository, READ_TOKEN: token } = environment;
  if (apiUrl === undefined || repository === undefined || token === undefined) return null;
  return { apiUrl, repository, token };
}
