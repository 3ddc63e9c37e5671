/**
 * - `ledger_missing`: there is nothing to read at the path, or no ledger in the database yet
 * - `ledger_locked`: another process writes this ledger
 * - `ledger_foreign`: the file is not a ledger
 * - `ledger_newer`: a newer version has written it
 * - `ledger_older`: its schema is of an older version; `countersign migrate` brings it up to date
 * - `ledger_unreachable`: the database does not answer, or no longer
 * - `ledger_full`: there is no room
 * - `ledger_corrupt`: stored bytes are not what was stored
 * - `ledger_failed`: the store could not do it (I/O error, closed, …)
 */
export type StoreFaultCode =
  | 'ledger_missing'
  | 'ledger_locked'
  | 'ledger_foreign'
  | 'ledger_newer'
  | 'ledger_older'
  | 'ledger_unreachable'
  | 'ledger_full'
  | 'ledger_corrupt'
  | 'ledger_failed';

/** The store itself failed. Nothing may be assumed done: whoever asked stops, and a person looks. */
export class StoreFault extends Error {
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreFault';
    this.code = code;
  }
}
