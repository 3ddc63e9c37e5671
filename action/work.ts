import { Octokit } from '@octokit/rest';
import { join } from 'node:path';
import { runArtifacts } from '../lib/adapters/artifact/artifacts.ts';
import { loadBundle, type LoadedBundle } from '../lib/adapters/bundle/load.ts';
import { createStage } from '../lib/adapters/bundle/stage.ts';
import { systemClock, systemIds } from '../lib/adapters/clock/system.ts';
import { githubExpressions } from '../lib/adapters/expression/github-expressions.ts';
import { graphqlBesideRest } from '../lib/adapters/github-runner/graphql-beside-rest.ts';
import { runnerHost } from '../lib/adapters/github-runner/runner-host.ts';
import { mcpServers } from '../lib/adapters/mcp-client/servers.ts';
import { policies } from '../lib/adapters/policy/policies.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { readYaml } from '../lib/adapters/yaml/read-yaml.ts';
import { bundleFunctions } from '../lib/core/bundle/functions.ts';
import type { BundleLock } from '../lib/core/bundle/lock.ts';
import { readParameters } from '../lib/core/bundle/parameter.ts';
import { redact } from '../lib/core/evidence/redact.ts';
import { nativePlanner } from '../lib/core/flow/native.ts';
import type { JsonObject } from '../lib/core/json/value.ts';
import { runnerFault } from '../lib/service/gather-fault.ts';
import { propose, type ProposePorts } from '../lib/service/propose.ts';
import type { Printer } from './printer.ts';
import { progressOf, reportBundle, reportFault, reportProposed } from './report.ts';
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
    reportBundle(loaded.fault, to);
    return false;
  }
  const { lock } = loaded.value;
  if (!lock.ok) {
    reportFault(runnerFault(lock.fault.code, lock.fault.what), to);
    return false;
  }
  const { sealer, verifier, warning } = sealingOf(settings.seal);
  if (warning !== null) to.warning(warning);
  const parameters = readParameters(loaded.value.bundle.parameters, settings.params);
  if (!parameters.ok) {
    const faults = parameters.fault
      .map(({ path, expected }) => `params.${path}: expected ${expected}`)
      .join('; ');
    reportFault(runnerFault('input_invalid', faults), to);
    return false;
  }
  return run(job, { ...loaded.value, lock: lock.value }, parameters.value, {
    servers: mcpServers(),
    clock: systemClock,
    expressions,
    policies: policies(readYaml),
    planner: nativePlanner(expressions),
    pauses: null,
    redact: (text) => redact(text, credentials),
    progress: progressOf(to),
    host: runnerHost(clientOf(settings)),
    codec: recordCodec,
    sealer,
    verifier,
    artifacts: runArtifacts({ service: settings.artifacts, clock: systemClock }),
    ids: systemIds,
    holdsCredential: (text) => credentials.some((secret) => text.includes(secret)),
  });
}

async function run(
  { settings, printer, secrets, signal }: Job,
  { lock, ...loaded }: Omit<LoadedBundle, 'lock'> & { readonly lock: BundleLock },
  parameters: JsonObject,
  ports: ProposePorts,
): Promise<boolean> {
  const { workspace, temp, repository, runId, workflowRef, host } = settings;
  const { bundle, digest } = loaded;
  printer.line(`Bundle ${bundle.id} ${bundle.version}, sha256:${digest}`);
  const stage = await createStage(loaded, {
    workspace,
    temp,
    environment: process.env,
    secrets,
    // `new URL(…, import.meta.url)` would be replaced by the bundler.
    builtin: (name) => join(import.meta.dirname, '..', name, 'index.js'),
  });
  try {
    const proposed = await propose(
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
    if (proposed.ok)
      await reportProposed(proposed.value, printer, process.env['GITHUB_STEP_SUMMARY'] !== undefined);
    else reportFault(proposed.fault, printer);
    return proposed.ok;
  } finally {
    await stage.remove();
  }
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
