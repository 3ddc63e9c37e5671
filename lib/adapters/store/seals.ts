import type { SealStore, StoredSeal } from '../../core/port/seal-store.ts';
import type { Database, Row } from './database.ts';
import { countAt, textAt } from './row.ts';

/** Whom the App sealed for. */
export function sqliteSeals(database: Database): SealStore {
  return {
    async keepSeal(seal, limit) {
      const { token, hash, record, repositoryId, origin, verdict } = seal;
      return database.transaction(() => {
        const sealed = database.one('SELECT record FROM seal WHERE hash = ?', hash);
        if (sealed !== null) return textAt(sealed, 'record') === record ? 'known' : 'differs';
        if (database.one('SELECT 1 FROM seal WHERE token = ?', token) !== null) return 'token_used';
        const open = database.one(
          'SELECT 1 FROM run WHERE origin = ? AND open = 1 AND hash <> ?',
          origin,
          hash,
        );
        if (open !== null) return 'run_open';
        const many = database.one('SELECT count(*) AS many FROM seal WHERE origin = ?', origin);
        if (countAt(many ?? {}, 'many') >= limit) return 'full';
        database.run(
          'INSERT INTO seal (token, hash, record, repository_id, origin, verdict) VALUES (?, ?, ?, ?, ?, ?)',
          token,
          hash,
          record,
          repositoryId,
          origin,
          verdict,
        );
        return 'kept';
      });
    },
    async sealOf({ hash }) {
      const row = database.one('SELECT * FROM seal WHERE hash = ?', hash);
      return row === null ? null : readSeal(row);
    },
  };
}

/** A row of either store. */
export function readSeal(row: Row): StoredSeal {
  return {
    token: textAt(row, 'token'),
    hash: textAt(row, 'hash'),
    record: textAt(row, 'record'),
    repositoryId: textAt(row, 'repository_id'),
    origin: textAt(row, 'origin'),
    verdict: textAt(row, 'verdict'),
  };
}
