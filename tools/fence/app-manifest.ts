import { constantOf, namesOf } from './constants.ts';
import { recordOf } from './json.ts';
import { missing } from './missing.ts';
import { literal, nameOf, sourceOf, walk, type Node } from './source.ts';
import type { Fault, Fence, Tree } from './tree.ts';
import { yamlParts } from './yaml.ts';

const manifest = 'app.yml';
const client = 'lib/adapters/github-app/';

/** What each call of the App asks of an installation, `<permission>: <level>`; null: nothing beyond being installed. */
const asks: ReadonlyMap<string, string | null> = new Map([
  ['actions.getWorkflowRun', 'actions: read'],
  ['apps.getInstallation', null],
  ['apps.listWebhookDeliveries', null],
  ['apps.redeliverWebhookDelivery', null],
  ['checks.create', 'checks: write'],
  ['checks.get', 'checks: read'],
  ['checks.listForRef', 'checks: read'],
  ['checks.update', 'checks: write'],
  ['issues.addLabels', 'issues: write'],
  ['issues.create', 'issues: write'],
  ['issues.createComment', 'issues: write'],
  ['issues.get', 'issues: read'],
  ['issues.listComments', 'issues: read'],
  ['issues.listForRepo', 'issues: read'],
  ['issues.update', 'issues: write'],
  ['repos.getCollaboratorPermissionLevel', 'metadata: read'],
  ['repos.getContent', 'contents: read'],
  ['repos.listCollaborators', 'metadata: read'],
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
      .filter((path) => path.startsWith(client) && path.endsWith('.ts'))
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
  /** Where the call is not one that the table knows. */
  readonly fault: Fault | null;
}

/** Every call of GitHub in a file: `….rest.<part>.<method>`, and the texts of GraphQL queries. */
function usesOf(tree: Tree, path: string): readonly Use[] {
  const source = sourceOf(tree, path);
  const uses: Use[] = [];
  walk(source.program, (node) => {
    const call = callOf(node);
    if (call !== null) {
      const known = asks.get(call);
      const fault = { file: path, line: source.lineOf(node), what: `it is not known what ${call} asks for` };
      uses.push({ permission: known ?? null, fault: known === undefined ? fault : null });
    }
    const text = literal(node);
    if (text !== null && /^\s*(query|mutation)\b/.test(text)) {
      const needs = asksOfQueries.filter(({ part }) => part.test(text));
      uses.push(...needs.map(({ permission }) => ({ permission, fault: null })));
    }
    if (text !== null && /^(GET|POST|PATCH|PUT|DELETE) \//.test(text)) {
      uses.push({
        permission: null,
        fault: { file: path, line: source.lineOf(node), what: `name the method, not ${text}` },
      });
    }
  });
  return uses;
}

/** `issues.create` of `octokit.rest.issues.create`, or null for anything else. */
function callOf(node: Node): string | null {
  if (node.type !== 'MemberExpression') return null;
  const part = memberOf(node['object']);
  const rest = part === null ? null : memberOf(part.object);
  const method = nameOf(node['property']);
  return part !== null && rest?.name === 'rest' && method !== null ? `${part.name}.${method}` : null;
}

function memberOf(value: unknown): { readonly object: unknown; readonly name: string } | null {
  if (typeof value !== 'object' || value === null || !('property' in value) || !('object' in value))
    return null;
  const name = nameOf(value.property);
  return name === null ? null : { object: value.object, name };
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
