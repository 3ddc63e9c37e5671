import { migrateSqliteLedger } from '../lib/adapters/store/sqlite.ts';
import { explain, ledgerPlace, type Environment, type Output } from './store.ts';

/** Brings the ledger that the settings name up to this version's schema, says what it did, and answers with the exit code. */
export async function migrate(environment: Environment, output: Output): Promise<number> {
  const place = ledgerPlace(environment);
  return explain(output, async () => {
    if ('path' in place) {
      output.out(`ledger: ${told(await migrateSqliteLedger(place.path))}\n`);
      return 0;
    }
    const { migratePostgresLedger } = await import('../lib/adapters/store/postgres/ledger.ts');
    const { migrateWakes } = await import('../lib/adapters/wakes/pg-boss-queue.ts');
    output.out(`ledger: ${told(await migratePostgresLedger(place.url))}\n`);
    output.out(`hints: pg-boss schema ${await migrateWakes(place.url)}\n`);
    return 0;
  });
}

function told(taken: readonly number[]): string {
  return taken.length === 0 ? 'up to date' : `took migration ${taken.join(', ')}`;
}
