import { ProbotOctokit } from 'probot';
import { graphqlBase } from '../../core/host/host.ts';

interface LimitedRequest {
  readonly method: string;
  readonly url: string;
}

/** A read waits out a limit of at most this long, twice; then it is a fault and is asked again later. */
const maxWaitSeconds = 60;
const maxWaits = 2;

/** Whether the throttle may repeat a request that met a rate limit. Never a write: it is sent once. */
function waitsOut(
  retryAfterSeconds: number,
  { method }: LimitedRequest,
  _: unknown,
  retries: number,
): boolean {
  return method === 'GET' && retryAfterSeconds <= maxWaitSeconds && retries < maxWaits;
}

/**
 * Probot's Octokit with the throttle as production wants it (GitHub's spacing between writes, one queue
 * an installation) and no repeated writes. `off` takes the spacing away, for loopback servers only: the
 * options have to be a function for that, plain ones are merged over and the throttle stays on.
 */
export function probotOctokit({ spacing }: { readonly spacing: 'on' | 'off' }): typeof ProbotOctokit {
  return ProbotOctokit.plugin(graphqlBesideRest).defaults((given: Readonly<Record<string, unknown>>) => ({
    ...given,
    auth: askingThere(given['auth'], given['baseUrl']),
    throttle: {
      ...(typeof given['throttle'] === 'object' ? given['throttle'] : {}),
      enabled: spacing === 'on',
      onRateLimit: waitsOut,
      onSecondaryRateLimit: waitsOut,
    },
  }));
}

/**
 * The options of the authentication, with tokens asked for at this host: Probot gives them a way out of its own,
 * which leads to api.github.com from any host, with the App's JWT.
 */
function askingThere(auth: unknown, baseUrl: unknown): unknown {
  if (typeof baseUrl !== 'string' || typeof auth !== 'object' || auth === null) return auth;
  const request = 'request' in auth ? auth.request : null;
  return hasDefaults(request) ? { ...auth, request: request.defaults({ baseUrl }) } : auth;
}

function hasDefaults(
  request: unknown,
): request is { defaults(given: { readonly baseUrl: string }): unknown } {
  return typeof request === 'function' && 'defaults' in request && typeof request.defaults === 'function';
}

/** Sends `POST /graphql` where the host answers it: below another prefix than REST on an Enterprise Server. */
function graphqlBesideRest({ hook }: Pick<ProbotOctokit, 'hook'>): void {
  hook.before('request', (options) => {
    // The base stays as it is: the client asks for its tokens there, within this very request.
    const base = graphqlBase(options.baseUrl);
    if (options.url === '/graphql' && base !== options.baseUrl) options.url = `${base}/graphql`;
  });
}
