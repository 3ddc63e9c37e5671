import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '../../../lib/adapters/store/sqlite.ts';
import { sealSuite, type SealsUnderTest } from '../../ledger/seal-facts.ts';
import { ledgerSuite } from '../../ledger/suite.ts';

ledgerSuite('SQLite', make);
sealSuite('SQLite', make);

async function make(): Promise<SealsUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  return {
    open: () => openSqliteLedger(join(directory, 'ledger.sqlite')),
    remove: async () => rmSync(directory, { recursive: true }),
  };
}
