import type { SealStore, StoredSeal } from '../../../core/port/seal-store.ts';
import { countAt, textAt } from '../row.ts';
import { readSeal } from '../seals.ts';
import type { PostgresDatabase, Session } from './database.ts';

const insertSeal = `INSERT INTO countersign.seal (token, hash, record, repository_id, origin, verdict)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;

/** Whom the App sealed for. */
export function postgresSeals(database: PostgresDatabase): SealStore {
  return {
    keepSeal: (seal, limit) =>
      database.transaction(async (session) => {
        const before = await taken(session, seal);
        if (before !== null) return before;
        const open = await session.one(
          'SELECT 1 FROM countersign.run WHERE origin = $1 AND open = 1 AND hash <> $2',
          seal.origin,
          seal.hash,
        );
        if (open !== null) return 'run_open';
        const many = await session.one(
          'SELECT count(*) AS many FROM countersign.seal WHERE origin = $1',
          seal.origin,
        );
        if (countAt(many ?? {}, 'many') >= limit) return 'full';
        const { token, hash, record, repositoryId, origin, verdict } = seal;
        const kept = await session.run(insertSeal, token, hash, record, repositoryId, origin, verdict);
        // Somebody else kept the hash or the token since both were looked for: that one counts.
        return kept === 1 ? 'kept' : ((await taken(session, seal)) ?? 'token_used');
      }),
    async sealOf({ hash }) {
      const row = await database.one('SELECT * FROM countersign.seal WHERE hash = $1', hash);
      return row === null ? null : readSeal(row);
    },
  };
}

async function taken(
  session: Session,
  { hash, record, token }: StoredSeal,
): Promise<'known' | 'differs' | 'token_used' | null> {
  const sealed = await session.one('SELECT record FROM countersign.seal WHERE hash = $1', hash);
  if (sealed !== null) return textAt(sealed, 'record') === record ? 'known' : 'differs';
  const used = await session.one('SELECT 1 FROM countersign.seal WHERE token = $1', token);
  return used === null ? null : 'token_used';
}
