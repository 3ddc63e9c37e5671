import { canonical } from '../json/canonical.ts';
import { digestDocument, digestText, isDigest, type Digest } from '../json/digest.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { RunEvent } from '../run/event.ts';

/** Who did what an entry tells: the runner's job, the App, or a person by numeric id. */
export interface Actor {
  readonly kind: 'runner' | 'app' | 'person';
  readonly id: string;
  readonly login: string | null;
}

/** One link of a run's chain: an event, when and by whom, behind the digest of the one before. */
export type Entry = EntryFrame & RunEvent;

interface EntryFrame {
  readonly kind: 'countersign/entry@1';
  readonly run: string;
  /** 0 for the first entry, then one more each. */
  readonly seq: number;
  /** RFC 3339 UTC with milliseconds, by the clock of whoever wrote it: the runner's or the App's. */
  readonly at: string;
  readonly actor: Actor;
  /** Digest of the entry before, null for the first. */
  readonly previous: Digest | null;
  /** Digest of the canonical text of all other members. */
  readonly digest: Digest;
}

/** The end of a chain: what the next entry links to. */
export interface Head {
  readonly count: number;
  readonly digest: Digest | null;
}

/** The head of a chain without entries. */
export const emptyHead: Head = { count: 0, digest: null };

/** What is written before it is linked. */
export type Draft = RunEvent & { readonly at: string; readonly actor: Actor };

/** Links drafts behind a head, in order. */
export function link(run: string, head: Head, drafts: readonly Draft[]): readonly Entry[] {
  const entries: Entry[] = [];
  let last = head;
  for (const draft of drafts) {
    const entry = seal(run, last, draft);
    entries.push(entry);
    last = headOf(entry);
  }
  return entries;
}

/** The head that a chain has when this is its last entry. */
export function headOf(entry: Entry): Head {
  return { count: entry.seq + 1, digest: entry.digest };
}

/** The head of a chain of entries. */
export function headOfAll(entries: readonly Entry[]): Head {
  const last = entries.at(-1);
  return last === undefined ? emptyHead : headOf(last);
}

/** Recomputes an entry's digest from its other members. */
export function digestEntry(entry: Entry): Digest {
  const { digest: _, ...rest } = entry;
  return digestDocument(plain(rest));
}

function seal(run: string, head: Head, draft: Draft): Entry {
  const { type, at, actor, data } = draft;
  const previous = head.digest;
  const seq = head.count;
  // The canonical text of all members but the digest, in the two parts between which that stands.
  const before = `{"actor":${text(actor)},"at":${text(at)},"data":${text(data)}`;
  const behind = `,"kind":"countersign/entry@1","previous":${text(previous)},"run":${text(run)},"seq":${seq},"type":${text(type)}}`;
  const digest = digestText(before + behind);
  const entry = { kind: 'countersign/entry@1', run, seq, type, at, actor, data, previous, digest };
  // `type` and `data` come from one draft, which their types, taken one by one, no longer say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const sealed = entry as unknown as Entry;
  texts.set(sealed, `${before},"digest":"${digest}"${behind}`);
  return sealed;
}

function text(member: unknown): string {
  // Plain JSON by its type, which has no index signature; `canonical` throws if it is not.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return canonical(member as JsonValue);
}

/** The texts of entries that were written already: each is asked for several times, and an entry never changes. */
const texts = new WeakMap<Entry, string>();

/** An entry's canonical text. */
export function entryText(entry: Entry): string {
  const known = texts.get(entry) ?? text(entry);
  texts.set(entry, known);
  return known;
}

/** An entry's members are plain JSON by their types, which have no index signature; `canonical` throws if one is not. */
function plain(members: object): JsonObject & { readonly kind: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return members as JsonObject & { readonly kind: string };
}

/** Why a chain does not hold, with the sequence number of the first bad entry. */
export interface ChainFault {
  readonly code:
    | 'entry_digest_wrong'
    | 'entry_out_of_order'
    | 'entry_unlinked'
    | 'entry_of_other_run'
    | 'head_differs';
  readonly seq: number;
}

/**
 * Checks a chain from its first entry: one run, numbers without a gap, every link and digest, and the
 * head that was published elsewhere. Without `head` a tail that was cut off cannot be seen. Where only
 * the head differs, `seq` is the first entry that is missing, or that the head does not know, or else
 * the one that stands where the head's should.
 */
export function verifyChain(entries: readonly Entry[], head: Head): ChainFault | null {
  return follow(entries, head, (entry) => isDigest(entry.digest) && digestEntry(entry) === entry.digest);
}

/** The same for entries of which each was found to fit its digest before. */
export function verifyLinks(entries: readonly Entry[], head: Head): ChainFault | null {
  return follow(entries, head, () => true);
}

function follow(
  entries: readonly Entry[],
  head: Head,
  isWhole: (entry: Entry) => boolean,
): ChainFault | null {
  let previous: Head = emptyHead;
  for (const [index, entry] of entries.entries()) {
    if (entry.run !== entries[0]?.run) return { code: 'entry_of_other_run', seq: index };
    if (entry.seq !== index) return { code: 'entry_out_of_order', seq: index };
    if (entry.previous !== previous.digest) return { code: 'entry_unlinked', seq: index };
    if (!isWhole(entry)) return { code: 'entry_digest_wrong', seq: index };
    previous = headOf(entry);
  }
  if (previous.count === head.count && previous.digest === head.digest) return null;
  const known = headOfAll(entries.slice(0, head.count));
  const agrees = known.count < head.count || known.digest === head.digest;
  return { code: 'head_differs', seq: agrees ? known.count : Math.max(0, head.count - 1) };
}
