import type { AppPorts } from './app-ports.ts';

/** How many issues of a kind one sweep hints at. The rest comes with the next one. */
const batch = 100;

/** Hints at every issue for which the ledger has something to do: what no hint told of, and whose time has come. */
export async function sweep(ports: AppPorts): Promise<void> {
  const { ledger, clock, wakes } = ports;
  const found = [
    ...(await ledger.unsettled({ limit: batch })),
    ...(await ledger.due({ now: clock.now(), limit: batch })),
    ...(await ledger.unpublished({ limit: batch })),
    ...(ports.exports === undefined ? [] : await ledger.unexported({ limit: batch })),
  ];
  const refs = new Map(found.map((ref) => [ref.issue, ref]));
  for (const ref of refs.values()) await wakes.hint(ref);
}
