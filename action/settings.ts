import * as core from '@actions/core';
import { bundleIdGrammar } from '../lib/core/bundle/parse.ts';
import { readHost } from '../lib/core/host/read-host.ts';
import { parseJson } from '../lib/core/json/parse.ts';
import type { ShapeFault } from '../lib/core/json/shape.ts';
import type { JsonValue } from '../lib/core/json/value.ts';
import { ok, refused, type Result } from '../lib/core/result.ts';
import type { Keeping } from '../lib/service/propose-show.ts';
import { inputs, type InputName } from './contract.ts';

/** What the proposal is sealed by. */
export type SealSettings =
  | {
      readonly kind: 'oidc';
      /** Without a slash at the end. */
      readonly appUrl: string;
      /** Where the runner gives ID tokens; null where the job may not have one. */
      readonly identity: { readonly url: string; readonly token: string } | null;
    }
  | { readonly kind: 'hmac'; readonly key: Uint8Array };

/** What the runner and the workflow say: checked, and complete. */
export interface Settings {
  readonly keeping: Keeping;
  /** Where the runner keeps artifacts, and by what; null where it offers no place. */
  readonly artifacts: { readonly url: string; readonly token: string } | null;
  readonly bundle: string;
  readonly params: JsonValue;
  readonly bundles: string;
  readonly seal: SealSettings;
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

const keepings: readonly Keeping[] = ['auto', 'required', 'never'];
const minKeyBytes = 32;
const paramsBounds = { maxLength: 65_536, maxDepth: 8 };
const folder = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;

/** What the runner gives a job to act with beside its token. */
const runnerCredentials = [
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_RESULTS_URL',
] as const;

/** The job's own credentials, to be kept out of everything that is printed or posted. */
export function credentialsOf(): readonly string[] {
  const ofTheJob = runnerCredentials.map((name) => process.env[name] ?? '');
  return [read('seal-key'), read('github-token'), ...ofTheJob].filter((secret) => secret !== '');
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
  const keeping = keepings.find((one) => one === read('artifact'));
  if (keeping === undefined) fault('artifact', 'auto, required or never');
  const seal = readSeal(environment, fault);
  const token = read('github-token');
  if (token === '') fault('github-token', 'a token');
  const github = readHost(environment['GITHUB_SERVER_URL'] ?? '', environment['GITHUB_API_URL'] ?? '');
  if (!github.ok)
    fault(github.fault.address === 'web' ? 'GITHUB_SERVER_URL' : 'GITHUB_API_URL', github.fault.what);
  const settings: Settings = {
    bundle,
    params: params.ok ? params.value : null,
    bundles,
    keeping: keeping ?? 'never',
    artifacts: readService(environment),
    seal,
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

function readSeal(environment: Environment, fault: (path: string, expected: string) => void): SealSettings {
  const kind = read('seal');
  if (kind === 'hmac') {
    const key = new TextEncoder().encode(read('seal-key'));
    if (key.length < minKeyBytes) fault('seal-key', `a secret of at least ${minKeyBytes} bytes`);
    return { kind, key };
  }
  if (kind !== 'oidc') fault('seal', 'oidc or hmac');
  const appUrl = read('app-url').replace(/\/+$/, '');
  if (!isConfidential(appUrl) || /[?#]/.test(appUrl))
    fault('app-url', 'the App’s address, https, for the seal by the job’s own identity');
  const [url, token] = [
    environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '',
    environment['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? '',
  ];
  return { kind: 'oidc', appUrl, identity: isConfidential(url) && token !== '' ? { url, token } : null };
}

/** Where artifacts go. What is no address of such a service is as good as none. */
function readService(environment: Environment): Settings['artifacts'] {
  const url = environment['ACTIONS_RESULTS_URL'] ?? '';
  const token = environment['ACTIONS_RUNTIME_TOKEN'] ?? '';
  return isConfidential(url) && token !== '' ? { url, token } : null;
}

/** An address to which a token may be sent: over TLS, or on this machine. */
function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
  );
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
