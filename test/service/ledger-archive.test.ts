import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migratePostgresLedger, openPostgresLedger } from '../../lib/adapters/store/postgres/ledger.ts';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { createTestDatabase } from '../postgres/server.ts';
import {
  linesOf,
  liveLedger,
  objectAt,
  parsedLine,
  putBack,
  reseal,
  twist,
  type Place,
} from './ledger-archive-support.ts';

let lines: readonly string[] = [];
let folder = '';
let files = 0;
const cleanups: Array<() => Promise<void>> = [];

function file(): Place & { readonly path: string } {
  files += 1;
  return { path: join(folder, `${files}.sqlite`) };
}

async function database(): Promise<Place & { readonly url: string }> {
  const { url, drop } = await createTestDatabase();
  cleanups.push(drop);
  await migratePostgresLedger(url);
  return { url };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
});
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
  rmSync(folder, { recursive: true });
});

test('a ledger that is exported while nobody works on it has its runs, deliveries and an end', async () => {
  lines = await liveLedger();
  const kinds = lines.map((line) => parsedLine(line)['line'] ?? 'header');
  expect(kinds.filter((kind) => kind === 'run')).toHaveLength(3);
  expect(kinds.filter((kind) => kind === 'delivery').length).toBeGreaterThanOrEqual(5);
  expect(kinds.at(0)).toBe('header');
  expect(kinds.at(-1)).toBe('end');
});

describe('a ledger that moves', () => {
  test('from the file to PostgreSQL and back is the same to the byte', async () => {
    const [there, back] = [await database(), file()];
    expect(await putBack(there, lines)).toMatchObject({ ok: true, value: { runs: 3 } });
    expect(await linesOf(there)).toEqual(lines);
    expect((await putBack(back, await linesOf(there))).ok).toBe(true);
    expect(await linesOf(back)).toEqual(lines);
  });

  test('ID-07: still knows what was delivered, by its id and by its meaning, and whose effect keys are taken', async () => {
    const [first, second] = [file(), await database()];
    for (const place of [first, second]) {
      await putBack(place, lines);
      const ledger = await ('url' in place ? openPostgresLedger(place) : openSqliteLedger(place.path));
      for (const line of lines.map(parsedLine).filter((each) => each['line'] === 'delivery')) {
        const value = objectAt(line, 'value');
        const again = {
          id: textAt(value, 'id'),
          meaning: null,
          name: 'issues',
          installation: '1',
          issue: '1#1',
          payload: '{}',
          receivedAt: 1,
        };
        expect(await ledger.receive(again)).toBe('duplicate');
        if (value['meaning'] === null) continue;
        const meaning = textAt(value, 'meaning');
        expect(await ledger.receive({ ...again, id: 'another', meaning })).toBe('duplicate');
      }
      await ledger.close();
    }
  });
});

describe('a ledger that is put back from a backup', () => {
  test('every run that is not at its end says so and looks back; the others stay as they are', async () => {
    const place = file();
    const now = Date.parse('2026-12-01T00:00:00.000Z');
    expect((await putBack(place, lines, { moved: false, now })).ok).toBe(true);
    const alerts = (await linesOf(place))
      .map(parsedLine)
      .filter((line) => line['line'] === 'run')
      .map((line) => objectAt(line, 'value'))
      .map((run) => [
        objectAt(run, 'row')['state'],
        JSON.stringify(run['entries']).includes('ledger_rebuilt'),
      ]);
    expect(alerts).toEqual([
      ['completed', false],
      ['rejected', false],
      ['awaiting_approval', true],
    ]);
    const ledger = await openSqliteLedger(place.path);
    expect(await ledger.cursor({ name: 'rebuilt' })).toBe('2026-12-01T00:00:00.000Z');
    await ledger.close();
    const again = await linesOf(place);
    expect((await putBack(file(), again, { moved: false, now })).ok).toBe(true);
  });
});

