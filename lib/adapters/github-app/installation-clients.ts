import type { GrantedPermissions } from '../../core/action/permission-need.ts';
import type { GitHubClient } from './client.ts';
import type { Exchange } from './connections.ts';
import { createLine, type Token, type TokenSource } from './line.ts';
import { turns, type InTurn } from './turns.ts';

/** A token is renewed so long before it ends: a request that waits for its turn must not outlive it. */
const spareMs = 300_000;

/** GitHub may not know a token everywhere that was made less than so long ago. */
const newMs = 5000;

/** As many installations are remembered; the one that was longest unused is made anew. */
const maxClients = 1000;

/** Probot's client of one installation, or of the App itself. */
export interface AuthenticatedClient {
  readonly request: GitHubClient['request'];
  /** Gives its token; `refresh` goes past those it remembers. */
  readonly auth: (order: {
    readonly type: 'installation' | 'app';
    readonly refresh?: boolean;
  }) => Promise<unknown>;
}

/** What the clients are made of. */
export interface Clients {
  /** Makes Probot's client of an installation. */
  readonly authenticate: (installation: string) => Promise<AuthenticatedClient>;
  readonly exchange: Exchange;
  /** GitHub's pauses between writes; `off` for loopback servers only. */
  readonly spacing: 'on' | 'off';
  readonly now: () => number;
}

/**
 * One client for each installation, kept: Probot's own, with a line beside it that uses its tokens. Making one
 * costs as much as a request.
 */
export function installationClients(given: Clients): (installation: string) => Promise<GitHubClient> {
  const clients = new Map<string, Promise<GitHubClient>>();
  return (installation) => {
    const client = clients.get(installation) ?? make(given, installation);
    // Put last, so that the first is the longest unused.
    clients.delete(installation);
    clients.set(installation, client);
    client.catch(() => clients.delete(installation));
    if (clients.size > maxClients) clients.delete(clients.keys().next().value ?? '');
    return client;
  };
}

async function make(given: Clients, installation: string): Promise<GitHubClient> {
  return withLine(given, await given.authenticate(installation), 'installation');
}

/** The client of the App itself, by its own JWT. */
export function appClient(
  given: Pick<Clients, 'exchange' | 'spacing' | 'now'>,
  client: AuthenticatedClient,
): GitHubClient {
  return withLine(given, client, 'app');
}

function withLine(
  given: Pick<Clients, 'exchange' | 'spacing' | 'now'>,
  client: AuthenticatedClient,
  type: 'installation' | 'app',
): GitHubClient {
  const inTurn: InTurn = given.spacing === 'on' ? turns() : (_, write) => write();
  const token = tokenOf(client, type, given.now);
  const { request } = client;
  const line = createLine(given.exchange, token, inTurn);
  if (type === 'app') return { request, line };
  return { request, line, permissions: async (order) => (await token(order)).permissions };
}

/** Asks the client for its token, and remembers it for as long as it lasts. */
function tokenOf(
  { auth }: AuthenticatedClient,
  type: 'installation' | 'app',
  now: () => number,
): (order: Parameters<TokenSource>[0]) => Promise<Token & Pick<TokenAnswer, 'permissions'>> {
  const scheme = type === 'app' ? 'bearer' : 'token';

  let known:
    | (Pick<TokenAnswer, 'permissions'> & {
        readonly text: string;
        readonly since: number;
        readonly until: number;
      })
    | null = null;
  const isNew = (since: number): boolean => now() - since < newMs;
  return async ({ renew }) => {
    if (known === null || renew || now() >= known.until) {
      const { token, expiresAt, permissions } = readToken(await auth({ type, refresh: renew }));
      const since = known?.text === token ? known.since : now();
      known = { text: token, since, until: Date.parse(expiresAt) - spareMs, permissions };
    }
    const { permissions, since, text } = known;
    return { authorization: `${scheme} ${text}`, isNew: isNew(since), permissions };
  };
}

/** A token as the client gives it. */
interface TokenAnswer {
  readonly token: string;
  readonly expiresAt: string;
  /** What it may; null where that was not said. */
  readonly permissions: GrantedPermissions | null;
}

function readToken(answer: unknown): TokenAnswer {
  if (typeof answer === 'object' && answer !== null && 'token' in answer && 'expiresAt' in answer) {
    const { token, expiresAt } = answer;
    const permissions = 'permissions' in answer ? readPermissions(answer.permissions) : null;
    if (typeof token === 'string' && typeof expiresAt === 'string') return { token, expiresAt, permissions };
  }
  throw new TypeError('no token');
}

function readPermissions(said: unknown): GrantedPermissions | null {
  if (typeof said !== 'object' || said === null) return null;
  const levels = Object.entries(said).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return levels.length === 0 ? null : Object.fromEntries(levels);
}
