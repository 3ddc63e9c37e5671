import type { HostFault } from '../../core/port/runner-host.ts';

/**
 * What a failed request means. For a write only an answer with a clear no says that nothing was done:
 * after a timeout, a broken connection, a 5xx or a redirect the write may have landed.
 */
export function faultOf(error: unknown, kind: 'read' | 'write'): HostFault {
  const status = statusOf(error);
  // Octokit reports a broken connection as status 500 of its own, without a response.
  const answered =
    typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined;
  const what = answered ? `GitHub answered ${status ?? 'nothing'}` : 'no answer from GitHub';
  const isNo =
    answered && status !== null && status >= 400 && status < 500 && status !== 408 && status !== 409;
  if (isNo) return { code: 'refused', status, what: `${what}${hint(status)}` };
  return { code: kind === 'write' ? 'ambiguous' : 'unreadable', status: answered ? status : null, what };
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  return typeof error.status === 'number' ? error.status : null;
}

function hint(status: number): string {
  switch (status) {
    case 401:
      return ' (the token is not valid)';
    case 403:
      return ' (the job’s permissions do not allow it, or a rate limit holds it up)';
    case 404:
      return ' (not there, or the token may not see it)';
    case 410:
      return ' (issues are switched off in this repository)';
    case 422:
      return ' (the request was not accepted)';
    default:
      return '';
  }
}
