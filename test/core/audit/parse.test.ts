import { describe, expect, it } from 'vitest';
import { maxEntries, parseEntries, parseEntry } from '../../../lib/core/audit/parse.ts';
import { entryLines } from '../../../lib/core/audit/lines.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/core/json/value.ts';
import { chain, completed, event, eventTypes, kim, sourceOf } from '../../support/entry.ts';

/** A document as it comes from outside: the entry of this event alone, as plain JSON. */
function written(one: Parameters<typeof chain>[0][number]): JsonObject {
  const value: JsonValue = JSON.parse(entryLines(chain([one])));
  if (!isJsonObject(value)) throw new TypeError('an entry is an object');
  return value;
}

function faults(value: JsonValue): readonly string[] {
  const read = parseEntry(value);
  return read.ok ? [] : read.fault.map(({ path }) => path);
}

describe('an entry from outside', () => {
  it.each(eventTypes)('of type %s reads as it was written', (type) => {
    const value = written(event(type));
    expect(parseEntry(value)).toEqual({ ok: true, value });
  });

  it.each(eventTypes)('of type %s lacks no member and has none more', (type) => {
    const value = written(event(type));
    const data = value['data'];
    if (!isJsonObject(data)) throw new TypeError('data is an object');
    for (const { at, without } of everyMember(data, ['data'])) {
      expect(faults({ ...value, data: without }), at).not.toEqual([]);
    }
    expect(faults({ ...value, data: { ...data, more: 1 } })).toEqual(['data.more']);
  });

  it('has exactly the members of the frame', () => {
    const value = written(event('run.held'));
    for (const name of Object.keys(value)) {
      const { [name]: _, ...rest } = value;
      expect(faults(rest)).toEqual([name === 'type' ? '(document)' : name]);
    }
    expect(faults({ ...value, more: null })).toEqual(['more']);
    expect(faults({ ...value, ['__proto__']: 1 })).toEqual(['__proto__']);
  });

  it.each<readonly [string, JsonObject]>([
    ['another kind', { kind: 'countersign/proposal@1' }],
    ['an unknown type', { type: 'run.approved' }],
    ['a type from the object’s prototype', { type: 'toString' }],
    ['a time without milliseconds', { at: '2026-12-01T14:03:00Z' }],
    ['TM-02: a day that the month does not have', { at: '2026-02-30T00:00:00.000Z' }],
    ['a time with an offset', { at: '2026-12-01T14:03:00.0+00' }],
    ['a negative number', { seq: -1 }],
    ['a number beyond the longest chain', { seq: maxEntries + 1 }],
    ['a shortened digest', { digest: 'ab' }],
    ['no previous at all', { previous: '' }],
    ['a run of several words', { run: '1 2' }],
    ['an actor of an unknown kind', { actor: { kind: 'god', id: '1', login: null } }],
    ['data of another type', { data: { hash: 'x' } }],
  ])('is refused with %s', (_, twist) => {
    expect(faults({ ...written(event('run.held')), ...twist })).not.toEqual([]);
  });

  it.each<readonly [string, JsonValue]>([
    ['null', null],
    ['a list', []],
    ['a text', 'run.held'],
  ])('is refused when it is %s', (_, value) => {
    expect(faults(value)).toEqual(['(document)']);
  });

  it('holds decimal ids only', () => {
    for (const id of ['01', '1e3', '-1', '', '１', '1 ', '123456789012345678901']) {
      expect(faults(written(event('rights.read', { by: { id, login: 'octo-kim' } }))), id).toContain(
        'data.by.id',
      );
    }
  });

  it('AP-35: holds logins as GitHub gives them, a bot’s and a managed user’s too', () => {
    for (const login of ['octo-kim', 'mona_acme', 'dependabot[bot]', 'a'])
      expect(faults(written(event('rights.read', { by: { id: '1', login } }))), login).toEqual([]);
    for (const login of ['', '@kim', 'kim\n', 'kіm', '[bot]', '-kim', 'a'.repeat(101)])
      expect(faults(written(event('rights.read', { by: { id: '1', login } }))), login).not.toEqual([]);
  });

  it('holds lines without control characters, and a person’s words as they are', () => {
    expect(faults(written(event('tool.called', { tool: 'a\nb' })))).toEqual(['data.tool']);
    expect(faults(written(event('tool.called', { tool: 'a'.repeat(501) })))).toEqual(['data.tool']);
    expect(faults(written(event('run.rejected', { reason: 'first\nsecond \u202e' })))).toEqual([]);
  });

  it('is refused with a lone surrogate, which has no digest', () => {
    const value = written(event('run.rejected'));
    const data = value['data'];
    expect(faults({ ...value, data: { ...(isJsonObject(data) ? data : {}), reason: '\ud800' } })).toEqual([
      'data.reason',
    ]);
  });

  it('holds only codes of the catalogue', () => {
    const value = written(event('run.held'));
    expect(faults({ ...value, data: { code: 'approved' } })).toEqual(['data.code']);
    expect(faults({ ...value, data: { code: 'constructor' } })).toEqual(['data.code']);
  });

  it('holds web addresses, never other ones', () => {
    for (const url of ['javascript:alert(1)', 'https://x/ y', 'ftp://x/', 'https://'])
      expect(faults(written(event('run.resumed', { by: kim, source: sourceOf('1', { url }) }))), url).toEqual(
        ['data.source.url'],
      );
  });
});

describe('entries from outside', () => {
  it('read as a whole, in their order', () => {
    const entries = chain(completed);
    const value: JsonValue = JSON.parse(`[${entryLines(entries).split('\n').join(',')}]`);
    expect(parseEntries(value)).toEqual({ ok: true, value: entries });
    expect(parseEntries([])).toEqual({ ok: true, value: [] });
  });

  it('list the faults of every entry, each with its place', () => {
    const value = written(event('run.held'));
    const read = parseEntries([value, { ...value, seq: 'x' }, 7, { ...value, data: {} }]);
    expect(read.ok ? [] : read.fault.map(({ path }) => path)).toEqual(['[1].seq', '[2]', '[3].data.code']);
  });

  it('are bounded in number, and a list only', () => {
    expect(parseEntries(Array.from({ length: maxEntries + 1 }, () => null)).ok).toBe(false);
    expect(parseEntries({}).ok).toBe(false);
  });
});

interface Cut {
  readonly at: string;
  readonly without: JsonObject;
}

/** The data once for each of its members, at any depth, with that member left out. */
function everyMember(data: JsonObject, path: readonly string[]): readonly Cut[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = data;
    const deeper = isJsonObject(value) ? everyMember(value, [...path, name]) : [];
    return [
      { at: [...path, name].join('.'), without: rest },
      ...deeper.map(({ at, without }) => ({ at, without: { ...data, [name]: without } })),
    ];
  });
}
