/** One HTTP request, as it was answered. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  /** GitHub's own spelling, `/repos/{owner}/{repo}/issues`, or `/graphql`; empty where there is none. */
  readonly route: string;
  /** A login (`kim`, `countersign[bot]`), `app:<slug>` for an App's own JWT, or `anonymous`. */
  readonly actor: string;
  /** 0 when the connection was broken instead of an answer. */
  readonly status: number;
  /** Whether it took effect and made something: an issue, a comment, a check run. */
  readonly creates: boolean;
  /** The body's text, empty without one. */
  readonly body: string;
}

/** What a client of ours did that GitHub's description does not allow. */
export interface Violation {
  readonly method: string;
  readonly path: string;
  readonly problems: readonly string[];
}
