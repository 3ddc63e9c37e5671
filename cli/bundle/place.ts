import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { loadBundle, type LoadedBundle } from '../../lib/adapters/bundle/load.ts';
import { secretsOf } from '../../lib/adapters/bundle/secrets.ts';
import { createStage } from '../../lib/adapters/bundle/stage.ts';
import { githubExpressions } from '../../lib/adapters/expression/github-expressions.ts';
import { readYaml } from '../../lib/adapters/yaml/read-yaml.ts';
import type { Builtin } from '../../lib/core/bundle/bundle.ts';
import { bundleFunctions } from '../../lib/core/bundle/functions.ts';
import { visible } from '../../lib/core/evidence/visible.ts';
import type { ServerLaunch } from '../../lib/core/port/evidence-server.ts';
import type { RunnerFault } from '../../lib/service/gather-fault.ts';
import { faultOf } from '../../lib/service/gather-servers.ts';
import { root } from '../root.ts';
import type { Environment, Output } from '../store.ts';

/**
 * Loads the bundle in a folder below the working directory, which stands for the workspace, and lets the
 * work start its servers as a run would. Answers with the exit code.
 */
export async function withBundle(
  folder: string,
  environment: Environment,
  output: Output,
  work: (loaded: LoadedBundle, launches: readonly ServerLaunch[], signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const workspace = resolve('.');
  const path = resolve(folder);
  if (!path.startsWith(workspace + sep)) {
    output.err('countersign: the bundle’s folder must lie below the working directory\n');
    return 2;
  }
  const where = { workspace, folder: relative(workspace, dirname(path)), id: basename(path) };
  const loaded = await loadBundle(where, githubExpressions(bundleFunctions), readYaml);
  if (!loaded.ok) {
    for (const { file, line, column, path: at, expected } of loaded.fault)
      output.err(`${file}:${line}:${column} ${visible(at)}: expected ${visible(expected)}\n`);
    return 1;
  }
  const temp = await mkdtemp(join(tmpdir(), 'countersign-'));
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  try {
    const stage = await createStage(loaded.value, {
      workspace,
      temp,
      environment,
      secrets: secretsOf(environment),
      builtin: builtinServer,
    });
    const launches = await stage.launches();
    if (launches.ok) return await work(loaded.value, launches.value, stop.signal);
    return tellFault(faultOf(launches.fault), output);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    await rm(temp, { recursive: true, force: true });
  }
}

/** One fault, and what the server wrote itself, made visible. Exit code 1. */
export function tellFault({ code, what, detail }: RunnerFault, output: Output): number {
  output.err(`${visible(what)} (${code})\n`);
  if (detail !== null)
    output.err(`What it wrote itself (untrusted):\n${visible(detail).replaceAll(/^/gm, '  | ')}\n`);
  return 1;
}

/** In a checkout that was not built yet, the server's source; Node runs it as it is. */
function builtinServer(name: Builtin): string {
  const built = join(root, 'dist', name, 'index.js');
  return existsSync(built) ? built : join(root, 'action', name, 'main.ts');
}
