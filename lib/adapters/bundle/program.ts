import { constants } from 'node:fs';
import { access, readFile, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { ServerSource } from '../../core/bundle/bundle.ts';
import { parseJson } from '../../core/json/parse.ts';
import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import type { Place } from './stage.ts';

/** What is started: a program, the arguments that come before the bundle's, and the package's version. */
export interface Program {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly version: string | null;
}

/** Finds a server's program. The fault says in our own words what is missing. */
export async function findProgram(
  source: Exclude<ServerSource, { readonly url: string }>,
  place: Place,
): Promise<Result<Program, string>> {
  if ('builtin' in source)
    return ok({ command: process.execPath, arguments: [place.builtin(source.builtin)], version: null });
  return 'command' in source
    ? programOfMachine(source.command, place)
    : programOfPackage(source.package, source.bin, place.workspace);
}

async function programOfPackage(
  name: string,
  bin: string | null,
  workspace: string,
): Promise<Result<Program, string>> {
  const folder = join(workspace, 'node_modules', ...name.split('/'));
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  const parsed = text === null ? null : parseJson(text);
  if (parsed === null)
    return refused(`the package ${name} is not in node_modules (run npm ci in an earlier step)`);
  const manifest = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const path = binOf(manifest, bin);
  if (path === null) return refused(`the package ${name} names no such program`);
  const inside = await realpath(workspace);
  const program = await realpath(join(folder, path)).catch(() => null);
  if (program === null || !(await isFile(program))) return refused(`the program of ${name} is not there`);
  if (!program.startsWith(inside + sep)) return refused(`the program of ${name} lies outside the workspace`);
  const { version } = manifest;
  return ok({
    command: process.execPath,
    arguments: [program],
    version: typeof version === 'string' && version !== '' ? version.slice(0, 100) : null,
  });
}

function binOf(manifest: JsonObject, name: string | null): string | null {
  const { bin } = manifest;
  if (typeof bin === 'string') return name === null ? bin : null;
  if (!isJsonObject(bin)) return null;
  const entries = Object.entries(bin);
  const named =
    entries.find(([one]) => one === name) ?? (name === null && entries.length === 1 ? entries[0] : undefined);
  const path = named?.[1];
  return typeof path === 'string' ? path : null;
}

/** A program on the PATH, by the folders that are absolute. One inside the workspace came with the checkout. */
async function programOfMachine(command: string, place: Place): Promise<Result<Program, string>> {
  const folders = (place.environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const candidates = isAbsolute(command) ? [command] : folders.map((folder) => join(folder, command));
  const workspace = await realpath(place.workspace);
  for (const candidate of candidates) {
    const program = await realpath(candidate).catch(() => null);
    if (program === null || !(await isFile(program)) || !(await isExecutable(program))) continue;
    return program.startsWith(workspace + sep) || candidate.startsWith(workspace + sep)
      ? refused(`${command} lies inside the workspace`)
      : // Not where its link leads: some programs go by the name that they were called by.
        ok({ command: candidate, arguments: [], version: null });
  }
  return refused(`there is no program ${command} on this machine`);
}

async function isFile(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ?? false;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
