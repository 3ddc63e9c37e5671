import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Builtin, BundleServer } from '../../core/bundle/bundle.ts';
import type { ServerFault, ServerLaunch } from '../../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import type { LoadedBundle } from './load.ts';
import { findProgram } from './program.ts';

/** Where servers run: the bundle's files as they were digested, and an empty home for each server. */
export interface Stage {
  launches(): Promise<Result<readonly ServerLaunch[], ServerFault>>;
  remove(): Promise<void>;
}

/** What a machine has for a bundle's servers. */
export interface Place {
  /** Where the caller's packages and data are. */
  readonly workspace: string;
  /** A folder for temporary files. */
  readonly temp: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of secrets by the name under which bundles know them. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The program of one of Countersign's own servers. */
  readonly builtin: (name: Builtin) => string;
  /** What our own server `github` reads with; left out where nothing is to be read. No other server sees it. */
  readonly github?: {
    readonly apiUrl: string;
    /** `owner/name`: the only repository that it reads. */
    readonly repository: string;
    readonly token: string;
  };
}

/** What a server may see of our environment. Never a token: RUNNER_TRACKING_ID lets the runner find orphans. */
const passedOn = ['PATH', 'RUNNER_TRACKING_ID', 'SYSTEMROOT'] as const;

/** Makes the stage in a fresh folder under `place.temp`. */
export async function createStage(
  loaded: Pick<LoadedBundle, 'bundle' | 'files'>,
  place: Place,
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
    async launches(): Promise<Result<readonly ServerLaunch[], ServerFault>> {
      const launches: ServerLaunch[] = [];
      for (const server of loaded.bundle.servers) {
        const launch = await launchOf(server, { ...place, root, bundleFolder });
        if (!launch.ok) {
          const what = `did not start: ${launch.fault}`;
          return refused({ code: 'server_unavailable', server: server.id, what, stderr: '' });
        }
        launches.push(launch.value);
      }
      return ok(launches);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

type Staged = Place & { readonly root: string; readonly bundleFolder: string };

async function launchOf(server: BundleServer, place: Staged): Promise<Result<ServerLaunch, string>> {
  const { id, source } = server;
  if ('url' in source) {
    const { url, addresses } = source;
    const bearer = source.bearer === null ? ok(null) : secretOf(source.bearer, place);
    return bearer.ok ? ok({ server: id, version: null, url, bearer: bearer.value, addresses }) : bearer;
  }
  const program = await findProgram(source, place);
  if (!program.ok) return program;
  const given: string[] = [];
  for (const argument of server.arguments) {
    const one = await resolvePath(argument, place);
    if (!one.ok) return one;
    given.push(one.value);
  }
  const variables = await variablesOf(server, place);
  if (!variables.ok) return variables;
  const home = await mkdtemp(join(place.root, `home-${id}-`));
  return ok({
    server: id,
    version: program.value.version,
    command: program.value.command,
    arguments: [...program.value.arguments, ...('builtin' in source ? [place.bundleFolder] : given)],
    directory: home,
    environment: {
      ...variables.value,
      ...('builtin' in source && source.builtin === 'github' ? accessOf(place) : {}),
      ...environmentOf(place.environment, home),
    },
  });
}

function environmentOf(environment: Place['environment'], home: string): Readonly<Record<string, string>> {
  const passed = passedOn.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), HOME: home, TMPDIR: home, NO_COLOR: '1' };
}

function accessOf({ github }: Place): Readonly<Record<string, string>> {
  if (github === undefined) return {};
  const { apiUrl, repository, token } = github;
  return { READ_API_URL: apiUrl, READ_REPOSITORY: repository, READ_TOKEN: token };
}

async function variablesOf(
  server: BundleServer,
  place: Staged,
): Promise<Result<Readonly<Record<string, string>>, string>> {
  const variables: Array<readonly [string, string]> = [];
  for (const { name, value } of server.environment) {
    const one = 'secret' in value ? secretOf(value.secret, place) : await resolvePath(value.text, place);
    if (!one.ok) return one;
    variables.push([name, one.value]);
  }
  return ok(Object.fromEntries(variables));
}

function secretOf(name: string, { secrets }: Place): Result<string, string> {
  const value = secrets.get(name);
  return value === undefined
    ? refused(
        `the secret ${name} was not given (set COUNTERSIGN_SECRET_${name} in the environment of the step)`,
      )
    : ok(value);
}

/**
 * `./…` names a file of the bundle and `workspace:…` one of the workspace; anything else is passed as it
 * is. The bundle's check refused `..`; a link that leads out of the workspace is refused here.
 */
async function resolvePath(argument: string, place: Staged): Promise<Result<string, string>> {
  if (argument.startsWith('./')) return ok(join(place.bundleFolder, argument));
  const path = /^workspace:(.*)$/s.exec(argument)?.[1];
  if (path === undefined) return ok(argument);
  const inside = await realpath(place.workspace);
  const found = await realpath(join(inside, path)).catch(() => null);
  if (found === null) return refused(`workspace:${path} is not there`);
  return found === inside || found.startsWith(inside + sep)
    ? ok(found)
    : refused(`workspace:${path} leads out of the workspace`);
}
