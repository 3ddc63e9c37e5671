import type { Ledger } from '../lib/core/port/ledger.ts';

const cursor = 'signing-key';

/** The App holds another signing key than the one its ledger was written with. */
export class OtherKey extends Error {
  override readonly name = 'OtherKey';
}

/**
 * A ledger belongs to one signing key: the marks by which the App finds again what it made are MACs of it,
 * so that with another key a result that is there would look as if it were missing. Notes the key at the
 * first start, and rejects with `OtherKey` ever after when it is not the same: a key file that was lost,
 * or replicas that do not share one.
 */
export async function requireOneKey(
  ledger: Pick<Ledger, 'cursor' | 'setCursor'>,
  keyId: string,
): Promise<void> {
  const noted = await ledger.cursor({ name: cursor });
  if (noted === null) {
    await ledger.setCursor({ name: cursor, value: keyId });
    // Two replicas that start for the first time at once may both have noted theirs: the last one stands.
    if ((await ledger.cursor({ name: cursor })) === keyId) return;
  } else if (noted === keyId) return;
  throw new OtherKey(
    'the signing key is not the one that this ledger was written with: put the old signing-key.pem back',
  );
}
