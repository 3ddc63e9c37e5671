import type { ReadExport } from '../export/read.ts';
import type { SignatureCheck } from '../port/signer.ts';
import { parseRecord } from '../proposal/parse-record.ts';
import type { Presented, SignatureState, TrustedKeys } from './presented.ts';

/** An export, laid before the checks. `trusted` are the keys that whoever verifies takes to be the App's. */
export function presentExport(read: ReadExport, trusted: TrustedKeys, signatures: SignatureCheck): Presented {
  const { record, entries, statement } = read;
  return {
    record,
    read: parseRecord(record),
    entries,
    entriesFault: null,
    head: statement.summary.head,
    signature: signatureOf(read, trusted, signatures),
    statement,
    published: null,
    recheckSeal: null,
  };
}

function signatureOf(
  { envelope, key }: ReadExport,
  { keys, thumbprints }: TrustedKeys,
  signatures: SignatureCheck,
): SignatureState {
  const keyId = key.kid;
  if (!signatures.payload({ ...key }, envelope.signed, envelope.signature)) return { kind: 'wrong', keyId };
  // A key's name is its thumbprint, which was recomputed when it was read: equal names are equal keys.
  const known = new Set([...thumbprints, ...keys.map(({ kid }) => kid)]);
  if (known.size === 0) return { kind: 'own_key', keyId };
  return { kind: known.has(keyId) ? 'holds' : 'other_key', keyId };
}
