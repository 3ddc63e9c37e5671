import * as core from '@actions/core';
import { Octokit } from '@octokit/rest';
import { join } from 'node:path';
import { loadBundle, type LoadedBundle } from '../lib/adapters/bundle/load.ts';
import { secretsOf } from '../lib/adapters/bundle/secrets.ts';
import { createStage } from '../lib/adapters/bundle/stage.ts';
import { systemClock, systemIds } from '../lib/adapters/clock/system.ts';
import { githubExpressions } from '../lib/adapters/expression/github-expressions.ts';
import { graphqlBesideRest } from '../lib/adapters/github-runner/graphql-beside-rest.ts';
import { runnerHost } from '../lib/adapters/github-runner/runner-host.ts';
import { mcpServers } from '../lib/adapters/mcp-client/servers.ts';
import { recordCodec } from '../lib/adapters/record/codec.ts';
import { readYaml } from '../lib/adapters/yaml/read-yaml.ts';
import { defaultEvents } from '../lib/core/approval/rule.ts';
import { bundleFunctions } from '../lib/core/bundle/functions.ts';
import type { BundleLock } from '../lib/core/bundle/lock.ts';
import { readParameters } from '../lib/core/bundle/parameter.ts';
import { redact } from '../lib/core/evidence/redact.ts';
import { nativePlanner } from '../lib/core/flow/native.ts';
import type { JsonObject } from '../lib/core/json/value.ts';
import { runnerFault } from '../lib/service/gather-fault.ts';
import { propose, type ProposePorts } from '../lib/service/propose.ts';
import { createPrinter, type Printer } from './printer.ts';
import { progressOf, reportBundle, reportFault, reportProposed } from './report.ts';
import { sealingOf } from './sealing.ts';
import { credentialsOf, readSettings, type Settings } from './settings.ts';
import { spellingsOf } from './spellings.ts';

// The GitHub Action: from inputs to one open proposal. It may read and propose, nothing else.

// Only an open proposal is a success. A run that ends in any other way, even by an event loop that
// runs empty, has failed.
process.exitCode = 1;

const secrets = secretsOf(process.env);
const known = [...credentialsOf(), ...secrets.values()];
const credentials = spellingsOf(known);
for (const secret of known) core.setSecret(secret);
const printer = createPrinter((text) => redact(text, credentials));

const stop = new AbortController();
// The runner sends SIGINT, then SIGTERM 7.5 s later, and kills after 2.5 s more; servers end within 5 s.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

try {
  if (await main(printer)) process.exitCode = 0;
} catch (error) {
  // A fault of ours. Neither its stack nor paths of the machine belong into a log.
  const words = error instanceof Error ? `${error.name}: ${withoutPaths(error.message)}` : 'no error object';
  printer.error('Countersign: internal error', `${words}. Nothing more was done; please report it.`, null);
}

async function main(to: Printer): Promise<boolean> {
  const read = readSettings(process.env);
  if (!read.ok) {
    const faults = read.fault.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ');
    reportFault(runnerFault('input_invalid', faults), to);
    return false;
  }
  const settings = read.value;
  if (!defaultEvents.includes(settings.event)) {
    reportFault(runnerFault('event_refused', `The event ${settings.event} may not propose.`), to);
    return false;
  }
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
  return run(settings, { ...loaded.value, lock: lock.value }, parameters.value, {
    servers: mcpServers(),
    clock: systemClock,
    expressions,
    planner: nativePlanner(expressions),
    pauses: null,
    redact: (text) => redact(text, credentials),
    progress: progressOf(to),
    host: runnerHost(clientOf(settings)),
    codec: recordCodec,
    sealer,
    verifier,
    ids: systemIds,
    holdsCredential: (text) => credentials.some((secret) => text.includes(secret)),
  });
}

async function run(
  settings: Settings,
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
        parameters,
        launches: () => stage.launches(),
        signal: stop.signal,
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

function withoutPaths(text: string): string {
  return text.replaceAll(/(?:[A-Za-z]:)?(?:[\\/][^\\/\s'"]+){2,}/g, '(a path)');
}

function quiet(): void {}
