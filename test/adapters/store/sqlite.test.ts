import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '../../../lib/adapters/store/sqlite.ts';
import { ledgerSuite } from '../../ledger/suite.ts';

ledgerSuite('SQLite', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  return {
    open: () => openSqliteLedger(join(directory, 'ledger.sqlite')),
    remove: async () => rmSync(directory, { recursive: true }),
  };
});
