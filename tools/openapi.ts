/**
 * Writes `test/github/openapi.json`: the part of GitHub's OpenAPI description that the tests judge by,
 * without the prose. `--check` compares instead, and ends with 1 when the file is another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Json, type Node, isNode } from './openapi/json.ts';
import { shareParts } from './openapi/share.ts';

/** Every operation that a client of ours calls, or that a page of ours shows. */
const operations: readonly string[] = [
  'GET /app',
  'GET /app/hook/deliveries',
  'GET /app/hook/deliveries/{delivery_id}',
  'POST /app/hook/deliveries/{delivery_id}/attempts',
  'GET /app/installations',
  'GET /app/installations/{installation_id}',
  'POST /app/installations/{installation_id}/access_tokens',
  'GET /installation/repositories',
  'GET /orgs/{org}/teams/{team_slug}',
  'GET /orgs/{org}/teams/{team_slug}/members',
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
  'GET /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}',
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs',
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
  'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
  'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
  'POST /repos/{owner}/{repo}/check-runs',
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest',
  'GET /repos/{owner}/{repo}/collaborators',
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
  'GET /repos/{owner}/{repo}/commits/{ref}',
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
  'GET /repos/{owner}/{repo}/compare/{basehead}',
  'GET /repos/{owner}/{repo}/contents/{path}',
  'GET /repos/{owner}/{repo}/dependabot/alerts',
  'GET /repos/{owner}/{repo}/deployments',
  'GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses',
  'GET /repos/{owner}/{repo}/installation',
  'GET /repos/{owner}/{repo}/issues',
  'POST /repos/{owner}/{repo}/issues',
  'GET /repos/{owner}/{repo}/issues/comments',
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'GET /repos/{owner}/{repo}/issues/{issue_number}',
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}',
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'GET /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/lock',
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
  'GET /users/{username}',
];

/**
 * Answers that the description contradicts itself about: its list of installations asks of each account to
 * be a person and an enterprise at once, where a single installation's may be either.
 */
const corrected: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['GET /app/installations', { type: 'array', items: { $ref: '#/components/schemas/installation' } }],
]);

/** Deliveries whose payloads are judged. */
const webhooks: readonly string[] = [
  ...'closed deleted edited labeled locked opened pinned reopened transferred unlabeled unlocked'
    .split(' ')
    .map((action) => `issues-${action}`),
  ...['created', 'deleted', 'edited'].map((action) => `issue-comment-${action}`),
  ...['completed', 'created', 'requested-action', 'rerequested'].map((action) => `check-run-${action}`),
  ...['added', 'removed'].map((action) => `installation-repositories-${action}`),
  ...['archived', 'renamed', 'transferred', 'unarchived'].map((action) => `repository-${action}`),
  'push',
];

const file: string = join(import.meta.dirname, '..', 'test', 'github', 'openapi.json');

/** The committed text, made anew: one operation and one component a line, in a stable order. */
export function openapiSubset(): string {
  const path = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  const document: Json = JSON.parse(readFileSync(path, 'utf8'));
  const whole = node(document, 'the description');
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const [method = '', route = ''] = operation.split(' ');
    const item = node(node(whole['paths'], 'paths')[route], route);
    paths[route] = {
      ...paths[route],
      [method.toLowerCase()]: correct(operation, slim(node(item[method.toLowerCase()], operation))),
    };
  }
  const components = new Map<string, Json>();
  const all = node(whole['components'], 'components');
  collect(paths, all, components);
  const payloads = Object.fromEntries(
    webhooks.map((name) => [name, payloadOf(node(node(whole['x-webhooks'], 'webhooks')[name], name))]),
  );
  collect(payloads, all, components);
  const { roots, parts } = shareParts(new Map([...components, ['paths', paths]]));
  return print({
    version: node(whole['info'], 'info')['version'] ?? null,
    paths: node(roots.get('paths'), 'paths'),
    webhooks: payloads,
    components: new Map([...[...roots].filter(([name]) => name !== 'paths'), ...parts]),
  });
}

