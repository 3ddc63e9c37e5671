import type { Ledger } from '../../core/port/ledger.ts';
import type { Database } from './database.ts';
import { textAt } from './row.ts';

/** How far what is outside was read. */
export function sqliteCursors(database: Database): Pick<Ledger, 'cursor' | 'setCursor'> {
  return {
    async cursor({ name }) {
      const row = database.one('SELECT value FROM cursor WHERE name = ?', name);
      return row === null ? null : textAt(row, 'value');
    },
    async setCursor({ name, value }) {
      database.run(
        'INSERT INTO cursor (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      );
    },
  };
}
