// The traffic of an approval and its synced writes, and nothing else: the yardstick for the App's processor time.
// Same requests over kept connections, as many synced transactions of the same size, writes a second apart. It
// judges nothing, checks nothing, remembers nothing, and would act twice after a crash.
import { createHmac, sign, timingSafeEqual } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const { env } = process;
/** By `owner/name#number`: the proposal's hash and its check run. */
const proposals = new Map(JSON.parse(env['BARE_PROPOSALS']));

const database = new DatabaseSync(`${env['COUNTERSIGN_DATA']}/rows.sqlite`);
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
  CREATE TABLE inbox (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, issue TEXT NOT NULL, payload TEXT, outcome TEXT
  ) STRICT;
  CREATE INDEX inbox_issue ON inbox (issue, position) WHERE outcome IS NULL;
  CREATE TABLE event (run TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (run, seq)) STRICT, WITHOUT ROWID;
  CREATE TABLE run (run TEXT PRIMARY KEY, entries INTEGER NOT NULL, due_at INTEGER) STRICT;
  CREATE INDEX run_due ON run (due_at) WHERE due_at IS NOT NULL;`);
const begin = database.prepare('BEGIN IMMEDIATE');
const commit = database.prepare('COMMIT');
const receive = database.prepare('INSERT INTO inbox (id, issue, payload) VALUES (?, ?, ?)');
const settle = database.prepare('UPDATE inbox SET outcome = ?, payload = NULL WHERE id = ?');
const open = database.prepare('INSERT INTO run (run, entries, due_at) VALUES (?, 0, NULL)');
const update = database.prepare('UPDATE run SET entries = ?, due_at = ? WHERE run = ?');
const insert = database.prepare('INSERT INTO event (run, seq, entry) VALUES (?, ?, ?)');

const entry = JSON.stringify({ entry: 'e'.repeat(560) });

const agent = new Agent({ keepAlive: true, timeout: 4000 });
const base = new URL(env['GITHUB_API_URL']);

function ask(method, path, authorization, body) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    accept: 'application/vnd.github.v3+json',
    'user-agent': 'bare',
    'x-github-api-version': '2022-11-28',
    authorization,
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const place = { host: base.hostname, port: base.port, agent, method, path, headers };
    const sent = request(place, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => {
        if (answer.statusCode < 300) resolve(JSON.parse(Buffer.concat(chunks).toString()));
        else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(text === '' ? undefined : text);
  });
}

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function asApp() {
  const now = Math.floor(Date.now() / 1000);
  const head = encoded({ alg: 'RS256', typ: 'JWT' });
  const text = `${head}.${encoded({ iat: now - 30, exp: now + 500, iss: env['APP_ID'] })}`;
  return `bearer ${text}.${sign('RSA-SHA256', Buffer.from(text), env['PRIVATE_KEY']).toString('base64url')}`;
}

const tokens = new Map();

function tokenOf(installation) {
  const known = tokens.get(installation);
  if (known !== undefined) return known;
  const asked = ask('POST', `/app/installations/${installation}/access_tokens`, asApp(), {}).then(
    ({ token }) => `token ${token}`,
  );
  tokens.set(installation, asked);
  return asked;
}

/** What each installation wrote last: when its next write may go. */
const written = new Map();

async function turn(installation, write) {
  const pause = (written.get(installation) ?? 0) + 1000 - performance.now();
  if (pause > 0) await sleep(pause);
  written.set(installation, performance.now());
  return write();
}

const question = `query Thread($owner: String!, $name: String!, $issue: ID!, $comments: [ID!]!) {
  repository(owner: $owner, name: $name) {
    databaseId
    isPrivate
    head: object(expression: "HEAD") { oid }
  }
  issue: node(id: $issue) {
    kind: __typename
    ... on Issue {
      title body closed locked lastEditedAt
      labels(first: 100) { nodes { name } }
      repository { databaseId }
    }
  }
  comments: nodes(ids: $comments) {
    kind: __typename
    ... on IssueComment { id body lastEditedAt isMinimized author { ... on User { databaseId } } }
  }
}`;

async function carryOut(id, { installation, repository, issue, comment, sender }) {
  const place = `/repos/${repository.full_name}`;
  const { hash, checkRun } = proposals.get(`${repository.full_name}#${issue.number}`);
  const token = await tokenOf(installation.id);
  let entries = 0;
  const append = (count) => {
    begin.run();
    if (entries === 0) open.run(hash);
    for (let seq = entries; seq < entries + count; seq += 1) insert.run(hash, seq, entry);
    entries += count;
    update.run(entries, Date.now(), hash);
    commit.run();
  };
  const [owner, name] = repository.full_name.split('/');
  const variables = { owner, name, issue: issue.node_id, comments: [comment.node_id] };
  const look = () =>
    Promise.all([
      ask('GET', `${place}/collaborators/${sender.login}/permission`, token),
      ask('POST', '/graphql', token, { query: question, variables }),
    ]);
  await look();
  append(2);
  append(1);
  await ask('GET', `${place}/issues?state=all&per_page=100&sort=created&direction=desc`, token);
  await look();
  append(3);
  const made = await turn(installation.id, () =>
    ask('POST', `${place}/issues`, token, { title: `Bare ${issue.number}`, body: 'b'.repeat(300) }),
  );
  append(1);
  await ask('GET', `${place}/issues/${made.number}`, token);
  append(1);
  await turn(installation.id, () =>
    ask('POST', `${place}/issues/${issue.number}/comments`, token, { body: 'c'.repeat(900) }),
  );
  append(1);
  const end = { labels: ['countersign', 'countersign: done'], state: 'closed', state_reason: 'completed' };
  await turn(installation.id, () => ask('PATCH', `${place}/issues/${issue.number}`, token, end));
  append(1);
  const output = { title: 'Done', summary: 's'.repeat(3000), text: 't'.repeat(9000) };
  const told = { status: 'completed', conclusion: 'success', output };
  await turn(installation.id, () => ask('PATCH', `${place}/check-runs/${checkRun}`, token, told));
  // What was told, and what was exported.
  update.run(entries, null, hash);
  update.run(entries, null, hash);
  begin.run();
  settle.run('done', id);
  commit.run();
}

const server = createServer((asked, response) => {
  const chunks = [];
  asked.on('data', (chunk) => chunks.push(chunk));
  asked.on('end', () => {
    const body = Buffer.concat(chunks);
    const own = createHmac('sha256', env['WEBHOOK_SECRET']).update(body).digest();
    const given = Buffer.from(String(asked.headers['x-hub-signature-256']).slice('sha256='.length), 'hex');
    if (!timingSafeEqual(own, given)) {
      response.writeHead(401).end();
      return;
    }
    const payload = asked.headers['x-github-event'] === 'issue_comment' ? JSON.parse(body.toString()) : null;
    const isWord = payload?.action === 'created' && payload.comment.body.startsWith('/approve');
    const id = String(asked.headers['x-github-delivery']);
    if (isWord) receive.run(id, `${payload.repository.id}#${payload.issue.number}`, body.toString());
    response.writeHead(202, { 'content-type': 'text/plain', 'content-length': 3 });
    response.end('ok\n');
    if (isWord) void carryOut(id, payload);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
