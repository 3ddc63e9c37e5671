import { createDeliveries } from './deliveries.ts';
import type { Fault, FaultPlan } from './fault.ts';
import { createFaults } from './faults.ts';
import type { Hooks } from './hooks.ts';
import { theJudge } from './judge.ts';
import type { LoggedRequest, Violation } from './log.ts';
import type { Setting } from './perform.ts';
import { createPerson } from './person.ts';
import { createReplica } from './replica.ts';
import type { Routes } from './route.ts';
import { actionsRoutes } from './routes/actions.ts';
import { appRoutes } from './routes/apps.ts';
import { checkRoutes } from './routes/checks.ts';
import { commentRoutes } from './routes/comments.ts';
import { dependabotRoutes } from './routes/dependabot.ts';
import { deploymentRoutes } from './routes/deployments.ts';
import { hookRoutes } from './routes/hooks.ts';
import { issueRoutes } from './routes/issues.ts';
import { labelRoutes } from './routes/labels.ts';
import { pullRoutes } from './routes/pulls.ts';
import { repositoryRoutes } from './routes/repositories.ts';
import { teamRoutes } from './routes/teams.ts';
import { createGitHubServer } from './server.ts';
import { type HostKind, emptyState } from './state.ts';
import { createWorld } from './world-builder.ts';
import { createGitWorld } from './world-git.ts';
import type { World } from './world.ts';

export interface FakeGitHubOptions {
  /** Milliseconds since 1970: what `Date` headers and GitHub's own times say. Default: the machine's clock. */
  readonly now?: () => number;
  /** Default 0: a free port. */
  readonly port?: number;
  /**
   * Default `github`. `server`: a GitHub Enterprise Server, with REST below `/api/v3`, GraphQL at `/api/graphql`
   * and pages on the same address, so that it alone configures a client. `residence`: pages on
   * `https://acme-corp.ghe.com`, the API without a prefix.
   */
  readonly host?: HostKind;
}

/**
 * A strict fake of the part of GitHub that we use: an HTTP server on loopback. Requests and answers are
 * judged by GitHub's OpenAPI description; who may do what is decided as GitHub does.
 */
export interface FakeGitHub {
  /** API base without a slash at the end, `http://127.0.0.1:<port>`; with `/api/v3` for a `server`. */
  readonly url: string;
  /** Where the pages are, without a slash at the end. */
  readonly webUrl: string;
  /** Repositories, people, Apps; and what people do by hand: `world.as('kim').comment(…)`. */
  readonly world: World;
  /** Webhook deliveries: what was sent, and hold, drop, double and redeliver. */
  readonly hooks: Hooks;
  /** Every HTTP request so far, oldest first. People's deeds by `world.as` are not among them. */
  readonly requests: readonly LoggedRequest[];
  resetRequests(): void;
  /** What our clients got wrong against the description. They were answered 400 or 422. */
  readonly violations: readonly Violation[];
  /** Plans a fault for requests that match; it counts down its `times`. */
  fault(plan: FaultPlan): Fault;
  /** Waits for deliveries under way and stops. Rejects when an answer of the fake itself broke the description. */
  close(): Promise<void>;
}

/** Starts it. Close it at the end of the test. */
export async function startFakeGitHub(options: FakeGitHubOptions = {}): Promise<FakeGitHub> {
  const now = options.now ?? Date.now;
  const state = emptyState(options.host ?? 'github');
  const judge = theJudge();
  const faults = createFaults();
  const replica = createReplica();
  const requests: LoggedRequest[] = [];
  const violations: Violation[] = [];
  const dishonesties: string[] = [];
  let url = '';
  const base = (): string => url;
  const dishonest = (problem: string): void => {
    dishonesties.push(problem);
  };

  const { hooks, log, emit } = createDeliveries({ state, judge, now, base, dishonest });
  const routes: Routes = {
    ...actionsRoutes,
    ...appRoutes,
    ...checkRoutes,
    ...commentRoutes,
    ...dependabotRoutes,
    ...deploymentRoutes,
    ...hookRoutes(log),
    ...issueRoutes,
    ...labelRoutes,
    ...pullRoutes,
    ...repositoryRoutes,
    ...teamRoutes,
  };
  const common = {
    judge,
    routes,
    emit,
    violation: (one: Violation) => violations.push(one),
    dishonest,
  };
  const setting = (): Setting => ({ ...common, base: url, now: now() });
  const keep = (): void => replica.keep(state, now(), faults.longestLagMs());
  const git = createGitWorld({ state, now, keep, emit });
  const world = createWorld(state, now, keep, git, (login) =>
    createPerson({ state, judge, setting, keep, git, idle: () => hooks.idle() }, login),
  );

  const server = createGitHubServer({
    ...common,
    state,
    faults,
    replica,
    now,
    base,
    log: (request) => requests.push(request),
  });
  const origin = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(`http://127.0.0.1:${address.port}`);
    });
  });

  url = options.host === 'server' ? `${origin}/api/v3` : origin;
  if (options.host === 'server') state.webUrl = origin;

  return {
    url,
    webUrl: state.webUrl,
    world,
    hooks,
    requests,
    resetRequests() {
      requests.length = 0;
    },
    violations,
    fault: (plan) => faults.plan(plan),
    async close() {
      faults.releaseAll();
      await hooks.idle();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (dishonesties.length > 0)
        throw new Error(`the fake GitHub broke the description:\n${dishonesties.join('\n')}`);
    },
  };
}
