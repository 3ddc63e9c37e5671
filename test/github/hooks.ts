export interface HookMatch {
  readonly event?: string;
  readonly action?: string;
  /** The App's slug. */
  readonly app?: string;
}

/** One attempt to deliver. */
export interface DeliveryRecord {
  /** GitHub's number of the attempt. */
  readonly id: number;
  /** `X-GitHub-Delivery`; the same for a redelivery. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly app: string;
  readonly redelivery: boolean;
  /** The body's exact text. */
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `held`, `dropped`, `sending`, or what came of it. */
  readonly state: 'held' | 'dropped' | 'sending' | 'answered' | 'failed';
  /** Status of the answer, 0 while there is none. */
  readonly status: number;
}

export interface HookRule {
  /** Later events are delivered as usual. */
  remove(): void;
}

/** Webhook deliveries. They are sent at once, each by itself, and never repeated by GitHub. */
export interface Hooks {
  readonly deliveries: readonly DeliveryRecord[];
  /** Events that match are kept until `release`. */
  hold(match?: HookMatch): HookRule;
  /** Sends what is held, in this order (default: as it happened), one after the other. */
  release(order?: 'as-happened' | 'reversed'): Promise<void>;
  /** Events that match are lost; GitHub's delivery log shows them as failed. */
  drop(match?: HookMatch): HookRule;
  /** Events that match are sent twice, under one delivery id. */
  double(match?: HookMatch): HookRule;
  /** Sends a delivery again, as a person on the App's page can. */
  redeliver(id: number): Promise<DeliveryRecord>;
  /** Posts a text at the App's URL, signed with this secret (null: not at all): a forger's work. Gives the status. */
  forge(forgery: {
    readonly app: string;
    readonly event: string;
    readonly payload: string;
    readonly secret: string | null;
    readonly guid?: string;
  }): Promise<number>;
  /** Resolves when every delivery under way was answered. Held ones do not count. */
  idle(): Promise<void>;
  /** Drops what was answered from the list, and from GitHub's log: for worlds that live long. */
  forget(): void;
}
