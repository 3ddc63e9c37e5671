import type { Entry } from '../audit/entry.ts';
import { entryLines } from '../audit/lines.ts';
import { canonical } from '../json/canonical.ts';
import type { Signer } from '../port/signer.ts';
import { parseRecord, type ParsedRecord } from '../proposal/parse-record.ts';
import { ok } from '../result.ts';
import { writeEnvelope } from './envelope.ts';
import { keyLineOf, signingKeyOf } from './key.ts';
import { statementType, writeStatement } from './statement.ts';
import { summarise } from './summary.ts';

/** What is exported: a run as the ledger holds it, and whose ledger it is. */
export interface ExportOrder {
  /** Canonical text of the record. */
  readonly record: string;
  /** What the record reads as, where that is known already. */
  readonly read?: ParsedRecord;
  readonly entries: readonly Entry[];
  /** Decimal id of the App at GitHub. */
  readonly appId: string;
}

/**
 * One run as one file that verifies without a network: the signed statement, the public key, the record,
 * every entry; one line of canonical JSON each. The same run and key give the same bytes. Throws a
 * TypeError for a run that no ledger holds.
 */
export function renderExport(
  order: ExportOrder,
  signer: Pick<Signer, 'keyId' | 'jwks' | 'signPayload'>,
): string {
  const { record, entries, appId } = order;
  const read = order.read === undefined ? parseRecord(record) : ok(order.read);
  if (!read.ok) throw new TypeError(`export: the record does not read: ${read.fault.code}`);
  const summary = summarise({ record, read: read.value, entries, appId });
  const signed = {
    payloadType: statementType,
    payload: writeStatement({ hash: read.value.hash, summary }),
  };
  const lines = [
    writeEnvelope({ signed, keyId: signer.keyId, signature: signer.signPayload(signed) }),
    canonical(keyLineOf(signingKeyOf(signer.jwks(), signer.keyId))),
    record,
    entryLines(entries),
  ];
  return `${lines.join('\n')}\n`;
}
