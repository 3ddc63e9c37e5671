import {
  exactly,
  integer,
  list,
  nullable,
  object,
  oneOf,
  readShape,
  text,
  type Shape,
  type ShapeFault,
} from '../json/shape.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';
import { refused, type Result } from '../result.ts';
import { appMembers } from '../run/app-shape.ts';
import { runnerMembers } from '../run/runner-shape.ts';
import { digest, opaqueId, record } from '../run/shape-parts.ts';
import { parseInstant } from '../time/instant.ts';
import type { Actor, Entry } from './entry.ts';

/** The longest chain that is read. A run that people and sweeps touch all day stays far below. */
export const maxEntries = 10_000;

/**
 * Reads one entry strictly: exactly the members of its type, every text bounded, every id a decimal
 * string. It checks no digest and no link; `verifyChain` does.
 */
export function parseEntry(value: JsonValue): Result<Entry, readonly ShapeFault[]> {
  return readShape(entry, value);
}

/** Reads a list of at most `maxEntries` entries strictly, with the faults of all of them. */
export function parseEntries(value: JsonValue): Result<readonly Entry[], readonly ShapeFault[]> {
  return readShape(list(entry, maxEntries), value);
}

const actor: Shape<Actor> = record<Actor>({
  kind: oneOf('runner', 'app', 'person'),
  id: opaqueId,
  login: nullable(opaqueId),
});

const milliseconds: Shape<string> = text('an instant in UTC with milliseconds', 24, (value) => {
  return value.length === 24 && parseInstant(value).ok;
});

const shapes: ReadonlyMap<unknown, Shape<Entry>> = new Map(
  Object.entries({ ...runnerMembers, ...appMembers }).map(([type, members]) => [
    type,
    entryOf(type, members as Readonly<Record<string, Shape<unknown>>>),
  ]),
);

function entryOf(type: string, data: Readonly<Record<string, Shape<unknown>>>): Shape<Entry> {
  // The two tables tie each type to its data; a loop over all types cannot say that once more.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return object({
    kind: exactly('countersign/entry@1'),
    run: opaqueId,
    seq: integer(0, maxEntries),
    type: exactly(type),
    at: milliseconds,
    actor,
    data: object(data),
    previous: nullable(digest),
    digest,
  }) as unknown as Shape<Entry>;
}

function entry(value: JsonValue, path: string): Result<Entry, readonly ShapeFault[]> {
  const shape = isJsonObject(value) ? shapes.get(value['type']) : undefined;
  if (shape !== undefined) return shape(value, path);
  return refused([{ path: path === '' ? '(document)' : path, expected: 'an entry of a known type' }]);
}
