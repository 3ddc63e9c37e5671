import { ledgerSuite } from '../ledger/suite.ts';
import { asLedger, memoryLedger } from './memory-ledger.ts';

ledgerSuite('memory', async () => {
  const kept = memoryLedger();
  return {
    open: async () => asLedger(kept, async (_, effect) => effect()),
    remove: async () => undefined,
  };
});
