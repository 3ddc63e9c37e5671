import { Octokit } from '@octokit/rest';
import { dirname, join } from 'node:path';
import { runArtifacts } from '../lib/adapters/artifact/artifacts.ts';
import { loadBundle, type LoadedBundle } from '../lib/adapters/bundle/load.ts';
import { createStage } from '../lib/adapters/bundle/stage.ts';
import { systemClock, systemIds } from '../lib/adapters/clock/system.ts';
import { githubExpressions } from '../lib/adapters/expression/github-expressions.ts';
import { graphqlBesideRest } from '../lib/adapters/github-runner/graphql-beside-rest.ts';
import { runnerHost } from '../lib/adapters/github-runner/runner-host.ts';
import { systemNetwork } from '../lib/adapters/mcp-client/http-link.ts';
import { clientLimits } from '../lib/adapters/mcp-client/limits.ts';
import { mcpServers } from '../lib/adapters/mcp-client/servers.ts';
import { policies } from '../lib/adapters/policy/policies.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { readYaml } from '../lib/adapters/yaml/read-yaml.ts';
import type { Bundle } from '../lib/core/bundle/bundle.ts';
import { bundleFunctions } from '../lib/core/bundle/functions.ts';
import { lockFile, type BundleLock } from '../lib/core/bundle/lock.ts';
import { readParameters } from '../lib/core/bundle/parameter.ts';
import { redact } from '../lib/core/evidence/redact.ts';
import { nativePlanner } from '../lib/core/flow/native.ts';
import type { Digest } from '../lib/core/json/digest.ts';
import type { JsonObject } from '../lib/core/json/value.ts';
import { countInWords } from '../lib/core/proposal/words.ts';
import type { Result } from '../lib/core/result.ts';
import { runnerFault, type RunnerFault } from '../lib/service/gather-fault.ts';
import { propose, type Proposed, type ProposePorts } from '../lib/service/propose.ts';
import { createLeavings } from './leavings.ts';
import type { Printer } from './printer.ts';
import { count, progressOf } from './progress.ts';
import { reportBundle, reportFault, reportProposed } from './report.ts';
import { sealingOf } from './sealing.ts';
import type { Settings } from './settings.ts';

/** What a job has to work with, read and checked. */
export interface Job {
  readonly settings: Settings;
  readonly printer: Printer;
  /** Secrets that bundles may name. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Everything that must be neither printed nor posted, in every spelling. */
  readonly credentials: readonly string[];
  /** Aborts when the runner stops the job. */
  readonly signal: AbortSignal;
}

/** From a bundle's name to one open proposal. False: there is none, and the log says why. */
export async function work(job: Job): Promise<boolean> {
  const { settings, printer: to, credentials } = job;
  const expressions = githubExpressions(bundleFunctions);
  const { workspace, bundles, bundle } = settings;
  const loaded = await loadBundle({ workspace, folder: bundles, id: bundle }, expressions, readYaml);
  if (!loaded.ok) {
    await reportBundle(loaded.fault, to);
    return false;
  }
  const { lock, file } = loaded.value;
  const refuse = async (fault: RunnerFault): Promise<boolean> => {
    await reportFault(fault, 'before anything was started', to);
    return false;
  };
  if (!lock.ok) {
    const { code, what } = lock.fault;
    // A lock that is not there is missed where the bundle is.
    const at = code === 'lock_missing' ? file : join(dirname(file), lockFile);
    return refuse({ ...runnerFault(code, what), place: { file: at, line: 1, column: 1 } });
  }
  const { sealer, verifier, warning } = sealingOf(settings.seal);
  if (warning !== null) to.warning({ title: 'Countersign: a shared key', text: warning, place: null });
  const parameters = readParameters(loaded.value.bundle.parameters, settings.params);
  if (!parameters.ok) {
    const faults = parameters.fault
      .map(({ path, expected }) => `params.${path}: expected ${expected}`)
      .join('; ');
    return refuse(runnerFault('input_invalid', faults));
  }
  const { bundle: read, digest } = loaded.value;
  printBundle(read, digest, to);
  const leavings = await createLeavings(settings.temp);
  const progress = progressOf(read, to, systemClock);
  const ports: ProposePorts = {
    servers: progress.servers(mcpServers(clientLimits, systemNetwork, leavings.started)),
    clock: systemClock,
    expressions,
    policies: policies(readYaml),
    planner: nativePlanner(expressions),
    pauses: null,
    redact: (text) => redact(text, credentials),
    progress: progress.gather,
    host: runnerHost(clientOf(settings)),
    codec: recordCodec,
    sealer: progress.sealer(sealer),
    verifier,
    artifacts: runArtifacts({ service: settings.artifacts, clock: systemClock }),
    ids: systemIds,
    holdsCredential: (text) => credentials.some((secret) => text.includes(secret)),
  };
  try {
    const order = { loaded: { ...loaded.value, lock: lock.value }, parameters: parameters.value };
    const proposed = await run(job, order, leavings.folder, ports);
    if (proposed.ok) await reportProposed(proposed.value, loaded.value.bundle.approvals, to);
    else await reportFault(proposed.fault, progress.reached(), to);
    return proposed.ok;
  } finally {
    await leavings.remove();
  }
}

/** What is to be run: a bundle with the lock that fits it, and values for its parameters. */
interface RunOrder {
  readonly loaded: Omit<LoadedBundle, 'lock'> & { readonly lock: BundleLock };
  readonly parameters: JsonObject;
}

async function run(
  { settings, secrets, signal }: Job,
  { loaded, parameters }: RunOrder,
  temp: string,
  ports: ProposePorts,
): Promise<Result<Proposed, RunnerFault>> {
  const { workspace, repository, runId, workflowRef, host } = settings;
  const { bundle, digest, lock } = loaded;
  const stage = await createStage(loaded, {
    workspace,
    temp,
    environment: process.env,
    secrets,
    // `new URL(…, import.meta.url)` would be replaced by the bundler.
    builtin: (name) => join(import.meta.dirname, '..', name, 'index.js'),
    github: { apiUrl: settings.apiUrl, repository, token: settings.token },
  });
  try {
    return await propose(
      {
        repository,
        runId,
        workflowRef,
        host,
        bundle,
        bundleDigest: digest,
        lock,
        keeping: settings.keeping,
        parameters,
        launches: () => stage.launches(),
        signal,
      },
      ports,
    );
  } finally {
    await stage.remove();
  }
}

function printBundle({ id, version, servers, budgets }: Bundle, digest: Digest, to: Printer): void {
  to.open(`Bundle ${id} ${version}`);
  to.line(`sha256:${digest}`);
  to.line(`servers: ${servers.map((server) => server.id).join(', ') || 'none'}`);
  const { calls, bytes, activeSeconds } = budgets;
  to.line(`budgets: ${count(calls, 'call')}, ${countInWords(bytes)} B, ${activeSeconds} s`);
  to.close();
}

function clientOf(settings: Settings): Octokit {
  const client = new Octokit({
    auth: settings.token,
    baseUrl: settings.apiUrl,
    userAgent: 'countersign-action',
    // Octokit would print requests and deprecations past the printer.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  graphqlBesideRest(client);
  return client;
}

function quiet(): void {}
