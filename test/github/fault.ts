/** Which requests a fault is for. All given members must fit. */
export interface FaultMatch {
  readonly method?: string;
  /** As GitHub writes it: `/repos/{owner}/{repo}/issues/{issue_number}/comments`, or `/graphql`. */
  readonly route?: string;
  /** Tested against path and query. */
  readonly path?: RegExp;
  /** A login (`kim`, `countersign[bot]`) or `app:<slug>` for a request with the App's own JWT. */
  readonly actor?: string;
  /** Tested against the request's text body. */
  readonly body?: RegExp;
}

/**
 * - `lost-answer`: the request takes effect, then the connection breaks
 * - `unreachable`: the connection breaks before the request takes effect
 * - `status`: this status instead; `applied: true` lets the request take effect first
 * - `lag`: reads are answered from the state of `lagMs` ago (a replica that is behind)
 * - `hold`: the request takes effect, its answer waits for `release()`
 */
export interface FaultPlan {
  readonly match: FaultMatch;
  readonly mode: 'lost-answer' | 'unreachable' | 'status' | 'lag' | 'hold';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly applied?: boolean;
  readonly lagMs?: number;
  /** How many requests it meets, default 1; `Infinity` until removed. */
  readonly times?: number;
  /** How many matching requests pass first, default 0. */
  readonly skip?: number;
}

export interface Fault {
  /** How many requests it has met. */
  readonly hits: number;
  /** Resolves at the first hit. */
  readonly hit: Promise<void>;
  /** Lets held answers go, and those that come later. */
  release(): void;
  /** No request meets it any more. Held answers go. */
  remove(): void;
}
