/** Builds the world that the fake starts from, and looks at it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { issueToken } from './identity.ts';
import {
  type Account,
  type App,
  type Repository,
  type State,
  accountByLogin,
  accountOf,
  findRepository,
  fullName,
  headOf,
  instant,
  present,
  takeId,
  takeSmallId,
} from './state.ts';
import type { AppView, Person, RepositoryView, UserView, World } from './world.ts';
import { type GitWorld, addCommit } from './world-git.ts';
import { teamWorld } from './world-teams.ts';
import { ghost } from './shapes/account.ts';
import { checkRunView, commentView, issueView } from './views.ts';

/** The App behind `GITHUB_TOKEN`, and its bot, by GitHub's own numbers. */
const actionsApp = { id: 15_368, slug: 'github-actions', botId: 41_898_282 };
const year = 31_536_000_000;

export function createWorld(
  state: State,
  now: () => number,
  /** Called before each change. */
  keep: () => void,
  git: GitWorld,
  as: (login: string) => Person,
): World {
  const account = (login: string): Account => present(accountByLogin(state, login), `account ${login}`);
  const repository = (name: string): Repository => findRepository(state, name);
  const app = (slug: string): App =>
    present(
      [...state.apps.values()].find((one) => one.slug === slug),
      `App ${slug}`,
    );

  const addAccount = (login: string, id: number, type: Account['type']): Account => {
    if (accountByLogin(state, login) !== undefined || state.accounts.has(id))
      throw new Error(`${login} or ${id} is taken`);
    const added: Account = { id, login, type, deleted: false };
    state.accounts.set(id, added);
    return added;
  };
  const addApp = (given: Parameters<World['app']>[0], botId: number, publicKey: string): App => {
    const slug = given.slug;
    const bot = addAccount(`${slug}[bot]`, botId, 'Bot');
    const owner =
      accountByLogin(state, `${slug}-owner`) ??
      addAccount(`${slug}-owner`, takeSmallId(state), 'Organization');
    const added: App = {
      id: given.id ?? takeSmallId(state),
      slug,
      clientId: `Iv23li${randomBytes(7).toString('hex')}`,
      ownerId: owner.id,
      botId: bot.id,
      publicKey,
      permissions: { metadata: 'read', ...given.permissions },
      events: given.events ?? [],
      createdAt: instant(now()),
      webhookUrl: given.webhookUrl ?? null,
      webhookSecret: given.webhookSecret ?? randomBytes(32).toString('hex'),
    };
    state.apps.set(added.id, added);
    return added;
  };
  addApp({ slug: actionsApp.slug, id: actionsApp.id, permissions: {} }, actionsApp.botId, '');

  return {
    user: ({ login, id, type }) => userView(addAccount(login, id ?? takeSmallId(state), type ?? 'User')),
    repository(given) {
      const [owner = '', name = ''] = given.fullName.split('/');
      const home =
        accountByLogin(state, owner) ??
        addAccount(owner, given.ownerId ?? takeSmallId(state), 'Organization');
      const added: Repository = {
        id: given.id ?? takeSmallId(state),
        ownerId: home.id,
        name,
        visibility: given.visibility ?? 'private',
        defaultBranch: given.defaultBranch ?? 'main',
        archived: false,
        hasIssues: given.hasIssues ?? true,
        createdAt: instant(now()),
        nextNumber: 1,
        roles: new Map(),
        teamRoles: new Map(),
        labels: new Map(),
        issues: new Map(),
        comments: new Map(),
        checkRuns: new Map(),
        commits: new Map(),
        branches: new Map(),
        tags: new Map(),
        runs: new Map(),
        pulls: new Map(),
        deployments: [],
        jobs: [],
        alerts: [],
      };
      state.repositories.set(added.id, added);
      const first = {
        branch: added.defaultBranch,
        parent: null,
        files: new Map(Object.entries({ 'README.md': `# ${name}\n`, ...given.files })),
        authorId: home.id,
        committerId: home.id,
      };
      addCommit(added, first, now());
      return repositoryView(state, added);
    },
    repositoryNow: (name) => repositoryView(state, repository(name)),
    show({ repository: name, visibility }) {
      keep();
      repository(name).visibility = visibility;
    },
    grant({ repository: name, login, role, roleName }) {
      keep();
      const { roles } = repository(name);
      if (role === null) roles.delete(account(login).id);
      else roles.set(account(login).id, { role, roleName: roleName ?? role });
    },
    app(given): AppView {
      const { privateKey, publicKey } = keyPair(state.apps.size);
      const added = addApp(given, takeSmallId(state), publicKey);
      const bot = userView(accountOf(state, added.botId));
      return { id: added.id, slug: added.slug, privateKey, webhookSecret: added.webhookSecret, bot };
    },
    listen(slug, url) {
      app(slug).webhookUrl = url;
    },
    install({ app: slug, account: login, id, permissions, repositories }) {
      const installed = {
        id: id ?? takeSmallId(state),
        appId: app(slug).id,
        accountId: account(login).id,
        permissions: { metadata: 'read', ...(permissions ?? app(slug).permissions) } as const,
        repositories: repositories?.map((name) => repository(name).id) ?? null,
        createdAt: instant(now()),
      };
      state.installations.set(installed.id, installed);
      return installed.id;
    },
    token: (login) => issueToken(state, { kind: 'user', accountId: account(login).id, via: null }),
    userToken: (given) =>
      issueToken(state, { kind: 'user', accountId: account(given.login).id, via: app(given.app).id }),
    jobToken: ({ repository: name, permissions }) =>
      issueToken(state, {
        kind: 'installation',
        appId: actionsApp.id,
        installationId: null,
        permissions: { metadata: 'read', ...permissions },
        repositories: [repository(name).id],
        accountId: repository(name).ownerId,
        expiresAt: now() + year,
      }),
    actionsRun(given) {
      keep();
      const home = repository(given.repository);
      const id = given.id ?? takeId(state);
      const before = home.runs.get(id);
      const run = {
        id,
        number: before?.number ?? home.runs.size + 1,
        attempt: given.attempt ?? (before?.attempt ?? 0) + 1,
        path: given.path,
        sha: given.sha ?? headOf(home).sha,
        branch: given.branch ?? home.defaultBranch,
        event: given.event ?? 'workflow_dispatch',
        actorId: account(given.actor).id,
        triggeringActorId: account(given.triggeringActor ?? given.actor).id,
        createdAt: instant(now()),
        title: given.title ?? null,
        status: 'in_progress' as const,
        conclusion: null,
        updatedAt: instant(now()),
      };
      home.runs.set(id, run);
      return { id, attempt: run.attempt, path: run.path, sha: run.sha, event: run.event };
    },
    progress({ repository: name, id, status, conclusion }) {
      keep();
      const run = present(repository(name).runs.get(id), `Actions run ${id}`);
      run.status = status;
      run.conclusion = status === 'completed' ? (conclusion ?? 'success') : null;
      run.updatedAt = instant(now());
    },
    pull({ repository: name, head, base, title, author }) {
      keep();
      const home = repository(name);
      const number = home.nextNumber;
      home.nextNumber += 1;
      home.pulls.set(number, {
        id: takeId(state),
        number,
        title: title ?? 'Change files',
        head,
        base: base ?? home.defaultBranch,
        authorId: account(author).id,
        createdAt: instant(now()),
        merged: null,
      });
      return number;
    },
    deployment({ repository: name, environment, sha, creator, states, description }) {
      keep();
      const creatorId = account(creator).id;
      const statuses = states.map((one) => ({
        id: takeId(state),
        state: one,
        creatorId,
        description: '',
        createdAt: instant(now()),
      }));
      const made = { environment, sha, creatorId, statuses, createdAt: instant(now()) };
      repository(name).deployments.push({ id: takeId(state), ...made, description: description ?? null });
    },
    jobs({ repository: name, run: runId, attempt, jobs }) {
      keep();
      const at = instant(now());
      for (const job of jobs) repository(name).jobs.push({ id: takeId(state), runId, attempt, at, ...job });
    },
    dependabotAlert({ repository: name, ...alert }) {
      keep();
      const { alerts } = repository(name);
      alerts.push({ number: alerts.length + 1, createdAt: instant(now()), ...alert });
    },
    isMerged: (name, number) => repository(name).pulls.get(number)?.merged !== null,
    actionsRuns: (name) =>
      [...repository(name).runs.values()].map(({ id, attempt, path, sha, event }) => ({
        id,
        attempt,
        path,
        sha,
        event,
      })),
    ...git,
    ...teamWorld({ state, now, keep, repository }),
    permit({ installation, permissions }) {
      keep();
      const found = present(state.installations.get(installation), `installation ${installation}`);
      found.permissions = { metadata: 'read', ...permissions };
    },
    reach({ installation, repositories }) {
      keep();
      const found = present(state.installations.get(installation), `installation ${installation}`);
      found.repositories = repositories?.map((name) => repository(name).id) ?? null;
    },
    rename({ login, to }) {
      keep();
      if (accountByLogin(state, to) !== undefined) throw new Error(`${to} is taken`);
      // Names of its repositories lead on, until somebody takes them.
      for (const one of state.repositories.values())
        if (one.ownerId === account(login).id)
          state.formerNames.set(fullName(state, one).toLowerCase(), one.id);
      account(login).login = to;
    },
    deleteUser(login) {
      keep();
      const gone = account(login);
      if (!state.accounts.has(ghost.id)) addAccount(ghost.login, ghost.id, 'User');
      gone.deleted = true;
      for (const one of state.repositories.values()) one.roles.delete(gone.id);
      for (const { members } of [...state.organisations.values(), ...state.teams.values()])
        members.delete(gone.id);
      for (const [text, token] of state.tokens)
        if (token.kind === 'user' && token.accountId === gone.id) state.tokens.delete(text);
    },
    issue: (name, number) =>
      issueView(state, repository(name), present(repository(name).issues.get(number), `issue ${number}`)),
    issues: (name) =>
      [...repository(name).issues.values()]
        .filter((issue) => issue.gone === null)
        .map((issue) => issueView(state, repository(name), issue)),
    comments: (name, number) =>
      [...repository(name).comments.values()]
        .filter((comment) => comment.issueNumber === number)
        .map((comment) => commentView(state, repository(name), comment)),
    touchComment(name, id) {
      keep();
      present(repository(name).comments.get(id), `comment ${id}`).updatedAt = instant(now());
    },
    checkRuns: (name) =>
      [...repository(name).checkRuns.values()].map((run) => checkRunView(state, repository(name), run)),
    deleteCheckRuns(name) {
      keep();
      repository(name).checkRuns.clear();
    },
    as,
  };
}

function userView({ id, login, type }: Account): UserView {
  return { id, login, type };
}

function repositoryView(state: State, repository: Repository): RepositoryView {
  return {
    id: repository.id,
    ownerId: repository.ownerId,
    fullName: fullName(state, repository),
    visibility: repository.visibility,
    defaultBranch: repository.defaultBranch,
    headSha: headOf(repository).sha,
  };
}

interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Making a key takes a tenth of a second, so the n-th App of each fake in this process has the same. */
const keyPairs: KeyPair[] = [];

function keyPair(index: number): KeyPair {
  const made =
    keyPairs[index] ??
    generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
  keyPairs[index] = made;
  return made;
}