function correct(operation: string, described: Json): Json {
  const schema = corrected.get(operation);
  if (schema === undefined) return described;
  const responses = node(node(described, operation)['responses'], 'responses');
  const answer = { ...node(responses['200'], '200'), content: { 'application/json': { schema } } };
  return { ...node(described, operation), responses: { ...responses, 200: answer } };
}

function payloadOf(item: Node): Json {
  const body = node(node(item['post'], 'delivery')['requestBody'], 'payload');
  return node(node(body['content'], 'content')['application/json'], 'JSON')['schema'] ?? null;
}

function collect(from: Json, all: Node, into: Map<string, Json>): void {
  if (Array.isArray(from)) {
    for (const one of from) collect(one, all, into);
    return;
  }
  if (!isNode(from)) return;
  for (const [name, value] of Object.entries(from)) {
    if (name !== '$ref' || typeof value !== 'string') {
      collect(value, all, into);
      continue;
    }
    const [, , kind = '', key = ''] = value.split('/');
    if (into.has(`${kind}/${key}`)) continue;
    const component = slim(node(node(all[kind], kind)[key], value), kind === 'responses' ? 'response' : '');
    into.set(`${kind}/${key}`, component);
    collect(component, all, into);
  }
}

const prose: ReadonlySet<string> = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  'tags',
  'deprecated',
  'headers',
]);

/**
 * Without prose and extensions, but for a response's description, which OpenAPI asks for. Names under
 * `properties` and `responses` are names, not keywords.
 */
function slim(value: Json, keyword = ''): Json {
  if (Array.isArray(value)) return value.map((one) => slim(one));
  if (!isNode(value)) return value;
  const names = keyword === 'properties' || keyword === 'responses';
  const kept = Object.entries(value).filter(
    ([name]) =>
      names ||
      (keyword === 'response' && name === 'description') ||
      (!prose.has(name) && !name.startsWith('x-') && name !== 'application/x-www-form-urlencoded'),
  );
  const next = (name: string): string => {
    if (keyword === 'responses') return 'response';
    return names ? '' : name;
  };
  return Object.fromEntries(kept.map(([name, one]) => [name, slim(one, next(name))]));
}

function print({
  version,
  paths,
  webhooks: payloads,
  components,
}: {
  readonly version: Json;
  readonly paths: Node;
  readonly webhooks: Node;
  readonly components: ReadonlyMap<string, Json>;
}): string {
  const lines: string[] = [];
  for (const route of Object.keys(paths).toSorted()) {
    const methods = Object.entries(node(paths[route], route)).map(
      ([method, operation]) => `    ${JSON.stringify(method)}: ${JSON.stringify(operation)}`,
    );
    lines.push(`  ${JSON.stringify(route)}: {\n${methods.join(',\n')}\n  }`);
  }
  const kinds = Map.groupBy([...components.keys()].toSorted(), (key) => key.slice(0, key.indexOf('/')));
  const groups = [...kinds].map(([kind, keys]) => {
    const members = keys.map(
      (key) => `    ${JSON.stringify(key.slice(kind.length + 1))}: ${JSON.stringify(components.get(key))}`,
    );
    return `  ${JSON.stringify(kind)}: {\n${members.join(',\n')}\n  }`;
  });
  const hooks = Object.entries(payloads).map(
    ([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
  );
  const info = JSON.stringify({ title: "A part of GitHub's REST API description (MIT)", version });
  return `{\n"openapi": "3.0.3",\n"info": ${info},\n"paths": {\n${lines.join(',\n')}\n},\n"webhooks": {\n${hooks.join(',\n')}\n},\n"components": {\n${groups.join(',\n')}\n}\n}\n`;
}

function node(value: Json | undefined, what: string): Node {
  if (!isNode(value)) throw new TypeError(`GitHub's description has no ${what}`);
  return value;
}

if (import.meta.main) {
  const text = openapiSubset();
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    console.log(`${file}: ${operations.length} operations, ${Buffer.byteLength(text)} bytes`);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(
      'test/github/openapi.json is not what tools/openapi.ts writes: run it and commit the result',
    );
    process.exitCode = 1;
  }
}
