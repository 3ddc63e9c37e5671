import type { Answer, GitHubClient, RequestParameters } from './client.ts';

/**
 * The first try of a read: with the client's token, past its throttle and its repeats. GitHub asks for pauses
 * between writes only; the throttle queues reads, too (and each GraphQL query for a second, as if it wrote),
 * and its queues cost more processor time than the request. Null: nothing came of it that counts, and the
 * client shall ask again in its own way, with its pauses. Throws what GitHub refused, rate limits included.
 */
export async function askDirectly(
  client: GitHubClient,
  route: string,
  parameters: RequestParameters,
): Promise<Answer | null> {
  const { auth } = client;
  const hook = typeof auth === 'function' && 'hook' in auth ? auth.hook : null;
  if (typeof hook !== 'function') return null;
  try {
    // The hook of the token alone, in place of the chain of all hooks.
    const answer = await client.request(route, {
      ...parameters,
      request: { ...parameters.request, hook },
    });
    return isBusy(answer.data) ? null : answer;
  } catch (error) {
    if (isRefusal(error)) throw error;
    return null;
  }
}

/** GraphQL tells with status 200 that it has no time: the client knows how long to wait. */
function isBusy(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors))
    return false;
  const errors: readonly unknown[] = data.errors;
  return errors.some(
    (error) =>
      typeof error === 'object' &&
      error !== null &&
      (('type' in error && error.type === 'RATE_LIMITED') ||
        ('message' in error && String(error.message).startsWith('Something went wrong'))),
  );
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('response' in error) || !('status' in error)) return false;
  return typeof error.status === 'number' && error.status < 500 && error.response !== undefined;
}
