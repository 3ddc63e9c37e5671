/**
 * - `ledger_missing`: there is nothing to read at the path
 * - `ledger_locked`: another process writes this ledger
 * - `ledger_foreign`: the file is not a ledger
 * - `ledger_newer`: a newer version has written it
 * - `ledger_corrupt`: stored bytes are not what was stored
 * - `ledger_failed`: the store could not do it (disk full, I/O error, closed, …)
 */
export type StoreFaultCode =
  | 'ledger_missing'
  | 'ledger_locked'
  | 'ledger_foreign'
  | 'ledger_newer'
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
