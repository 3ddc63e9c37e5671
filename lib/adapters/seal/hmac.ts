import { createHash } from 'node:crypto';
import { equalDigests, macDocument, type Digest } from '../../core/json/digest.ts';
import type { SealLine, SealSubject, SealVerifier } from '../../core/port/seal.ts';
import { ok, type Ok } from '../../core/result.ts';

/** As long as the MAC itself: a shorter key is easier to guess than the MAC (RFC 2104, section 3). */
const minKeyBytes = 32;

/** A sealer that needs nobody’s answer. */
interface HmacSealer {
  readonly kind: 'hmac';
  seal(subject: SealSubject): Promise<Ok<SealLine>>;
}

/** Seals with a key that the runner and the App share. Throws a RangeError for a key under 32 bytes. */
export function hmacSealer(key: Uint8Array): HmacSealer {
  const { keyId, mac } = keyed(key);
  return {
    kind: 'hmac',
    seal: (subject) => Promise.resolve(ok({ kind: 'hmac', keyId, value: mac(subject) })),
  };
}

/**
 * Verifies seals made with any of the keys: the current one, and those that were rotated out. Throws a
 * RangeError for a key under 32 bytes. No keys: every seal of this kind is refused.
 */
export function hmacVerifier(keys: readonly Uint8Array[]): SealVerifier {
  const known = keys.map(keyed);
  return {
    verify(subject, line) {
      if (line === null) return Promise.resolve({ ok: false, code: 'seal_missing' });
      if (line.kind !== 'hmac' || known.length === 0)
        return Promise.resolve({ ok: false, code: 'seal_kind_refused' });
      const holds = known.some(
        ({ keyId, mac }) => keyId === line.keyId && equalDigests(mac(subject), line.value),
      );
      return Promise.resolve(
        holds
          ? { ok: true, kind: 'hmac', by: `key ${line.keyId}`, runner: null, environment: null }
          : { ok: false, code: 'seal_invalid' },
      );
    },
  };
}

/** Whether a seal's line fits under a key, for whoever verifies a run with it. Throws a RangeError for a key under 32 bytes. */
export function hmacHolds(key: Uint8Array): (subject: SealSubject, line: SealLine) => boolean {
  const { keyId, mac } = keyed(key);
  return (subject, line) => line.keyId === keyId && equalDigests(mac(subject), line.value);
}

function keyed(key: Uint8Array): { readonly keyId: string; readonly mac: (subject: SealSubject) => Digest } {
  if (key.length < minKeyBytes) throw new RangeError(`a seal key has at least ${minKeyBytes} bytes`);
  const keyId = createHash('sha256').update('countersign seal key ').update(key).digest('hex').slice(0, 8);
  return {
    keyId,
    mac: ({ hash, record, repositoryId, run }) =>
      macDocument(key, { kind: 'countersign/seal@1', hash, record, repositoryId, run }),
  };
}
