/** GitHub asks for at least a minute where it names no time. */
const unnamedMs = 60_000;

/** A primary limit lasts an hour at the most; a header that says more is not believed. */
const maxMs = 3_600_000;

/**
 * How long to wait after an answer that met a rate limit, null for any other: `retry-after`, else the
 * reset of an exhausted limit, else a minute (docs.github.com, rate limits for the REST API). A plain 403
 * is a refusal and no limit.
 */
export function limitedFor(
  status: number | null,
  headers: Readonly<Record<string, unknown>>,
  now: number,
): number | null {
  if (status !== 403 && status !== 429) return null;
  const seconds = numberOf(headers['retry-after']);
  if (seconds !== null) return Math.min(seconds * 1000, maxMs);
  const reset = numberOf(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && reset !== null)
    return Math.min(Math.max(0, reset * 1000 - now), maxMs);
  return status === 429 ? unnamedMs : null;
}

function numberOf(header: unknown): number | null {
  return typeof header === 'string' && /^[0-9]{1,12}$/.test(header) ? Number(header) : null;
}
