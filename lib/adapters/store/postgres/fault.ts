import { StoreFault } from '../fault.ts';

/** What went wrong, as the ledger tells it. `where` names host and database, never a user or a password. */
export function faultOf(error: unknown, where: string): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = codeOf(error);
  const what = error instanceof Error ? error.message : String(error);
  if (isUnreachable(code, what))
    return new StoreFault(
      'ledger_unreachable',
      `The database at ${where} does not answer: ${what || code}.`,
      error,
    );
  if (full.has(code)) return new StoreFault('ledger_full', `The database at ${where} has no room.`, error);
  if (code.startsWith('XX') || code === '58030')
    return new StoreFault('ledger_corrupt', `The database at ${where} is damaged: ${what}.`, error);
  if (code === '3D000')
    return new StoreFault('ledger_missing', `There is no such database at ${where}.`, error);
  return new StoreFault('ledger_failed', `The database at ${where} could not do it: ${what}.`, error);
}

/** Whether the same transaction may well succeed when it is done once more: others were in the way. */
export function isContention(error: unknown): boolean {
  const code = codeOf(error);
  return code === serializationFailure || code === deadlockDetected;
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const serializationFailure = '40001';
const deadlockDetected = '40P01';
const full: ReadonlySet<string> = new Set(['53100' /* disk_full */, '53200' /* out_of_memory */, 'ENOSPC']);

/** Node's codes of a network, and the server's own for going away, starting up, or having no place for us. */
function isUnreachable(code: string, what: string): boolean {
  return (
    /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE)/.test(code) ||
    /^(08...|57P0[1-5]|53300)$/.test(code) ||
    // The client's own, which have no code.
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/.test(
      what,
    )
  );
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  // Node tries every address of a name and gathers the failures.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
