import type { Bundle } from '../core/bundle/bundle.ts';
import type { BundleFile } from '../core/bundle/digest.ts';
import { lockFile, lockKind, type BundleLock } from '../core/bundle/lock.ts';
import type { EvidenceServer, EvidenceServers, ServerLaunch } from '../core/port/evidence-server.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { RunnerFault } from './gather-fault.ts';
import { faultOf, readyServers, startServers, stopServers } from './gather-servers.ts';

/** A bundle whose servers can be started here. */
export interface CompileOrder {
  readonly bundle: Bundle;
  readonly launches: readonly ServerLaunch[];
  readonly signal: AbortSignal;
}

/** One tool that a server offers, and what a run would do with it. */
export interface ToolOffer {
  readonly server: string;
  readonly name: string;
  readonly readOnly: boolean;
  /** Whether the bundle lists it. Only a tool that is both is ever called. */
  readonly listed: boolean;
}

/**
 * Starts a bundle's servers, reads their tools, and writes down what they are now. A tool that is not
 * offered, or not read-only by its own annotation, refuses: the bundle's word alone is not enough.
 */
export async function compileBundle(
  order: CompileOrder & { readonly files: readonly BundleFile[] },
  servers: EvidenceServers,
): Promise<Result<BundleLock, RunnerFault>> {
  const { bundle, launches, files } = order;
  return withServers(order, servers, async (started) => {
    const ready = await readyServers(bundle, launches, started);
    if (!ready.ok) return ready;
    return ok({
      kind: lockKind,
      bundle: { id: bundle.id, version: bundle.version },
      files: files
        .filter(({ path }) => path !== lockFile)
        .toSorted((left, right) => (left.path < right.path ? -1 : 1)),
      servers: ready.value.map(({ pinned }) => pinned),
    });
  });
}

/** Everything that a bundle's servers offer, in their order. */
export async function listOffers(
  order: CompileOrder,
  servers: EvidenceServers,
): Promise<Result<readonly ToolOffer[], RunnerFault>> {
  return withServers(order, servers, async (started) => {
    const offers: ToolOffer[] = [];
    for (const { id, tools } of order.bundle.servers) {
      const offered = await started.find(({ server }) => server === id)?.tools();
      if (offered === undefined) throw new TypeError(`compile: the server ${id} was not started`);
      if (!offered.ok) return refused(faultOf(offered.fault));
      for (const { name, readOnly } of offered.value)
        offers.push({ server: id, name, readOnly, listed: tools.includes(name) });
    }
    return ok(offers);
  });
}

async function withServers<Value>(
  { bundle, launches, signal }: CompileOrder,
  servers: EvidenceServers,
  work: (started: readonly EvidenceServer[]) => Promise<Result<Value, RunnerFault>>,
): Promise<Result<Value, RunnerFault>> {
  const { started, fault } = await startServers(bundle, launches, servers, signal);
  try {
    return fault === null ? await work(started) : refused(fault);
  } finally {
    await stopServers(started);
  }
}
