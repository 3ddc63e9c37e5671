import type { Entry } from '../audit/entry.ts';
import type { Digest } from '../json/digest.ts';
import type { State } from '../run/state.ts';
import type { EpochMs } from '../time/instant.ts';

/** The issue that something is about: what is worked on as a whole, one thing after the other. */
export interface IssueRef {
  /** Decimal installation id. */
  readonly installation: string;
  /** `<repository id>#<issue number>`. */
  readonly issue: string;
}

/** A delivery as the webhook door stores it before it answers. */
export interface Delivery extends IssueRef {
  /** `X-GitHub-Delivery`; the same for a redelivery. */
  readonly id: string;
  /** What it means: repository, source, verb and hash, or null where it means nothing twice. Unique where not null. */
  readonly meaning: string | null;
  readonly name: string;
  /** The payload's exact text. Signature and headers are not kept. */
  readonly payload: string;
  readonly receivedAt: EpochMs;
}

/** A stored run: its row and every entry. */
export interface StoredRun {
  readonly run: string;
  readonly repositoryId: string;
  readonly installation: string;
  readonly hash: Digest;
  /** Canonical text of the record: the bytes that were approved and will be executed. */
  readonly record: string;
  readonly entries: readonly Entry[];
  /** How many entries the check run has told about. */
  readonly published: number;
  /** How many entries the export in the durable place holds; 0 while there is none. */
  readonly exported: number;
}

/** The columns that queries need, derived from the run's entries by whoever appends. */
export interface RunRow {
  readonly state: State;
  readonly issueNumber: number;
  readonly issueNodeId: string;
  readonly checkRunId: string | null;
  /** When something is next to be done by itself; null when only a person can go on. */
  readonly dueAt: EpochMs | null;
}

/** A run as it is first stored. */
export interface OpenRun {
  readonly run: string;
  readonly repositoryId: string;
  readonly installation: string;
  readonly hash: Digest;
  readonly record: string;
  /** `<bundle id>:<target>`: at most one open run each. */
  readonly slot: string;
  /** `<repository id>:<Actions run id>`: at most one open run each. */
  readonly origin: string;
  readonly entries: readonly Entry[];
  readonly row: RunRow;
}

/** A run that was verified outside, as it is put back. */
export interface RestoredRun extends OpenRun {
  /** The key that an intent of the run took; null where it has none. */
  readonly effect: EffectKey | null;
  /** How many of the entries the check run tells about. */
  readonly published: number;
}

/** What may be done once, ever: an action at a repository, by its idempotency key. */
export interface EffectKey {
  readonly repositoryId: string;
  readonly actionType: string;
  readonly idempotencyKey: string;
}

/** A repository with a run that is not at its end. */
export interface OpenRepository {
  readonly repositoryId: string;
  readonly installation: string;
  /** The oldest of those runs: its record says the repository’s name, and since when words are waited for. */
  readonly run: string;
}

/**
 * The ledger: runs as chains of entries, the inbox, and the effect keys. Every method is one
 * transaction, durable when it resolves. It rejects only when the store itself fails; then nothing is
 * assumed to be done. It knows no state rules: it compares a version and stores.
 */
export interface Ledger {
  /** Stores a delivery. `duplicate` when its id or its meaning is there already. */
  receive(delivery: Delivery): Promise<'stored' | 'duplicate'>;
  /** Whether a delivery of this id is, or was, in the inbox. Spent ones that mean nothing twice are forgotten one day. */
  knows(question: { readonly id: string }): Promise<boolean>;
  /** Issues with deliveries that are not settled, the longest waiting first. */
  unsettled(question: { readonly limit: number }): Promise<readonly IssueRef[]>;
  /** An issue's deliveries that are not settled, in the order they came. */
  unsettledOf(question: { readonly issue: string; readonly limit: number }): Promise<readonly Delivery[]>;
  /** Marks a delivery as dealt with. Settling twice changes nothing. */
  settle(delivery: { readonly id: string; readonly outcome: string }): Promise<void>;
  /** Starts a run. `known` when run or hash is there already; `origin_open` when the Actions run has an open run. */
  open(run: OpenRun): Promise<'opened' | 'known' | 'origin_open'>;
  /**
   * Appends entries behind `expected`, the number of entries the caller saw: compare-and-set. With an
   * `effect`, its key is taken in the same transaction, or nothing is appended.
   */
  append(change: {
    readonly run: string;
    readonly expected: number;
    readonly entries: readonly Entry[];
    readonly row: RunRow;
    readonly effect?: EffectKey;
  }): Promise<'appended' | 'conflict' | 'effect_taken'>;
  /**
   * Puts a run back whose whole chain was verified: row, entries and effect key, or nothing. A run or hash
   * that is there stays as it is (`known`); so does a key that another run holds (`effect_taken`).
   */
  restore(run: RestoredRun): Promise<'restored' | 'known' | 'origin_open' | 'effect_taken'>;
  /** Notes how many entries the check run tells about. Never goes back. */
  markPublished(mark: { readonly run: string; readonly count: number }): Promise<void>;
  /** Notes how many entries the export in the durable place holds. Never goes back. */
  markExported(mark: { readonly run: string; readonly count: number }): Promise<void>;
  byRun(question: { readonly run: string }): Promise<StoredRun | null>;
  byHash(question: { readonly hash: Digest }): Promise<StoredRun | null>;
  /** The newest run of an issue. */
  byIssue(question: {
    readonly repositoryId: string;
    readonly issueNumber: number;
  }): Promise<StoredRun | null>;
  /** Other runs of the same bundle and target that still wait, oldest first. */
  waitingInSlot(question: { readonly slot: string; readonly except: string }): Promise<readonly string[]>;
  /** Issues with runs that have `dueAt <= now`, the longest overdue first. */
  due(question: { readonly now: EpochMs; readonly limit: number }): Promise<readonly IssueRef[]>;
  /**
   * An issue's runs that are due, whose check run tells about fewer entries than there are, or that are at
   * their end and exported with fewer; oldest first.
   */
  dueOf(question: { readonly issue: string; readonly now: EpochMs }): Promise<readonly string[]>;
  /** Issues with runs whose check run tells about fewer entries than there are. */
  unpublished(question: { readonly limit: number }): Promise<readonly IssueRef[]>;
  /** Issues with runs that are at their end, told, and exported with fewer entries than there are. */
  unexported(question: { readonly limit: number }): Promise<readonly IssueRef[]>;
  /** Repositories with runs that are not at their end, ascending by id as text, behind `after`; null: from the first. */
  openRepositories(question: {
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly OpenRepository[]>;
  /** Who started each proposal of a repository that was taken in later than `since`, by numeric ids. */
  acceptedSince(question: {
    readonly repositoryId: string;
    readonly since: EpochMs;
  }): Promise<readonly (readonly string[])[]>;
  /** How far something outside was read, as `setCursor` noted it; null when it never was. */
  cursor(question: { readonly name: string }): Promise<string | null>;
  /** Notes how far something outside was read. Losing it costs reading again, nothing else. */
  setCursor(cursor: { readonly name: string; readonly value: string }): Promise<void>;
  close(): Promise<void>;
}
