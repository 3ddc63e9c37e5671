import type { Bundle } from '../lib/core/bundle/bundle.ts';
import { mostCalls } from '../lib/core/bundle/check.ts';
import type { Clock } from '../lib/core/port/clock.ts';
import type { EvidenceServer, EvidenceServers } from '../lib/core/port/evidence-server.ts';
import type { Sealer } from '../lib/core/port/seal.ts';
import { countInWords } from '../lib/core/proposal/words.ts';
import type { Gathered, GatherProgress } from '../lib/service/gather.ts';
import type { Printer } from './printer.ts';

/** Tells the log how far a run is, as it goes on. */
export interface Progress {
  /** The same servers, with a line for each that has started, and one for all that have ended. */
  readonly servers: (servers: EvidenceServers) => EvidenceServers;
  readonly gather: GatherProgress;
  readonly sealer: (sealer: Sealer) => Sealer;
  /** How far it came, for whoever asks why it ended: `before any server was started`. */
  reached(): string;
}

const maxNames = 12;

/** A progress of one bundle's run, in groups: servers, evidence, proposal. */
export function progressOf(
  bundle: Pick<Bundle, 'servers' | 'steps'>,
  printer: Printer,
  clock: Pick<Clock, 'now'>,
): Progress {
  let reached = 'before any evidence server was started';
  let isStarting = false;
  let since = 0;
  let living = 0;
  let total = { calls: 0, bytes: 0 };
  const calls = bundle.steps.reduce((sum, step) => sum + (step.kind === 'call' ? mostCalls(step) : 0), 0);

  const stopping = (server: EvidenceServer): EvidenceServer => ({
    ...server,
    stop: async () => {
      const noise = await server.stop();
      living -= 1;
      if (living > 0) return noise;
      printer.close();
      const answers =
        total.calls === 0 ? '' : `${count(total.calls, 'answer')}, ${countInWords(total.bytes)} B. `;
      printer.line(`${answers}Every evidence server has ended, after ${clock.now() - since} ms in all.`);
      return noise;
    },
  });

  return {
    servers: (servers) => ({
      start: async (launch, signal) => {
        const startedAt = clock.now();
        if (!isStarting) {
          isStarting = true;
          since = startedAt;
          printer.open(`Starting ${count(bundle.servers.length, 'evidence server')}`);
          reached = 'while the evidence servers started';
        }
        const started = await servers.start(launch, signal);
        if (!started.ok) return started;
        living += 1;
        printer.line(`${launch.server}: started in ${clock.now() - startedAt} ms`);
        return { ok: true, value: stopping(started.value) };
      },
    }),
    gather: (event) => {
      switch (event.type) {
        case 'servers_ready':
          for (const server of event.servers) printer.line(toolsLine(server));
          printer.line(`ready in ${event.ms} ms; each is what the bundle was compiled with`);
          printer.open(`Gathering evidence, ${count(calls, 'call')} at most`);
          reached = `while evidence was gathered, after 0 of ${calls} answers`;
          return;
        case 'answered': {
          const { observation, done, of } = event;
          const { step, label, outputBytes, calledAt, answeredAt } = observation;
          total = { calls: done, bytes: total.bytes + outputBytes };
          reached = `while evidence was gathered, after ${done} of ${of} answers`;
          printer.line(
            `${done} of ${of} calls  ${step.server}.${step.tool}  ${countInWords(outputBytes)} B  ${answeredAt - calledAt} ms${label === step.id ? '' : `  (${label})`}`,
          );
          return;
        }
        case 'skipped':
          printer.line(
            `left out  ${event.label}  ${event.because === 'if' ? 'its condition is false' : 'its list is empty'}`,
          );
          return;
        case 'expected':
          printer.line(`holds  ${event.step.id}`);
      }
    },
    sealer: (sealer) => ({
      kind: sealer.kind,
      seal: async (order) => {
        reached = 'when the proposal was to be sealed';
        const startedAt = clock.now();
        const sealed = await sealer.seal(order);
        if (!sealed.ok) return sealed;
        reached = 'when the issue was to be opened';
        printer.line(`Sealed (${sealer.kind}) in ${clock.now() - startedAt} ms`);
        return sealed;
      },
    }),
    reached: () => reached,
  };
}

function toolsLine({ id, offered, pinned, ignored }: Gathered['servers'][number]): string {
  const allowed = pinned.tools.length;
  if (ignored.length === 0) return `${id}: ${allowed} of ${offered} tools allowed`;
  const names = ignored.slice(0, maxNames).join(', ');
  return `${id}: ${allowed} of ${offered} tools allowed; ignored: ${names}${ignored.length > maxNames ? ', …' : ''}`;
}

/** `1 call`, `3 calls`. */
export function count(number: number, thing: string): string {
  return `${countInWords(number)} ${thing}${number === 1 ? '' : 's'}`;
}
