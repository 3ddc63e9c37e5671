// A bare Probot app that appends each comment as a row, with the ledger's own durability, before it answers:
// the yardstick for the App's webhook door. Same columns, same pragmas, same settings.
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { Probot, Server } from 'probot';

const database = new DatabaseSync(`${process.env['COUNTERSIGN_DATA']}/rows.sqlite`);
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;
  CREATE TABLE inbox (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, meaning TEXT UNIQUE, name TEXT NOT NULL,
    installation TEXT NOT NULL, issue TEXT NOT NULL, payload TEXT, received_at INTEGER NOT NULL, outcome TEXT
  ) STRICT;
  CREATE INDEX inbox_unsettled ON inbox (position) WHERE outcome IS NULL;
  CREATE INDEX inbox_issue ON inbox (issue, position) WHERE outcome IS NULL;
  CREATE INDEX inbox_spent ON inbox (position) WHERE outcome IS NOT NULL AND meaning IS NULL;`);
const append = database.prepare(
  'INSERT INTO inbox (id, meaning, name, installation, issue, payload, received_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
);

const log = pino({ level: process.env['LOG_LEVEL'], base: null }, pino.destination({ dest: 2, sync: true }));
const server = new Server({
  Probot: Probot.defaults({
    appId: process.env['APP_ID'],
    privateKey: process.env['PRIVATE_KEY'],
    secret: process.env['WEBHOOK_SECRET'],
    baseUrl: process.env['GITHUB_API_URL'],
  }),
  log,
  host: '127.0.0.1',
  port: 0,
});
await server.load((app) => {
  app.on('issue_comment.created', ({ id, payload }) => {
    const { repository, issue, comment, installation } = payload;
    append.run(
      id,
      `${repository.id}:comment:${comment.id}`,
      'issue_comment',
      String(installation.id),
      `${repository.id}#${issue.number}`,
      JSON.stringify(payload),
      Date.now(),
    );
  });
});
const { port } = (await server.start()).address();
process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`);
