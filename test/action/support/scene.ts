import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinTool } from '../../../lib/core/bundle/lock-difference.ts';
import { lockKind, writeLock, type PinnedServer } from '../../../lib/core/bundle/lock.ts';
import { digestBytes } from '../../../lib/core/json/digest.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { startFakeGitHub, type FakeGitHub } from '../../github/fake.ts';
import { bomb } from '../../hostile/lying.ts';
import { honest } from '../../hostile/wire.ts';
import type { HostKind } from '../../github/state.ts';
import type { IssueView } from '../../github/views.ts';
import { createRunner, runAction, type ActionResult, type During, type Runner } from './run-action.ts';

/** Secrets that must turn up nowhere. */
export const sealKey = 'seal-key-canary-0123456789abcdefghijklmnop';
const environmentCanaries = {
  GITHUB_TOKEN: 'ghs_environmentcanary0123456789abcdefghijklm',
  ACTIONS_RUNTIME_TOKEN: 'runtime-token-canary',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://id-token-canary.example/',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'id-token-canary',
};

/** One repository at a strict fake GitHub, one started workflow, and one runner's machine. */
export interface ActionScene {
  readonly fake: FakeGitHub;
  readonly runner: Runner;
  readonly runId: string;
  /** Starts another Actions run of the same workflow, and answers with its id. */
  anotherRun(): string;
  /** Every secret that the job knows. */
  readonly secrets: readonly string[];
  /** Starts the bundled Action; `change` replaces variables of the environment. */
  start(
    inputs: Readonly<Record<string, string>>,
    change?: Readonly<Record<string, string>>,
    during?: During,
  ): Promise<ActionResult>;
  issues(): readonly IssueView[];
  /** Resolves when the hostile server of this runner lives. */
  serverStarted(): Promise<void>;
  /** Processes that came from this runner and still live. */
  orphans(): readonly string[];
  close(): Promise<void>;
}

export const home = 'acme/payments';
const workflow = '.github/workflows/countersign.yml';

export async function startActionScene(
  event = 'workflow_dispatch',
  host: HostKind = 'github',
): Promise<ActionScene> {
  const fake = await startFakeGitHub({ host });
  const { world } = fake;
  for (const login of ['dana', 'kim']) world.user({ login });
  world.repository({ fullName: home, files: { [workflow]: 'on: workflow_dispatch\n' } });
  world.grant({ repository: home, login: 'dana', role: 'write' });
  world.grant({ repository: home, login: 'kim', role: 'maintain' });
  const permissions = { issues: 'write', actions: 'read', contents: 'read' } as const;
  const token = world.jobToken({ repository: home, permissions });
  const startRun = (): string =>
    String(world.actionsRun({ repository: home, path: workflow, event, actor: 'dana' }).id);
  const runId = startRun();
  const runner = createRunner();
  cpSync(resolve('workflows'), join(runner.workspace, 'workflows'), { recursive: true });
  const variables = {
    GITHUB_REPOSITORY: home,
    GITHUB_RUN_ID: runId,
    GITHUB_EVENT_NAME: event,
    GITHUB_WORKFLOW_REF: `${home}/${workflow}@refs/heads/main`,
    GITHUB_SERVER_URL: fake.webUrl,
    GITHUB_API_URL: fake.url,
    ...environmentCanaries,
  };
  return {
    fake,
    runner,
    runId,
    anotherRun: startRun,
    secrets: [sealKey, token, ...Object.values(environmentCanaries)],
    start: (inputs, change = {}, during = () => undefined) =>
      runAction(
        runner,
        { seal: 'hmac', 'seal-key': sealKey, 'github-token': token, ...inputs },
        { ...variables, ...change },
        during,
      ),
    issues: () => world.issues(home),
    serverStarted: async () => {
      while (!orphansOf(runner).some((pid) => commandOf(pid).includes('hostile')))
        await new Promise((resume) => {
          setTimeout(resume, 20);
        });
    },
    orphans: () => orphansOf(runner),
    close: async () => {
      runner.remove();
      await fake.close();
    },
  };
}

/** Puts the real filesystem server where a locked install of the caller's would put it. */
export function installFilesystemServer(runner: Runner): void {
  const name = '@modelcontextprotocol/server-filesystem';
  cpSync(resolve('node_modules', name), join(runner.workspace, 'node_modules', name), { recursive: true });
  // What it imports is found one folder up, as with a hoisted install.
  symlinkSync(resolve('node_modules'), join(runner.root, 'node_modules'));
}

/** A package whose program is one of the hostile servers, and a bundle that calls it once. */
export function installHostile(runner: Runner, mode: string, change: HostileBundle = {}): void {
  const write = (path: string, text: string): void => {
    const file = join(runner.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const server = pathToFileURL(resolve('test/hostile/server.ts')).href;
  write('node_modules/hostile/package.json', '{"name":"hostile","bin":"bin.js"}');
  write('node_modules/hostile/bin.js', `import(${JSON.stringify(server)});\n`);
  const bundle = hostileBundle(mode, change);
  write('workflows/hostile/bundle.yml', bundle);
  write('workflows/hostile/bundle.lock.json', hostileLock(bundle, mode === 'schema-bomb' ? bomb : honest));
}

/** The bundle `hostile` as it is given, compiled when each of its servers offered `look` as described. */
export function installBundle(
  runner: Runner,
  bundle: string,
  servers: Readonly<Record<string, JsonObject>> = { bad: honest },
): void {
  installHostile(runner, 'honest');
  const write = (name: string, text: string): void =>
    writeFileSync(join(runner.workspace, 'workflows', 'hostile', name), text);
  write('bundle.yml', bundle);
  const pinned = Object.entries(servers).map(([id, descriptor]) => ({
    id,
    version: null,
    tools: [pinTool('look', descriptor)],
  }));
  write('bundle.lock.json', lockFor(bundle, pinned));
}

export interface HostileBundle {
  readonly activeSeconds?: number;
  readonly bytes?: number;
  readonly excerptBytes?: number;
  readonly quotes?: number;
}

export function hostileBundle(mode: string, change: HostileBundle = {}): string {
  const { activeSeconds = 20, bytes = 16_777_216, excerptBytes = 4096, quotes = 1 } = change;
  const quote = '      ${{ quote(evidence.look.text) }}\n\n'.repeat(quotes);
  return `id: hostile
version: 1.0.0
description: Calls one tool of one server.
servers:
  bad:
    package: hostile
    arguments: [${mode}]
    tools: [look]
budgets: { calls: 1, bytes: ${bytes}, activeSeconds: ${activeSeconds} }
steps:
  - id: look
    call: bad.look
    excerptBytes: ${excerptBytes}
propose:
  type: github.issue.create
  risk: low
  input:
    title: What the server says
    body: |
      It says:

${quote}
    labels: []
    assignees: []
`;
}

/** The lock as it was when the server was honest. */
function hostileLock(bundle: string, descriptor: JsonObject): string {
  return lockFor(bundle, [{ id: 'bad', version: null, tools: [pinTool('look', descriptor)] }]);
}

function lockFor(bundle: string, servers: readonly PinnedServer[]): string {
  const bytes = Buffer.from(bundle);
  return writeLock({
    kind: lockKind,
    bundle: { id: 'hostile', version: '1.0.0' },
    files: [{ path: 'bundle.yml', digest: digestBytes(bytes), bytes: bytes.length }],
    servers,
  });
}

function orphansOf(runner: Runner): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      return environment.includes(runner.root) || commandOf(pid).includes(runner.root);
    } catch {
      return false;
    }
  });
}

function commandOf(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
}
