import { openPostgresSource, openPostgresTarget } from '../../lib/adapters/store/postgres/archive.ts';
import { openSqliteSource, openSqliteTarget } from '../../lib/adapters/store/archive.ts';
import { canonical } from '../../lib/core/json/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/core/json/value.ts';
import type { LedgerSource, LedgerTarget } from '../../lib/core/port/ledger-archive.ts';
import type { Result } from '../../lib/core/result.ts';
import { exportLedger } from '../../lib/service/ledger-export.ts';
import { importLedger, type ImportCounts, type ImportFault } from '../../lib/service/ledger-import.ts';
import { digestLine } from '../../lib/service/ledger-lines.ts';
import { propose, startHouse } from '../scenario/house.ts';

/** Where a ledger is. */
export type Place = { readonly url: string } | { readonly path: string };

export async function linesOf(place: Place): Promise<readonly string[]> {
  const source: LedgerSource = await ('url' in place
    ? openPostgresSource(place.url)
    : openSqliteSource(place.path));
  try {
    const lines: string[] = [];
    for await (const line of exportLedger(source)) lines.push(line);
    return lines;
  } finally {
    await source.close();
  }
}

export async function putBack(
  place: Place,
  lines: readonly string[],
  options: { readonly moved: boolean; readonly now: number } = { moved: true, now: 0 },
): Promise<Result<ImportCounts, ImportFault>> {
  const target: LedgerTarget = await ('url' in place
    ? openPostgresTarget(place.url)
    : openSqliteTarget(place.path));
  try {
    return await importLedger(each(lines), target, options);
  } finally {
    await target.close();
  }
}

async function* each(lines: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield* lines;
}

/**
 * The ledger of an App that did something: one proposal completed, one rejected, one that waits, each with
 * deliveries behind it, and one delivery that was not looked at yet.
 */
export async function liveLedger(): Promise<readonly string[]> {
  const house = await startHouse();
  const { world } = house;
  const completed = await propose(house);
  await world.as('kim').comment('acme/payments', completed.number, `/approve ${completed.hash}`);
  await house.settled();
  const rejected = await propose(house);
  await world.as('kim').comment('acme/payments', rejected.number, `/reject ${rejected.hash}`);
  await house.settled();
  await propose(house);
  await house.settled();
  let lines: readonly string[] = [];
  await house.restart(async () => {
    lines = await linesOf({ path: house.settings.ledgerPath });
  });
  return lines;
}

/** The lines with one of them changed, and numbers and digest at the end as they then should be. */
export function twist(
  lines: readonly string[],
  index: number,
  change: (value: JsonObject) => JsonObject,
): readonly string[] {
  return reseal(lines.map((line, at) => (at === index ? canonical(twisted(line, change)) : line)));
}

function twisted(line: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const parsed = parsedLine(line);
  return { ...parsed, value: change(objectAt(parsed, 'value')) };
}

/** Puts numbers and digest at the end as the lines before are. */
export function reseal(lines: readonly string[]): readonly string[] {
  const body = lines.filter((line) => !line.startsWith('{"line":"end"'));
  let digest: string | null = null;
  for (const line of body) digest = digestLine(digest, line);
  const count = (kind: string): number => body.filter((line) => line.startsWith(`{"line":"${kind}"`)).length;
  const value = {
    runs: count('run'),
    deliveries: count('delivery'),
    cursors: count('cursor'),
    digest: digest ?? '',
  };
  return [...body, canonical({ line: 'end', value })];
}

export function parsedLine(line: string): JsonObject {
  const value: JsonValue = JSON.parse(line);
  if (!isJsonObject(value)) throw new Error('not a line');
  return value;
}

export function objectAt(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  if (member === undefined || !isJsonObject(member)) throw new Error(`no object ${name}`);
  return member;
}
