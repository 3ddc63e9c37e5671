import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Access } from './api.ts';
import { checkRuns } from './check-runs.ts';
import { commit } from './commit.ts';
import { deployments } from './deployments.ts';
import { refGrammar } from './ref.ts';
import { answer } from './tool.ts';

// Countersign's own read-only evidence server over the job's repository at GitHub. What it reads with comes in
// by its environment; without that it lists its tools, for compiling, and answers no call.

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

const environmentName = '^[A-Za-z0-9_][A-Za-z0-9_ ./-]{0,99}$';
const limit = { type: 'integer', minimum: 1, maximum: 30 } as const;
const ref = { type: 'string', pattern: refGrammar } as const;

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
  return server;
});

function accessOf(environment: Readonly<Record<string, string | undefined>>): Access | null {
  const { READ_API_URL: apiUrl, READ_REPOSITORY: repository, READ_TOKEN: token } = environment;
  if (apiUrl === undefined || repository === undefined || token === undefined) return null;
  return { apiUrl, repository, token };
}
