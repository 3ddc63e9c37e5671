import { describe, expect, it } from 'vitest';
import { NotNow } from '../../lib/core/port/wakes.ts';
import { HostError, hostError } from '../../lib/service/host-error.ts';

describe('what GitHub did not do', () => {
  it.each(['unreadable', 'refused'] as const)('is tried again like anything else where it is %s', (code) => {
    const error = hostError('publish: comment', { code, status: 503, what: 'POST' });
    expect(error).toBeInstanceOf(HostError);
    expect(error).toMatchObject({ message: `publish: comment: ${code} 503`, status: 503 });
  });

  it('waits for a rate limit to end', () => {
    const error = hostError('thread', { code: 'unreadable', status: 429, what: 'GET', retryAfterMs: 60_000 });
    expect(error).toBeInstanceOf(NotNow);
    expect(error).toMatchObject({ retryAfterMs: 60_000 });
  });

  it.each([
    [undefined, 5000],
    [1000, 5000],
    [60_000, 60_000],
  ])('and may have landed is looked for when replicas could show it (Retry-After %s ms)', (said, waits) => {
    const retry = said === undefined ? {} : { retryAfterMs: said };
    const error = hostError('publish: comment', { code: 'ambiguous', status: 502, what: 'POST', ...retry });
    expect(error).toBeInstanceOf(NotNow);
    expect(error).toMatchObject({ message: 'publish: comment: ambiguous 502', retryAfterMs: waits });
  });
});
