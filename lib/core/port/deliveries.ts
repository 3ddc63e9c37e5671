import type { Result } from '../result.ts';
import type { EpochMs } from '../time/instant.ts';
import type { HostFault } from './runner-host.ts';

/** One attempt of GitHub to deliver an event at the App's door, as its own log tells it. */
export interface Attempt {
  /** Decimal id of the attempt; a redelivery has one of its own. */
  readonly id: string;
  /** `X-GitHub-Delivery`, the same for each attempt of one delivery. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly deliveredAt: EpochMs;
  /** Whether the door answered with 2xx, judged by the attempt's own status. */
  readonly arrived: boolean;
}

/** A page of the log, newest first. */
export interface AttemptPage {
  readonly attempts: readonly Attempt[];
  /** Leads to the older ones; null at the log's end, which is three days back. */
  readonly next: string | null;
  /** GitHub's own time of this answer. */
  readonly readAt: EpochMs;
}

/** GitHub's log of what it delivered to the App. GitHub repeats nothing by itself. */
export interface Deliveries {
  /** At most 100 attempts, from the newest or from where another page led. May miss those of the last seconds. */
  page(question: { readonly cursor: string | null }): Promise<Result<AttemptPage, HostFault>>;
  /** Asks GitHub to deliver once more, under the same delivery id. Asked for twice, it is delivered twice. */
  redeliver(order: { readonly id: string }): Promise<Result<null, HostFault>>;
}
