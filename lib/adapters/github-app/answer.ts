/**
 * Reads what GitHub answered. Its objects have many members that are none of our business and grow new
 * ones, so unknown members are ignored; what we use is read strictly, and nothing is guessed.
 */
import { ok, refused, type Result } from '../../core/result.ts';

/** Reads one value, or throws an `AnswerFault`. */
export type Reader<Value> = (value: unknown) => Value;

/** What a reader throws of a value that is not what it must be. */
export class AnswerFault extends Error {}

/** Reads a whole answer. `unreadable` when any part that we use is not what it must be. */
export function readAnswer<Value>(reader: Reader<Value>, data: unknown): Result<Value, 'unreadable'> {
  try {
    return ok(reader(data));
  } catch (error) {
    if (error instanceof AnswerFault) return refused('unreadable');
    throw error;
  }
}

type Members = Readonly<Record<string, Reader<unknown>>>;
type Read<Of extends Members> = {
  readonly [Name in keyof Of]: Of[Name] extends Reader<infer Value> ? Value : never;
};

/** An object's own members. A missing one is read as undefined, which only `orNull` takes. */
export function members<const Of extends Members>(readers: Of): Reader<Read<Of>> {
  const all = Object.entries(readers);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AnswerFault();
    const read: Record<string, unknown> = {};
    for (const [name, reader] of all) read[name] = reader(ownMember(value, name));
    // Every declared member was read by its own reader, which is what the mapped type says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return read as Read<Of>;
  };
}

function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** A list of at most `maxItems`. */
export function listOf<Value>(item: Reader<Value>, maxItems: number): Reader<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) throw new AnswerFault();
    return value.map((one: unknown) => item(one));
  };
}

/** Null where GitHub gives null or nothing. */
export function orNull<Value>(reader: Reader<Value>): Reader<Value | null> {
  return (value) => (value === null || value === undefined ? null : reader(value));
}

/** A string of at most `maxLength` UTF-16 code units, without lone surrogates: it may be hashed. */
function textOf(maxLength: number): Reader<string> {
  return (value) => {
    if (typeof value !== 'string' || value.length > maxLength || !value.isWellFormed())
      throw new AnswerFault();
    return value;
  };
}

/** A name, a login, a node id, an address. */
export const short: Reader<string> = textOf(2048);

/** A title or a body: GitHub stores up to 262,144 bytes. */
export const long: Reader<string> = textOf(262_144);

export const flag: Reader<boolean> = (value) => {
  if (typeof value !== 'boolean') throw new AnswerFault();
  return value;
};

/** A numeric id as a decimal string. The client reads integers beyond 2^53−1 as bigint. */
export const id: Reader<string> = (value) => {
  if (typeof value === 'bigint' && value > 0n) return value.toString();
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value);
  throw new AnswerFault();
};

/** A count that starts at one: an issue's number, an attempt. */
export const ordinal: Reader<number> = (value) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw new AnswerFault();
  return value;
};

/** A 40-digit commit. */
export const sha: Reader<string> = (value) => {
  if (typeof value !== 'string' || !/^[0-9a-f]{40}$/.test(value)) throw new AnswerFault();
  return value;
};

/** A person or a bot by id and login. */
export const account: Reader<{ readonly id: string; readonly login: string }> = members({ id, login: short });

/** The names of an issue's labels, in either of the forms that GitHub gives them. */
export const labelNames: Reader<readonly string[]> = listOf(
  (label) => (typeof label === 'string' ? label : members({ name: short })(label).name),
  100,
);
