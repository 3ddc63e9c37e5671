import * as core from '@actions/core';
import { secretsOf } from '../lib/adapters/bundle/secrets.ts';
import { setFlagsFromString } from 'node:v8';
import { redact } from '../lib/core/evidence/redact.ts';
import { knownEvents } from '../lib/core/policy/events.ts';
import { runnerFault, type RunnerFault } from '../lib/service/gather-fault.ts';
import { createPrinter, type Printer } from './printer.ts';
import { reportFault, reportInternal } from './report.ts';
import { credentialsOf, readSettings } from './settings.ts';
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
  await reportInternal(words, printer);
}

async function main(to: Printer): Promise<boolean> {
  const read = readSettings(process.env);
  if (!read.ok) {
    const faults = read.fault.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ');
    return refuse(runnerFault('input_invalid', faults), to);
  }
  const settings = read.value;
  if (!knownEvents.some((event) => event === settings.event))
    return refuse(runnerFault('event_refused', `The event ${settings.event} may not propose.`), to);
  to.line(`Reading the bundle ${settings.bundle}`);
  // An answer of 10 MB is read piece by piece, and each piece is forgotten at once. With a young generation that
  // grows, V8 would keep 30 MB of them, and the servers need memory too.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Loaded only now: what can't go on has said so already, and the log has its first line.
  const { work } = await import('./work.ts');
  return work({ settings, printer: to, secrets, credentials, signal: stop.signal });
}

async function refuse(fault: RunnerFault, to: Printer): Promise<boolean> {
  await reportFault(fault, 'before the bundle was read', to);
  return false;
}

function withoutPaths(text: string): string {
  return text.replaceAll(/(?:[A-Za-z]:)?(?:[\\/][^\\/\s'"]+){2,}/g, '(a path)');
}