describe('nothing at all is put back', () => {
  test('where there is something already', async () => {
    const place = file();
    await putBack(place, lines);
    expect(await putBack(place, lines)).toEqual({
      ok: false,
      fault: { line: 0, what: 'the ledger is not empty' },
    });
  });

  test.each([
    ['an empty file', () => [], 1, 'the end is missing'],
    ['another file', () => ['{}', ...lines.slice(1)], 1, 'not the first line'],
    ['a line too few', () => lines.toSpliced(2, 1), lines.length - 1, 'numbers'],
    ['two lines in another order', () => swapped(1), -1, 'digest'],
    ['a line twice', () => reseal(lines.toSpliced(2, 0, lines[2] ?? '')), 4, 'stands in a line before'],
    ['no end', () => lines.slice(0, -1), -1, 'the end is missing'],
    ['something behind the end', () => [...lines, '{}'], -1, 'behind the end'],
    ['a line of an unknown kind', () => [lines[0] ?? '', '{"line":"other","value":{}}'], 2, 'no known kind'],
    ['no JSON', () => [lines[0] ?? '', '{"line":'], 2, 'json_syntax'],
    ['spaces between', () => [lines[0] ?? '', ` ${lines[1] ?? ''}`], 2, 'not as it was written'],
  ] as const)('of a file with %s', async (_, make, line, what) => {
    const place = file();
    const given = make();
    const answer = await putBack(place, given);
    expect(answer).toMatchObject({ ok: false, fault: { what: expect.stringContaining(what) } });
    if (line > 0 && !answer.ok)
      expect(answer.fault.line).toBe(line === lines.length - 1 ? given.length : line);
    expect(await linesOf(place)).toHaveLength(2);
  });

  const twists: ReadonlyArray<readonly [string, (run: JsonObject) => JsonObject, string]> = [
    ['another hash', (run) => ({ ...run, hash: '0'.repeat(64) }), 'hash'],
    ['another record', (run) => ({ ...run, record: '{}' }), 'record'],
    ['another repository', (run) => ({ ...run, repositoryId: '99' }), 'columns'],
    ['another installation', (run) => ({ ...run, installation: '99' }), 'columns'],
    ['another slot', (run) => ({ ...run, slot: 'x' }), 'columns'],
    ['another origin', (run) => ({ ...run, origin: 'x' }), 'columns'],
    ['no effect key', (run) => ({ ...run, effect: null }), 'columns'],
    ['a state that its entries do not lead to', (run) => state(run, 'awaiting_approval'), 'row'],
    ['a state that there is not', (run) => state(run, 'approved'), 'value.row.state'],
    ['more told than there is', (run) => ({ ...run, published: 5000 }), 'more was told'],
    ['an entry less', (run) => ({ ...run, entries: entriesOf(run).toSpliced(4, 1) }), 'chain'],
    ['its last entry less', (run) => ({ ...run, entries: entriesOf(run).slice(0, -1) }), 'more was told'],
    ['no entries', (run) => ({ ...run, entries: [] }), 'another run'],
    ['another id', (run) => ({ ...run, run: 'other' }), 'another run'],
    ['a member more', (run) => ({ ...run, more: 1 }), 'no such member'],
  ];
  test.each(twists)('AU-02: of a run with %s, whose file is otherwise in order', async (_, change, what) => {
    const place = await (what === 'chain' ? database() : Promise.resolve(file()));
    const answer = await putBack(place, twist(lines, 1, change));
    expect(answer).toMatchObject({ ok: false, fault: { line: 2, what: expect.stringContaining(what) } });
    expect(await linesOf(place)).toHaveLength(2);
  });

  test('AU-01: of a file in which any one byte was changed', async () => {
    const whole = lines.join('\n');
    const place = file();
    for (let at = 3; at < whole.length; at += Math.ceil(whole.length / 150)) {
      const byte = whole.charCodeAt(at) ^ 1;
      const changed = `${whole.slice(0, at)}${String.fromCharCode(byte)}${whole.slice(at + 1)}`;
      const answer = await putBack(place, changed.split('\n'));
      expect(answer.ok, `byte ${at}`).toBe(false);
    }
  });
});

function swapped(at: number): readonly string[] {
  return lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '');
}

function state(run: JsonObject, name: string): JsonObject {
  return { ...run, row: { ...objectAt(run, 'row'), state: name } };
}

function entriesOf(run: JsonObject): readonly JsonObject[] {
  const { entries } = run;
  if (!Array.isArray(entries)) throw new Error('no entries');
  return entries;
}

function textAt(value: JsonObject, name: string): string {
  const { [name]: text } = value;
  if (typeof text !== 'string') throw new Error(`no text ${name}`);
  return text;
}
