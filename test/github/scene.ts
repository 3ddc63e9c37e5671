import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { type FakeGitHub, type FakeGitHubOptions, startFakeGitHub } from './fake.ts';
import type { AppView, Permissions, RepositoryView } from './world.ts';

export const home = { owner: 'acme', repo: 'payments' } as const;
export const homeName = 'acme/payments';

/** One organisation, one private repository, five people, one App, installed. */
export interface Scene {
  readonly fake: FakeGitHub;
  readonly repository: RepositoryView;
  readonly app: AppView;
  readonly installation: number;
  /** What the installation gives at first. No `members`. */
  readonly permissions: Permissions;
  /** A client with this token, or without one. Nothing is retried, nothing throttled. */
  client(token?: string): Octokit;
  /** A client that acts as an App's installation. */
  clientOf(app: AppView, installation: number): Octokit;
  /** The same for the scene's own App. */
  readonly asApp: Octokit;
  /** A client with the App's own JWT. */
  readonly asJwt: Octokit;
}

const workflow = `on:
  workflow_dispatch:
    inputs:
      bundle:
      service:
`;

export async function startScene(
  options: FakeGitHubOptions & {
    readonly visibility?: 'public' | 'private';
    /** The App's subscriptions. */
    readonly events?: readonly string[];
  } = {},
): Promise<Scene> {
  const fake = await startFakeGitHub(options);
  const { world } = fake;
  for (const login of ['ana', 'kim', 'dana', 'toni', 'rita', 'sven']) world.user({ login });
  const repository = world.repository({
    fullName: homeName,
    visibility: options.visibility ?? 'private',
    files: { '.github/workflows/countersign.yml': workflow, 'docs/runbook.md': 'Restart it.\n' },
  });
  world.grant({ repository: homeName, login: 'ana', role: 'admin' });
  world.grant({ repository: homeName, login: 'kim', role: 'maintain' });
  world.grant({ repository: homeName, login: 'dana', role: 'write' });
  world.grant({ repository: homeName, login: 'toni', role: 'triage' });
  world.grant({ repository: homeName, login: 'rita', role: 'read' });
  const permissions = { issues: 'write', checks: 'write', contents: 'read', actions: 'read' } as const;
  const app = world.app({
    slug: 'countersign',
    permissions,
    events: options.events ?? ['issues', 'issue_comment', 'check_run'],
  });
  const installation = world.install({ app: app.slug, account: 'acme' });
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const common = { baseUrl: fake.url, userAgent: 'fake-github-test', log: quiet };
  const clientOf: Scene['clientOf'] = ({ id: appId, privateKey }, installationId) =>
    new Octokit({ ...common, authStrategy: createAppAuth, auth: { appId, privateKey, installationId } });
  return {
    fake,
    repository,
    app,
    installation,
    permissions,
    client: (token) => new Octokit({ ...common, ...(token === undefined ? {} : { auth: token }) }),
    clientOf,
    asApp: clientOf(app, installation),
    asJwt: new Octokit({
      ...common,
      authStrategy: createAppAuth,
      auth: { appId: app.id, privateKey: app.privateKey },
    }),
  };
}

/** The status that a request ends with, also a refused one. */
export async function statusOf(request: Promise<{ readonly status: number }>): Promise<number> {
  try {
    return (await request).status;
  } catch (error) {
    if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
    throw error;
  }
}
