/** The addresses of one GitHub host, each without a slash at the end. All follow from the web address. */
export interface Host {
  /** `https://github.com`. What people open, and what proposals name. */
  readonly webUrl: string;
  /** `https://api.github.com`. Where REST routes begin. */
  readonly apiUrl: string;
  /** `https://api.github.com/graphql`. */
  readonly graphqlUrl: string;
  /** Who signs the tokens of the host's Actions, byte for byte as the tokens say it. */
  readonly oidcIssuer: string;
}

const domain =
  /^https:\/\/([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(:[0-9]{1,5})?$/;
const thisMachine = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?(?=\/|$)/;
const residence = /^https:\/\/([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)\.ghe\.com$/;

/**
 * The host behind a web address: GitHub itself, a data residence (`https://SUBDOMAIN.ghe.com`), or else a
 * GitHub Enterprise Server, which has API and tokens below its one name. Null for what is no web address of
 * a host: other names of github.com and ghe.com (an API, say), a path, a user, plain http but on this machine.
 */
export function hostOf(webUrl: string): Host | null {
  if (webUrl === 'https://github.com')
    return toHost(webUrl, 'https://api.github.com', 'https://token.actions.githubusercontent.com');
  const subdomain = residence.exec(webUrl)?.[1];
  if (subdomain !== undefined)
    return toHost(webUrl, `https://api.${subdomain}.ghe.com`, `https://token.actions.${subdomain}.ghe.com`);
  const name = domain.exec(webUrl)?.[1];
  const isOurs =
    name === undefined
      ? thisMachine.exec(webUrl)?.[0] === webUrl
      : !isWithin(name, ['github.com', 'ghe.com']);
  return isOurs ? toHost(webUrl, `${webUrl}/api/v3`, `${webUrl}/_services/token`) : null;
}

/** Whether a web address, with a path or without, is one of this machine itself. */
export function isOnThisMachine(address: string): boolean {
  return thisMachine.test(address);
}

/**
 * What stands before `/graphql` for an API: a GitHub Enterprise Server answers REST below `/api/v3`, and
 * GraphQL below `/api` (docs.github.com, forming calls with GraphQL).
 */
export function graphqlBase(apiUrl: string): string {
  return apiUrl.replace(/\/api\/v3$/, '/api');
}

function toHost(webUrl: string, apiUrl: string, oidcIssuer: string): Host {
  return { webUrl, apiUrl, graphqlUrl: `${graphqlBase(apiUrl)}/graphql`, oidcIssuer };
}

function isWithin(name: string, domains: readonly string[]): boolean {
  return domains.some((one) => name === one || name.endsWith(`.${one}`));
}
