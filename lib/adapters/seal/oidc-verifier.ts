import type { SealVerifier } from '../../core/port/seal.ts';
import { readAppAnswer, sealsUrl } from './app-answer.ts';
import { exchange } from './exchange.ts';

/** On a runner that finds its open proposal again: asks the App whether it sealed that. */
export function oidcVerifier(
  appUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): SealVerifier {
  return {
    async verify(subject, line) {
      if (line !== null) return { ok: false, code: 'seal_kind_refused' };
      const reply = await exchange(
        {
          url: sealsUrl(appUrl, subject.hash),
          method: 'GET',
          headers: {},
          timeoutMs: 10_000,
          maxBytes: 4096,
        },
        fetch,
      );
      const answer = readAppAnswer(reply, subject);
      if (answer.kind === 'sealed')
        return { ok: true, kind: 'oidc', by: 'the job, as the App says', runner: null, environment: null };
      const isAbsent = answer.kind === 'refused' && answer.code === 'seal_missing';
      return { ok: false, code: isAbsent ? 'seal_missing' : 'seal_unreadable' };
    },
  };
}
