/** What is to be verified: an export's file, or the issue of a run. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'issue';
      /** `https://github.com`, without a slash at the end. */
      readonly host: string;
      readonly repository: string;
      readonly issueNumber: number;
    };

/** Reads a target; null for a web address that is no issue's. Whatever is no address is a file. */
export function readTarget(given: string): Target | null {
  if (!/^https?:\/\//.test(given)) return { kind: 'file', path: given };
  if (!URL.canParse(given)) return null;
  const { origin, pathname, username, password } = new URL(given);
  const parts = /^\/([A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100})\/issues\/([1-9][0-9]{0,9})\/?$/.exec(
    pathname,
  );
  if (parts === null || username !== '' || password !== '') return null;
  return { kind: 'issue', host: origin, repository: parts[1] ?? '', issueNumber: Number(parts[2]) };
}

/**
 * Where to ask about an issue: what `GITHUB_API_URL` says, or GitHub's own API for its own issues. Null
 * for another host without it: an address that somebody sent must not get to see a token.
 */
export function apiUrlOf(host: string, setting: string | undefined): string | null {
  if (setting !== undefined && setting !== '') return setting.replace(/\/+$/, '');
  return host === 'https://github.com' ? 'https://api.github.com' : null;
}
