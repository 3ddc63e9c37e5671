import { readHost } from '../../lib/core/host/read-host.ts';

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
 * Where to ask about an issue: GitHub's own API for its own issues, and another host's for the host that
 * `GITHUB_SERVER_URL` names; `GITHUB_API_URL` may name the same API, or a server on this machine. Null
 * otherwise: an address that somebody sent must not get to see a token.
 */
export function apiUrlOf(
  host: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const named = environment['GITHUB_SERVER_URL']?.replace(/\/+$/, '') ?? '';
  const api = environment['GITHUB_API_URL'] ?? '';
  const read = readHost(host, api);
  if (!read.ok) return null;
  const isTrusted = host === 'https://github.com' || host === named || api !== '';
  return isTrusted ? read.value.apiUrl : null;
}
