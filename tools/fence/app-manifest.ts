import { constantOf, namesOf } from './constants.ts';
import { recordOf } from './json.ts';
import { missing } from './missing.ts';
import { literal, sourceOf, walk } from './source.ts';
import type { Fault, Fence, Tree } from './tree.ts';
import { yamlParts } from './yaml.ts';

const manifest = 'app.yml';

/** Where requests of the App are made. */
const clients = ['lib/adapters/github-app/', 'lib/adapters/github-audit/'] as const;

/** What each request of the App asks of an installation, `<permission>: <level>`; null: nothing, or see the query. */
const asks: ReadonlyMap<string, string | null> = new Map([
  ['GET /app/hook/deliveries', null],
  ['POST /app/hook/deliveries/{delivery_id}/attempts', null],
  ['GET /app/installations', null],
  ['GET /installation/repositories', 'metadata: read'],
  ['GET /repos/{owner}/{repo}', 'metadata: read'],
  ['GET /repos/{owner}/{repo}/installation', null],
  ['GET /repos/{owner}/{repo}/actions/runs/{run_id}', 'actions: read'],
  ['GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', 'actions: read'],
  // `actions: write`: optional, for proposals that start workflows, and so not in the manifest.
  ['POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', null],
  ['POST /repos/{owner}/{repo}/check-runs', 'checks: write'],
  ['PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', 'checks: write'],
  ['GET /repos/{owner}/{repo}/commits/{ref}/check-runs', 'checks: read'],
  ['GET /repos/{owner}/{repo}/collaborators', 'metadata: read'],
  ['GET /repos/{owner}/{repo}/collaborators/{username}/permission', 'metadata: read'],
  ['GET /repos/{owner}/{repo}/contents/{path}', 'contents: read'],
  ['GET /repos/{owner}/{repo}/issues', 'issues: read'],
  ['POST /repos/{owner}/{repo}/issues', 'issues: write'],
  ['GET /repos/{owner}/{repo}/issues/comments', 'issues: read'],
  ['GET /repos/{owner}/{repo}/issues/comments/{comment_id}', 'issues: read'],
  ['POST /repos/{owner}/{repo}/issues/{issue_number}/labels', 'issues: write'],
  ['GET /repos/{owner}/{repo}/issues/{issue_number}', 'issues: read'],
  ['PATCH /repos/{owner}/{repo}/issues/{issue_number}', 'issues: write'],
  ['GET /repos/{owner}/{repo}/issues/{issue_number}/comments', 'issues: read'],
  ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', 'issues: write'],
  // `pull_requests: read` and `contents: write`: optional, for proposals that merge, and so not in the manifest.
  ['GET /repos/{owner}/{repo}/pulls/{pull_number}', null],
  ['PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', null],
  ['GET /repos/{owner}/{repo}/commits/{ref}', 'contents: read'],
  // Of an organisation, `members: read`: optional, for rules that name teams, and so not in the manifest.
  ['GET /orgs/{org}/teams/{team_slug}', null],
  ['GET /orgs/{org}/teams/{team_slug}/members', null],
  ['GET /orgs/{org}/teams/{team_slug}/memberships/{username}', null],
  ['POST /graphql', null],
]);

/** The parts of a GraphQL query that need more than being installed. */
const asksOfQueries: readonly { readonly part: RegExp; readonly permission: string }[] = [
  { part: /\bobject\s*\(\s*expression/, permission: 'contents: read' },
  { part: /\b(Issue|issue|IssueComment)\b/, permission: 'issues: read' },
];

/** `app.yml` asks for what the App uses, subscribes to what it handles, and names the webhook path that it serves. */
export const appManifest: Fence = {
  name: 'The App’s permissions, events and webhook path are the ones used',
  check: (tree) => {
    const app = recordOf(yamlParts(tree.text(manifest))[0]?.value);
    const uses = tree.paths
      .filter((path) => clients.some((client) => path.startsWith(client)) && path.endsWith('.ts'))
      .flatMap((path) => usesOf(tree, path));
    const faults = [
      ...uses.flatMap((use) => (use.fault === null ? [] : [use.fault])),
      ...judgePermissions(recordOf(app['default_permissions']), strongest(uses)),
      ...judgeEvents(
        namesOf(app['default_events']),
        namesOf(constantOf(tree, 'app/probot.ts', 'handledEvents')),
      ),
      ...judgeAddress(app, constantOf(tree, 'app/server.ts', 'webhookPath')),
    ];
    return { looked: uses.length, faults };
  },
};

interface Use {
  readonly permission: string | null;
  /** Where the request is not one that the table knows. */
  readonly fault: Fault | null;
}

/** Every request that a file names by its route, and what its GraphQL queries read. */
function usesOf(tree: Tree, path: string): readonly Use[] {
  const source = sourceOf(tree, path);
  const uses: Use[] = [];
  walk(source.program, (node) => {
    const text = literal(node);
    if (text === null) return;
    if (/^(GET|POST|PATCH|PUT|DELETE) \//.test(text)) {
      const permission = asks.get(text);
      const what = `it is not known what ${text} asks for`;
      const fault = permission === undefined ? { file: path, line: source.lineOf(node), what } : null;
      uses.push({ permission: permission ?? null, fault });
    }
    const needs = /^\s*(query|mutation)\b/.test(text)
      ? asksOfQueries.filter(({ part }) => part.test(text))
      : [];
    uses.push(...needs.map(({ permission }) => ({ permission, fault: null })));
  });
  return uses;
}

/** The level that each permission is needed at. */
function strongest(uses: readonly Use[]): ReadonlyMap<string, string> {
  const levels = new Map<string, string>([['metadata', 'read']]);
  for (const { permission } of uses) {
    const [name = '', level = ''] = permission?.split(': ') ?? [];
    if (name !== '' && levels.get(name) !== 'write') levels.set(name, level);
  }
  return levels;
}

function judgePermissions(
  given: Readonly<Record<string, unknown>>,
  needed: ReadonlyMap<string, string>,
): readonly Fault[] {
  return [
    ...[...needed]
      .filter(([name, level]) => given[name] !== level)
      .map(([name, level]) => amiss(`${name}: ${level} is used and not asked for`)),
    ...missing(Object.keys(given), needed.keys()).map((name) => amiss(`${name} is asked for and not used`)),
  ];
}

function judgeEvents(given: readonly string[], handled: readonly string[]): readonly Fault[] {
  return [
    ...missing(handled, given).map((name) => amiss(`the event ${name} is handled and not subscribed to`)),
    ...missing(given, handled).map((name) => amiss(`the event ${name} is subscribed to and not handled`)),
  ];
}

function judgeAddress(app: Readonly<Record<string, unknown>>, served: unknown): readonly Fault[] {
  const { url } = recordOf(app['hook_attributes']);
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
  return [
    ...(app['public'] === false ? [] : [amiss('the App is private: `public: false`')]),
    ...(address?.protocol === 'https:' && address.pathname === served
      ? []
      : [amiss(`the webhook is served at ${String(served)}`)]),
  ];
}

function amiss(what: string): Fault {
  return { file: manifest, line: 1, what };
}
