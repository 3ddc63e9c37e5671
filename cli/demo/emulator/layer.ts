import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { at, fromJson, numberAt, objectAt, shown, textAt } from '../json.ts';
import type { ActionsRuns } from './actions-runs.ts';
import type { Callers } from './callers.ts';
import { repository } from './cast.ts';
import { signature, type Deliveries } from './deliveries.ts';
import type { Deployments } from './deployments.ts';
import { dispatchAnswer } from './dispatches.ts';
import { enrich } from './enrich.ts';
import { bodyOf, fault, readBody, send, type Answer, type Exchange } from './exchange.ts';
import { execute, variablesOf } from './graphql/execute.ts';
import { queryRoot } from './graphql/schema.ts';
import { guard, mayLabel } from './guard.ts';
import type { Objects } from './objects.ts';
import { collaboratorsAnswer, permissionAnswer } from './permission.ts';
import type { Requests } from './requests.ts';
import { readOnce, type Upstream } from './upstream.ts';

/** The path by which the emulator hands its deliveries to the layer. */
export const hookPath = '/_layer/deliveries';

export interface LayerParts {
  /** The layer's own web address, without a slash at the end. */
  readonly base: string;
  /** What the emulator signs its deliveries with. */
  readonly hookSecret: string;
  readonly emulator: Upstream;
  readonly callers: Callers;
  readonly objects: Objects;
  readonly requests: Requests;
  readonly deliveries: Deliveries;
  readonly runs: ActionsRuns;
  readonly deployments: Deployments;
  /** A page of GitHub's web side, or null where there is none. */
  readonly page: (path: string) => Promise<string | null>;
}

const paths = {
  run: new RegExp(`^/repos/${repository}/actions/runs/(\\d+)$`),
  workflowRuns: new RegExp(`^/repos/${repository}/actions/workflows/([\\w.-]+)/runs$`),
  dispatches: new RegExp(`^/repos/${repository}/actions/workflows/([\\w.-]+)/dispatches$`),
  deployments: new RegExp(`^/repos/${repository}/deployments(/.*)?$`),
  permission: new RegExp(`^/repos/${repository}/collaborators/([^/]+)/permission$`),
  collaborators: new RegExp(`^/repos/${repository}/collaborators$`),
  tokens: /^\/app\/installations\/\d+\/access_tokens$/,
  checkRuns: new RegExp(`^/repos/${repository}/check-runs$`),
  issues: new RegExp(`^/repos/${repository}/issues$`),
  editable: new RegExp(`^/repos/${repository}/issues/(?:comments/)?\\d+$`),
} as const;

