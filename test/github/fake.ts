import type { Fault, FaultPlan } from './fault.ts';
import type { Hooks } from './hooks.ts';
import type { LoggedRequest, Violation } from './log.ts';
import type { World } from './world.ts';

export interface FakeGitHubOptions {
  /** Milliseconds since 1970: what `Date` headers and GitHub's own times say. Default: the machine's clock. */
  readonly now?: () => number;
  /** Default 0: a free port. */
  readonly port?: number;
}

/**
 * A strict fake of the part of GitHub that we use: an HTTP server on loopback. Requests and answers are
 * judged by GitHub's OpenAPI description; who may do what is decided as GitHub does.
 */
export interface FakeGitHub {
  /** API base without a slash at the end, `http://127.0.0.1:<port>`. GraphQL is `<url>/graphql`. */
  readonly url: string;
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
export async function startFakeGitHub(_options: FakeGitHubOptions = {}): Promise<FakeGitHub> {
  await Promise.resolve();
  throw new Error('the fake GitHub is not finished yet');
}
