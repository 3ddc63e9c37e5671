import { createServer, type IncomingMessage, type Server } from 'node:http';

/** An issue as the server keeps it. */
export interface StoredIssue {
  number: number;
  title: string;
  body: string;
  labels: readonly string[];
  state: 'open' | 'closed';
}

/** How the next creation of an issue goes. `lost`: it is made, and the connection breaks before the answer. */
export type Creation = 'answered' | 'lost' | 'broken' | 'forbidden';

/** The three requests of the runner, over real HTTP, with GitHub's shapes as far as they are read. */
export interface GitHubServer {
  readonly url: string;
  readonly issues: StoredIssue[];
  readonly requests: readonly string[];
  /** Every header value that was received. */
  readonly headers: readonly string[];
  run: Record<string, unknown>;
  creation: Creation;
  close(): Promise<void>;
}

export const repository = { id: 501, full_name: 'acme/payments', owner: { id: 77, login: 'acme' } };

const base = {
  id: 8809,
  run_attempt: 1,
  path: '.github/workflows/countersign.yml',
  head_sha: 'a'.repeat(40),
  head_branch: 'main',
  event: 'workflow_dispatch',
  actor: { id: 1021, login: 'octo-dana' },
  triggering_actor: { id: 1021, login: 'octo-dana' },
  repository,
};

export async function startGitHubServer(): Promise<GitHubServer> {
  const issues: StoredIssue[] = [];
  const requests: string[] = [];
  const headers: string[] = [];
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      if (status === 0) return request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(body));
    });
  });

  async function answer(
    request: IncomingMessage,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const url = new URL(request.url ?? '/', 'http://x');
    requests.push(`${request.method} ${url.pathname}`);
    headers.push(...Object.values(request.headers).flat().map(String));
    const run = /^\/repos\/acme\/payments\/actions\/runs\/(\d+)$/.exec(url.pathname);
    if (request.method === 'GET' && run !== null) {
      return Number(run[1]) === github.run['id']
        ? { status: 200, body: github.run }
        : { status: 404, body: {} };
    }
    if (url.pathname !== '/repos/acme/payments/issues') return { status: 404, body: {} };
    if (request.method === 'GET') {
      const label = url.searchParams.get('labels') ?? '';
      const found = issues.filter(({ labels, state }) => labels.includes(label) && state === 'open');
      return { status: 200, body: found.toReversed().map(view) };
    }
    const creation = github.creation;
    github.creation = 'answered';
    if (creation === 'forbidden') return { status: 403, body: {} };
    if (creation === 'broken') return { status: 0, body: {} };
    const sent: unknown = JSON.parse(await textOf(request));
    if (!isIssue(sent)) return { status: 422, body: {} };
    const issue: StoredIssue = { ...sent, number: issues.length + 1, state: 'open' };
    issues.push(issue);
    return creation === 'lost' ? { status: 0, body: {} } : { status: 201, body: view(issue) };
  }

  const github: GitHubServer = {
    url: await listen(server),
    issues,
    requests,
    headers,
    run: { ...base },
    creation: 'answered',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return github;
}

function view(issue: StoredIssue): Record<string, unknown> {
  return {
    id: 9000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    html_url: `https://github.com/acme/payments/issues/${issue.number}`,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    user: { id: 41_898_282, login: 'github-actions[bot]' },
  };
}

function isIssue(value: unknown): value is { title: string; body: string; labels: readonly string[] } {
  return (
    typeof value === 'object' && value !== null && 'title' in value && 'body' in value && 'labels' in value
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new TypeError('no port');
      resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