/** The HTTP server that stands for GitHub: its own answers where the emulator has none, the emulator's elsewhere. */
export function layerServer(parts: () => LayerParts): Server {
  const writes = { underWay: 0 };
  return createServer((request, response) => {
    handle(request, response, parts(), writes).catch(() => {
      if (!response.headersSent) send(response, fault(500, 'Server Error'));
      else response.destroy();
    });
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  parts: LayerParts,
  writes: { underWay: number },
): Promise<void> {
  const url = new URL(request.url ?? '/', parts.base);
  const body = await readBody(request);
  if (url.pathname === hookPath) {
    send(response, { status: 200, body: null });
    await forward(request, body, parts, writes);
    return;
  }
  if (request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')) {
    const page = await parts.page(url.pathname);
    response.statusCode = page === null ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page ?? 'Not found');
    return;
  }
  const caller = parts.callers.of(request.headers.authorization);
  if (caller === null) {
    send(response, fault(401, 'Bad credentials'));
    return;
  }
  const method = request.method ?? 'GET';
  parts.requests.note({ caller, method, path: url.pathname });
  const { pathname: path, searchParams: query } = url;
  const exchange: Exchange = { method, path, query, headers: request.headers, body, caller };
  const writing = method !== 'GET' && method !== 'HEAD';
  writes.underWay += writing ? 1 : 0;
  try {
    send(response, await answer(exchange, url.search, parts));
  } finally {
    writes.underWay -= writing ? 1 : 0;
  }
}

async function answer(exchange: Exchange, search: string, parts: LayerParts): Promise<Answer> {
  const { method, path, query, caller } = exchange;
  const { emulator, objects, runs } = parts;
  if (method === 'POST' && path === '/graphql') {
    const asked = bodyOf(exchange);
    const answered = await execute(
      queryRoot(readOnce(emulator), objects),
      shown(asked, 'query'),
      variablesOf(asked),
    );
    return { status: 200, body: answered };
  }
  const refusal = await guard(exchange, parts);
  if (refusal !== null) return refusal;
  const started = method === 'POST' ? paths.dispatches.exec(path)?.[1] : undefined;
  if (started !== undefined) return dispatchAnswer(exchange, started, parts);
  if (method === 'GET') {
    const run = paths.run.exec(path)?.[1];
    const own = caller.kind === 'app' && caller.app.slug === 'countersign';
    if (run !== undefined) return runs.answer(Number(run), own);
    const workflow = paths.workflowRuns.exec(path)?.[1];
    if (workflow !== undefined) return runs.list(`.github/workflows/${workflow}`, query);
    const deployed = paths.deployments.exec(path);
    const answered = deployed === null ? null : await parts.deployments.answer(deployed[1] ?? '', query);
    if (answered !== null) return answered;
    const login = paths.permission.exec(path)?.[1];
    if (login !== undefined) return permissionAnswer(emulator, decodeURIComponent(login));
    if (paths.collaborators.test(path)) return collaboratorsAnswer(emulator, query);
  }
  return passOn(exchange, search, parts);
}

async function passOn(exchange: Exchange, search: string, parts: LayerParts): Promise<Answer> {
  const { method, path, headers } = exchange;
  const before = await textBefore(exchange, parts.emulator);
  const answered = await parts.emulator.send({
    method,
    path: `${path}${search}`,
    authorization: headers.authorization,
    body: bodyToSend(exchange),
  });
  if (answered.status < 300) note(exchange, answered.body, before, parts);
  const body = enrich(answered.body, parts.base, parts.objects);
  return {
    status: answered.status,
    body,
    headers: answered.link === null ? {} : { link: answered.link },
  };
}

function bodyToSend(exchange: Exchange): Buffer | null {
  if (exchange.body.length === 0) return null;
  if (exchange.method !== 'POST' || !paths.issues.test(exchange.path) || mayLabel(exchange.caller))
    return exchange.body;
  const { labels: _, ...rest } = bodyOf(exchange);
  return Buffer.from(JSON.stringify(rest));
}

/** Title and text as they are before a PATCH, for the delivery's `changes`. */
async function textBefore({ method, path }: Exchange, emulator: Upstream): Promise<JsonValue | null> {
  return method === 'PATCH' && paths.editable.test(path) ? emulator.read(path) : null;
}

function note(exchange: Exchange, body: JsonValue, before: JsonValue | null, parts: LayerParts): void {
  const { method, path, caller } = exchange;
  parts.objects.learn(body);
  if (method === 'POST' && caller.kind === 'app') {
    if (paths.tokens.test(path)) parts.callers.learn(textAt(body, 'token'), caller.app);
    if (paths.checkRuns.test(path)) parts.objects.noteCheckRun(numberAt(body, 'id'), caller.app.appId);
  }
  if (before === null) return;
  const from: Record<string, string> = {};
  for (const member of ['title', 'body']) {
    const was = at(before, member);
    if (typeof was === 'string' && was !== at(body, member)) from[member] = was;
  }
  if (Object.keys(from).length > 0)
    parts.objects.noteEdit(textAt(body, 'node_id'), { at: secondsNow(), from });
}

/** Takes a delivery of the emulator, completes it, and sends it to the App after the write it tells of was answered. */
async function forward(
  request: IncomingMessage,
  body: Buffer,
  parts: LayerParts,
  writes: { readonly underWay: number },
): Promise<void> {
  const text = body.toString('utf8');
  if (request.headers['x-hub-signature-256'] !== signature(parts.hookSecret, text)) return;
  while (writes.underWay > 0) await new Promise((resolve) => setImmediate(resolve));
  const payload = fromJson(text);
  parts.objects.learn(payload);
  await parts.deliveries.send({
    name: String(request.headers['x-github-event']),
    payload: withChanges(enrich(payload, parts.base, parts.objects), parts.objects),
  });
}

function withChanges(payload: JsonValue, objects: Objects): JsonValue {
  if (at(payload, 'action') !== 'edited') return payload;
  const edited = at(payload, 'comment') ?? at(payload, 'issue');
  const edit = edited === undefined ? null : objects.lastEdit(textAt(edited, 'node_id'));
  const changes: JsonObject = Object.fromEntries(
    Object.entries(edit?.from ?? {}).map(([member, from]) => [member, { from }]),
  );
  return { ...objectAt(payload), changes };
}

/** GitHub's times have whole seconds. */
function secondsNow(): string {
  return new Date().toISOString().replace(/\.\d{3}Z$/, 'Z');
}
