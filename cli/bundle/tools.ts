import { mcpServers } from '../../lib/adapters/mcp-client/servers.ts';
import { listOffers, type ToolOffer } from '../../lib/service/compile.ts';
import type { Environment, Output } from '../store.ts';
import { tellFault, withBundle } from './place.ts';

export interface ToolsOrder {
  readonly folder: string;
  readonly environment: Environment;
}

/** Lists what a bundle's servers offer, and which of it a run may call. */
export async function tools({ folder, environment }: ToolsOrder, output: Output): Promise<number> {
  return withBundle(folder, environment, output, async ({ bundle }, launches, signal) => {
    const offers = await listOffers({ bundle, launches, signal }, mcpServers());
    if (!offers.ok) return tellFault(offers.fault, output);
    const width = Math.max(...offers.value.map(({ server, name }) => `${server}.${name}`.length), 4);
    for (const offer of offers.value)
      output.out(`${`${offer.server}.${offer.name}`.padEnd(width)}  ${verdict(offer)}\n`);
    for (const { id, tools: listed } of bundle.servers)
      for (const name of listed)
        if (!offers.value.some((offer) => offer.server === id && offer.name === name))
          output.out(
            `${`${id}.${name}`.padEnd(width)}  listed, and not offered: the bundle does not compile\n`,
          );
    return 0;
  });
}

function verdict({ readOnly, listed }: ToolOffer): string {
  if (listed) return readOnly ? 'allowed' : 'listed, and not read-only: the bundle does not compile';
  return readOnly ? 'read-only, and not listed: never called' : 'not read-only: can’t be listed';
}
