import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { LoadedBundle } from '../lib/adapters/bundle/load.ts';
import type { BundleServer } from '../lib/core/bundle/bundle.ts';
import { parseJson } from '../lib/core/json/parse.ts';
import { isJsonObject } from '../lib/core/json/value.ts';
import type { ServerCommand } from '../lib/core/port/evidence-server.ts';
import { ok, refused, type Result } from '../lib/core/result.ts';
import { runnerFault, type RunnerFault } from '../lib/service/gather-fault.ts';

/** Where servers run: the bundle's files as they were digested, and an empty home for each server. */
export interface Stage {
  commands(): Promise<Result<readonly ServerCommand[], RunnerFault>>;
  remove(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What a server may see of our environment. Never a token: RUNNER_TRACKING_ID lets the runner find orphans. */
const passedOn = ['PATH', 'RUNNER_TRACKING_ID', 'SYSTEMROOT'] as const;

/** Makes the stage in a fresh folder under `temp`. */
export async function createStage(
  loaded: LoadedBundle,
  place: { readonly workspace: string; readonly temp: string; readonly environment: Environment },
): Promise<Stage> {
  const root = await mkdtemp(join(place.temp, 'countersign-'));
  await chmod(root, 0o700);
  const bundleFolder = join(root, 'bundle');
  for (const { path, bytes } of loaded.files) {
    const file = join(bundleFolder, ...path.split('/'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes, { flag: 'wx', mode: 0o444 });
  }
  return {
    async commands(): Promise<Result<readonly ServerCommand[], RunnerFault>> {
      const commands: ServerCommand[] = [];
      for (const server of loaded.bundle.servers) {
        const program = await programOf(server, place.workspace);
        if (!program.ok) return program;
        const home = await mkdtemp(join(root, `home-${server.id}-`));
        const builtin = 'builtin' in server.source;
        commands.push({
          server: server.id,
          command: process.execPath,
          arguments: [
            program.value,
            ...(builtin
              ? [bundleFolder]
              : server.arguments.map((argument) => inBundle(bundleFolder, argument))),
          ],
          directory: home,
          environment: environmentOf(place.environment, home),
        });
      }
      return ok(commands);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

function environmentOf(environment: Environment, home: string): Readonly<Record<string, string>> {
  const passed = passedOn.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), HOME: home, TMPDIR: home, NO_COLOR: '1' };
}

/** `./…` names a file of the bundle; anything else is passed as it is. The bundle's check refused `..`. */
function inBundle(bundleFolder: string, argument: string): string {
  return argument.startsWith('./') ? join(bundleFolder, argument) : argument;
}

async function programOf(server: BundleServer, workspace: string): Promise<Result<string, RunnerFault>> {
  const { source } = server;
  // `new URL(…, import.meta.url)` would be replaced by the bundler.
  if ('builtin' in source) return ok(join(import.meta.dirname, '..', source.builtin, 'index.js'));
  const missing = (what: string): Result<never, RunnerFault> =>
    refused(runnerFault('server_unavailable', `The server ${server.id} did not start: ${what}.`));
  const folder = join(workspace, 'node_modules', ...source.package.split('/'));
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (manifest === null)
    return missing(`the package ${source.package} is not in node_modules (run npm ci in an earlier step)`);
  const bin = binOf(manifest, source);
  if (bin === null) return missing(`the package ${source.package} names no such program`);
  const inside = await realpath(workspace);
  const program = await realpath(join(folder, bin)).catch(() => null);
  if (program === null || !(await isFile(program)))
    return missing(`the program of ${source.package} is not there`);
  if (!program.startsWith(inside + sep))
    return missing(`the program of ${source.package} lies outside the workspace`);
  return ok(program);
}

function binOf(
  manifest: string,
  source: { readonly package: string; readonly bin: string | null },
): string | null {
  const parsed = parseJson(manifest);
  const bin = parsed.ok && isJsonObject(parsed.value) ? parsed.value['bin'] : undefined;
  if (typeof bin === 'string') return source.bin === null ? bin : null;
  if (!isJsonObject(bin)) return null;
  const entries = Object.entries(bin);
  const named =
    entries.find(([name]) => name === source.bin) ??
    (source.bin === null && entries.length === 1 ? entries[0] : undefined);
  const path = named?.[1];
  return typeof path === 'string' ? path : null;
}

async function isFile(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ?? false;
}
