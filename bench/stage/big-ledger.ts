import { createHash, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';

/** Repositories over which the runs lie. */
const repositories = 50;

/** About what one entry takes. */
const entry = JSON.stringify({ kind: 'countersign/entry@1', data: 'x'.repeat(400) });

/**
 * Makes a ledger in which so many runs have ended: a row each with two entries, an effect key, and the two
 * settled deliveries that stay for ever. They are smaller than real ones (a fifth of the bytes); the App
 * never reads them, and finds its own runs through the same indexes beside as many neighbours.
 */
export async function makeLedger(path: string, runs: number): Promise<void> {
  await (await openSqliteLedger(path)).close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN;');
  const statements = {
    run: database.prepare(
      `INSERT INTO run (run, repository_id, installation, hash, record, record_digest, slot, origin, state, open,
         waiting, issue_number, issue_node_id, entries, head, published, exported)
       VALUES (?, ?, '5', ?, ?, ?, ?, ?, 'completed', 0, 0, ?, ?, 2, ?, 2, 2)`,
    ),
    event: database.prepare('INSERT INTO event (run, seq, entry) VALUES (?, ?, ?)'),
    effect: database.prepare(
      'INSERT INTO effect (repository_id, action_type, idempotency_key, run) VALUES (?, ?, ?, ?)',
    ),
    inbox: database.prepare(
      `INSERT INTO inbox (id, meaning, name, installation, issue, received_at, outcome) VALUES (?, ?, ?, '5', ?, ?, 'recorded')`,
    ),
  };
  for (let count = 0; count < runs; count += 1) {
    const hash = createHash('sha256').update(String(count)).digest('hex');
    const repository = String(701 + (count % repositories));
    const issue = 1 + Math.floor(count / repositories);
    const run = `${repository}-${8_000_000_000 + count}-1-${hash.slice(0, 8)}`;
    const slot = `${repository}:incident-response:github.issue.create:${repository}`;
    const origin = `${repository}:${8_000_000_000 + count}`;
    statements.run.run(run, repository, hash, entry, hash, slot, origin, issue, `I_${count}`, hash);
    statements.event.run(run, 0, entry);
    statements.event.run(run, 1, entry);
    statements.effect.run(repository, 'github.issue.create', `cs-${hash.slice(0, 32)}`, run);
    const where = `${repository}#${issue}`;
    const at = 1_796_000_000_000 + count;
    statements.inbox.run(randomUUID(), `${repository}:issue:${count}:opened`, 'issues', where, at);
    statements.inbox.run(randomUUID(), `${repository}:comment:${count}:approve`, 'issue_comment', where, at);
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}
