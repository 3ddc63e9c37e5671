import type { Ledger } from '../core/port/ledger.ts';
import type { SealVerifier } from '../core/port/seal.ts';
import type { SealStore } from '../core/port/seal-store.ts';
import { readSealVerdict, sealedBy } from '../core/seal/verdict.ts';
import { sealedInRun } from './seal.ts';

/**
 * Says in the App whether a proposal is sealed: a line in its body is judged by its keys, and without one the
 * verdict counts that was kept when the job's token was proved. Nothing is asked of the issuer again: its keys
 * and the token are gone by then.
 */
export function keptSeals(ledger: Pick<Ledger, 'byHash'> & SealStore, lines: SealVerifier): SealVerifier {
  return {
    async verify(subject, line) {
      if (line !== null) return lines.verify(subject, line);
      const { hash, record, repositoryId } = subject;
      const kept = await ledger.sealOf({ hash });
      if (kept === null) {
        const sealed = await sealedInRun(ledger, hash);
        if (sealed === null) return { ok: false, code: 'seal_missing' };
        if (sealed.record !== record) return { ok: false, code: 'seal_invalid' };
        return { ok: true, kind: 'oidc', by: 'a job, as the ledger says', runner: null, environment: null };
      }
      if (kept.record !== record || kept.repositoryId !== repositoryId)
        return { ok: false, code: 'seal_invalid' };
      const verdict = readSealVerdict(kept.verdict);
      const { runner, environment } = verdict.proved.claims;
      return { ok: true, kind: 'oidc', by: sealedBy(verdict), runner, environment: { name: environment } };
    },
  };
}

/**
 * The same where the ledger is lost: a proposal without a line counts as sealed by a job, and it is for the
 * caller to require that the audit, under the App's own signature, says so too.
 */
export function attestedSeals(lines: SealVerifier): SealVerifier {
  return {
    verify: async (subject, line) =>
      line === null
        ? { ok: true, kind: 'oidc', by: 'the signed audit', runner: null, environment: null }
        : lines.verify(subject, line),
  };
}
