import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';
import { appHosts, type GitHubApp } from '../../../lib/adapters/github-app/app-hosts.ts';
import type { GitHubClient } from '../../../lib/adapters/github-app/client.ts';
import { keptConnections } from '../../../lib/adapters/github-app/connections.ts';
import { createLine, type Line } from '../../../lib/adapters/github-app/line.ts';
import { probotOctokit } from '../../../lib/adapters/github-app/octokit.ts';
import type { AppHost } from '../../../lib/core/port/app-host.ts';

export const api = 'https://api.github.test';
export const repository = 'acme/payments';

/** The client that production has, with its pauses taken out: those between writes, and before a repeated read. */
export function app(twist: Partial<GitHubApp> = {}): GitHubApp {
  const authenticate = async (): Promise<GitHubClient> => ({ ...octokit(), line: line() });
  return { appId: '77', slug: 'countersign', authenticate, ...twist };
}

/** Probot's client alone, without the plain line beside it. */
export function octokit(): GitHubClient {
  const Octokit = probotOctokit({ spacing: 'off' });
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const { request } = new Octokit({
    baseUrl: api,
    auth: { token: 't' },
    log,
    retry: { retryAfterBaseValue: 0 },
  });
  return { request };
}

function line(): Line {
  const exchange = keptConnections(api, new AbortController().signal);
  return createLine(
    exchange,
    async () => ({ authorization: 'token t', isNew: false }),
    (_, write) => write(),
  );
}

export function host(twist: Partial<GitHubApp> = {}): Promise<AppHost> {
  return appHosts(app(twist)).installation('5');
}

/** No request leaves the machine, and none that a test announced may be missing. */
export function isolateNetwork(): void {
  beforeEach(() => {
    nock.disableNetConnect();
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    nock.enableNetConnect();
    expect(pending).toEqual([]);
  });
}

/** A comment of our own, as GitHub shows it. */
export function ownComment(twist: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 9001,
    node_id: 'IC_9001',
    html_url: 'https://github.com/acme/payments/issues/7#issuecomment-9001',
    body: 'Done.\n\n<!-- marker -->',
    user: { id: 500, login: 'countersign[bot]', type: 'Bot' },
    performed_via_github_app: { id: 77, slug: 'countersign' },
    ...twist,
  };
}

/** As many comments of other people as a page holds. */
export function fullPage(): readonly Record<string, unknown>[] {
  return Array.from({ length: 100 }, (_, index) =>
    ownComment({
      id: index + 1,
      user: { id: 1, login: 'dana', type: 'User' },
      performed_via_github_app: null,
    }),
  );
}

function ignore(): void {}
