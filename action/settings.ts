import * as core from '@actions/core';
import { bundleIdGrammar } from '../lib/core/bundle/parse.ts';
import { readHost } from '../lib/core/host/read-host.ts';
import { parseJson } from '../lib/core/json/parse.ts';
import type { ShapeFault } from '../lib/core/json/shape.ts';
import type { JsonValue } from '../lib/core/json/value.ts';
import { ok, refused, type Result } from '../lib/core/result.ts';
import { inputs, type InputName } from './contract.ts';

/** What the runner and the workflow say: checked, and complete. */
export interface Settings {
  readonly bundle: string;
  readonly params: JsonValue;
  readonly bundles: string;
  readonly sealKey: Uint8Array;
  readonly token: string;
  readonly workspace: string;
  readonly temp: string;
  readonly repository: string;
  readonly runId: string;
  readonly workflowRef: string;
  readonly event: string;
  readonly apiUrl: string;
  readonly host: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const minKeyBytes = 32;
const paramsBounds = { maxLength: 65_536, maxDepth: 8 };
const folder = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;

/** The job's own credentials, to be kept out of everything that is printed or posted. */
export function credentialsOf(): readonly string[] {
  return [read('seal-key'), read('github-token')].filter((secret) => secret !== '');
}

/** Reads inputs and environment; lists every fault. The path is the input's or the variable's name. */
export function readSettings(environment: Environment): Result<Settings, readonly ShapeFault[]> {
  const faults: ShapeFault[] = [];
  const fault = (path: string, expected: string): void => void faults.push({ path, expected });
  const variable = (name: string, expected: string, accepts: (value: string) => boolean): string => {
    const value = environment[name] ?? '';
    if (!accepts(value)) fault(name, expected);
    return value;
  };
  const bundle = read('bundle');
  if (!bundleIdGrammar.test(bundle))
    fault('bundle', 'the name of a bundle: lower-case letters, digits and -');
  const params = parseJson(read('params'), paramsBounds);
  if (!params.ok) fault('params', `one JSON object (${params.fault.code} at ${params.fault.offset})`);
  const bundles = read('bundles').replace(/\/$/, '');
  if (!folder.test(bundles) || bundles.split('/').some((part) => part === '.' || part === '..'))
    fault('bundles', 'a folder inside the workspace');
  const sealKey = new TextEncoder().encode(read('seal-key'));
  if (sealKey.length < minKeyBytes) fault('seal-key', `a secret of at least ${minKeyBytes} bytes`);
  const token = read('github-token');
  if (token === '') fault('github-token', 'a token');
  const github = readHost(environment['GITHUB_SERVER_URL'] ?? '', environment['GITHUB_API_URL'] ?? '');
  if (!github.ok)
    fault(github.fault.address === 'web' ? 'GITHUB_SERVER_URL' : 'GITHUB_API_URL', github.fault.what);
  const settings: Settings = {
    bundle,
    params: params.ok ? params.value : null,
    bundles,
    sealKey,
    token,
    workspace: variable('GITHUB_WORKSPACE', 'the workspace’s path', isAbsolute),
    temp: variable('RUNNER_TEMP', 'a folder for temporary files', isAbsolute),
    repository: variable('GITHUB_REPOSITORY', 'owner/name', (value) => /^[\w-]+\/[\w.-]+$/.test(value)),
    runId: variable('GITHUB_RUN_ID', 'the Actions run’s id', (value) => /^[1-9]\d{0,15}$/.test(value)),
    workflowRef: variable('GITHUB_WORKFLOW_REF', 'the workflow’s file and ref', (value) =>
      /^[^@\s]+@\S+$/.test(value),
    ),
    event: variable('GITHUB_EVENT_NAME', 'the event’s name', (value) => /^[a-z_]+$/.test(value)),
    apiUrl: github.ok ? github.value.apiUrl : '',
    host: github.ok ? github.value.webUrl : '',
  };
  return faults.length > 0 ? refused(faults) : ok(settings);
}

function read(name: InputName): string {
  const value = core.getInput(name);
  // The runner fills in the defaults of `action.yml`; a caller that starts the Action by hand may not.
  return value === '' ? fallbackOf(name) : value;
}

function fallbackOf(name: InputName): string {
  const { fallback } = inputs[name];
  return fallback === null || fallback.startsWith('${{') ? '' : fallback;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}
