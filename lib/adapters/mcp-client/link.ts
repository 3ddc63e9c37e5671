import type { Transport } from '@modelcontextprotocol/client';
import type { ServerNoise } from '../../core/port/evidence-server.ts';

/** The way to one server, whatever it runs over. */
export interface Link {
  readonly transport: Transport;
  /** Why it no longer works, in our own words; null while it does. */
  lost(): string | null;
  /** Whether the server has forgotten its session, so that only a new link can go on. */
  isForgotten(): boolean;
  /** The end of what the server says besides its answers. Untrusted. */
  words(): string;
  /** Ends the server or leaves it, with everything that belongs to it. Never rejects. */
  end(): Promise<ServerNoise>;
}
