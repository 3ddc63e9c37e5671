/** The parts that event shapes are made of. Bounds are well above what GitHub gives; whoever writes an event bounds it first. */
import { isDigest, type Digest } from '../json/digest.ts';
import { integer, nullable, object, oneOf, pattern, text, type Shape } from '../json/shape.ts';
import { refusals, type RefusalCode } from '../refusal.ts';
import { parseInstant } from '../time/instant.ts';
import type { Account, RightRead, Source } from './event.ts';

/** One shape for each member of a type: a member too many or too few does not compile. */
export type MembersOf<Data> = { readonly [Name in keyof Data]-?: Shape<Data[Name]> };

/** An object with exactly the members of a type. */
export function record<Data>(members: MembersOf<Data>): Shape<Data> {
  // `object` reads exactly the members it is given, and `MembersOf` says that these are the type's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return object(members as Readonly<Record<string, Shape<unknown>>>) as unknown as Shape<Data>;
}

/** A whole digest. */
export const digest: Shape<Digest> = text('a digest', 64, isDigest);

/** A decimal id as GitHub gives them, up to 20 digits. */
export const decimalId: Shape<string> = pattern('a decimal id', /^(?:0|[1-9][0-9]{0,19})$/);

/** An id in visible ASCII: a node id, a delivery's GUID, a worker's or an object's name. */
export const opaqueId: Shape<string> = pattern('an id', /^[!-~]{1,200}$/);

/** A line of our own or of a name that people gave: bounded, without control characters. */
export const line: Shape<string> = text('a line of at most 500 characters', 500, isLine);

/** A person's own words, a comment's length at most. */
export const words: Shape<string> = text('text', 65_536, (value) => value.isWellFormed());

/** An instant in UTC, as GitHub (seconds) or we (milliseconds) write it. */
export const instant: Shape<string> = text('an instant in UTC', 24, (value) => parseInstant(value).ok);

/** A web address in visible ASCII. */
export const url: Shape<string> = pattern('a web address', /^https?:\/\/[!-~]{1,2000}$/);

/** A count, or an amount of bytes or milliseconds. */
export const count: Shape<number> = integer(0, Number.MAX_SAFE_INTEGER);

/** A number that starts at one: an issue's, a claim's. */
export const ordinal: Shape<number> = integer(1, Number.MAX_SAFE_INTEGER);

/** An HTTP status. */
export const status: Shape<number> = integer(100, 599);

/** `owner/name`. */
export const repositoryName: Shape<string> = pattern(
  'owner/name',
  /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/,
);

// `Object.keys` gives exactly the catalogue's codes, which its type does not say.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const codes = Object.keys(refusals) as RefusalCode[];

/** A code of the catalogue. */
export const code: Shape<RefusalCode> = oneOf(...codes);

/** A login in visible ASCII, a bot's with its suffix. */
export const account: Shape<Account> = record<Account>({
  id: decimalId,
  login: pattern('a login', /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/),
});

export const source: Shape<Source> = record<Source>({
  kind: oneOf('comment', 'button'),
  id: decimalId,
  nodeId: opaqueId,
  url,
  at: instant,
  bodyDigest: digest,
  delivery: nullable(opaqueId),
});

export const right: Shape<RightRead> = record<RightRead>({ role: line, basis: line, readAt: instant });

function isLine(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}
