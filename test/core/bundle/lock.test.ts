import { describe, expect, it } from 'vitest';
import { staleLock } from '../../../lib/core/bundle/lock-check.ts';
import { compareLocks, compareServers, pinTool } from '../../../lib/core/bundle/lock-difference.ts';
import { parseLock, writeLock, type BundleLock } from '../../../lib/core/bundle/lock.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { parseJson } from '../../../lib/core/json/parse.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { bundleOf, lockOf, written } from './written.ts';

const bundle = bundleOf(written);
const file = { path: 'bundle.yml', digest: digestText('a'), bytes: 1 };
const lock: BundleLock = { ...lockOf(bundle, describedAs), files: [file] };

function describedAs(name: string): JsonObject {
  return { name, description: `Reads ${name}.`, inputSchema: { type: 'object', required: ['path'] } };
}

describe('a lock', () => {
  it('is read as it is written, one member a line', () => {
    const text = writeLock(lock);
    const parsed = parseJson(text);
    expect(parsed.ok && parseLock(parsed.value)).toEqual({ ok: true, value: lock });
    expect(text.endsWith('}\n')).toBe(true);
    expect(text).toContain('"description": "Reads service-status.",\n');
  });

  it.each<readonly [string, (lock: BundleLock) => JsonObject, string]>([
    ['another kind', (one) => ({ ...plain(one), kind: 'countersign/bundle-lock@2' }), 'kind'],
    [
      'a digest of something else',
      (one) => ({ ...plain(one), files: [{ ...file, digest: 'x' }] }),
      'files[0].digest',
    ],
    ['a member too many', (one) => ({ ...plain(one), more: 1 }), 'more'],
    [
      'a descriptor that its digest does not fit',
      (one) => ({
        ...plain(one),
        servers: [
          {
            id: 'ops',
            version: null,
            tools: [{ ...pinTool('x', { name: 'x' }), descriptor: { name: 'y' } }],
          },
        ],
      }),
      'servers[0].tools[0]',
    ],
    [
      'a descriptor of another tool',
      (one) => ({
        ...plain(one),
        servers: [{ id: 'ops', version: null, tools: [{ ...pinTool('x', { name: 'x' }), name: 'y' }] }],
      }),
      'servers[0].tools[0]',
    ],
  ])('with %s is none', (_, twist, path) => {
    const read = parseLock(twist(lock));
    expect(read.ok ? [] : read.fault.map((fault) => fault.path)).toEqual([path]);
  });
});

function plain({ kind, bundle: of, files, servers }: BundleLock): JsonObject {
  return {
    kind,
    bundle: { ...of },
    files: files.map((one) => ({ ...one })),
    servers: servers.map(({ id, version, tools }) => ({
      id,
      version,
      tools: tools.map((tool) => ({ ...tool })),
    })),
  };
}

describe('a lock is of this bundle as it is', () => {
  const other = { path: 'runbooks/a.md', digest: digestText('b'), bytes: 2 };

  it('when files and tools are the same; the lock itself does not count', () => {
    const files = [file, { path: 'bundle.lock.json', digest: digestText('c'), bytes: 3 }];
    expect(staleLock(bundle, files, lock)).toBeNull();
  });

  it.each([
    ['bundle.yml was changed since', [{ ...file, digest: digestText('b') }], lock],
    ['bundle.yml was changed since', [{ ...file, bytes: 2 }], lock],
    ['runbooks/a.md was added since', [file, other], lock],
    ['runbooks/a.md was taken away since', [file], { ...lock, files: [file, other] }],
    ['bundle.lock.json is of other 1.0.0', [file], { ...lock, bundle: { id: 'other', version: '1.0.0' } }],
    [
      'bundle.lock.json is of incident-response 1.0.1',
      [file],
      { ...lock, bundle: { ...lock.bundle, version: '1.0.1' } },
    ],
    ['it pins other tools than the bundle allows', [file], { ...lock, servers: lock.servers.slice(1) }],
    [
      'it pins other tools than the bundle allows',
      [file],
      { ...lock, servers: lock.servers.map((one) => ({ ...one, tools: one.tools.slice(1) })) },
    ],
  ])('otherwise: %s', (why, files, twisted) => {
    expect(staleLock(bundle, files, twisted)).toBe(why);
  });
});

describe('a difference is told by what and how', () => {
  const [ops] = lock.servers;
  if (ops === undefined) throw new Error('no server');
  const changed = (descriptor: JsonObject): readonly unknown[] =>
    compareServers(ops, { ...ops, tools: [pinTool('service-status', descriptor)] });

  it('nothing differs from itself', () => {
    expect(compareLocks(lock, lock)).toEqual([]);
  });

  it('T23: one word of a description', () => {
    expect(changed({ ...describedAs('service-status'), description: 'Writes service-status.' })).toEqual([
      {
        what: 'ops.service-status: description',
        before: 'Reads service-status.',
        after: 'Writes service-status.',
      },
    ]);
  });

  it('a schema, by the path inside it', () => {
    const inputSchema = { type: 'object', required: ['path', 'token'], properties: {} };
    expect(changed({ ...describedAs('service-status'), inputSchema })).toEqual([
      { what: 'ops.service-status: inputSchema.required.1', before: null, after: 'token' },
      { what: 'ops.service-status: inputSchema.properties', before: null, after: '{}' },
    ]);
  });

  it('an annotation that came, a kind of value that changed, and a member named like a prototype’s', () => {
    const { inputSchema: _, ...rest } = describedAs('service-status');
    expect(changed({ ...rest, inputSchema: [1], annotations: { readOnlyHint: true } })).toEqual([
      {
        what: 'ops.service-status: inputSchema',
        before: '{"required":["path"],"type":"object"}',
        after: '[1]',
      },
      { what: 'ops.service-status: annotations', before: null, after: '{"readOnlyHint":true}' },
    ]);
    const named = JSON.parse('{"name":"service-status","__proto__":1}');
    expect(compareServers(ops, { ...ops, tools: [pinTool('service-status', named)] })).toContainEqual({
      what: 'ops.service-status: __proto__',
      before: null,
      after: '1',
    });
  });

  it('a tool that came or went, and a package’s version', () => {
    const after = { ...ops, version: '2.0.0', tools: [pinTool('other', { name: 'other' })] };
    expect(compareServers(ops, after)).toEqual([
      { what: 'ops: version', before: null, after: '2.0.0' },
      { what: 'ops.service-status: no longer there', before: ops.tools[0]?.digest, after: null },
      { what: 'ops.other: allowed now', before: null, after: after.tools[0]?.digest },
    ]);
  });

  it('files, servers, id and version of the bundle', () => {
    const after: BundleLock = {
      ...lock,
      bundle: { id: 'other', version: '2.0.0' },
      files: [{ path: 'new.md', digest: digestText('n'), bytes: 1 }],
      servers: [{ id: 'new', version: null, tools: [pinTool('x', { name: 'x' })] }],
    };
    expect(compareLocks(lock, after).map(({ what, before, after: now }) => [what, before, now])).toEqual([
      ['id', 'incident-response', 'other'],
      ['version', '1.0.0', '2.0.0'],
      ['file bundle.yml', file.digest, null],
      ['file new.md', null, digestText('n')],
      ['server ops', 'service-status', null],
      ['server files', 'read_text_file, a.b', null],
      ['server new', null, 'x'],
    ]);
  });

  it('at most 40 of them', () => {
    const many = (value: number): JsonObject => ({
      name: 'service-status',
      ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, value])),
    });
    const before = { ...ops, tools: [pinTool('service-status', many(1))] };
    expect(compareServers(before, { ...ops, tools: [pinTool('service-status', many(2))] })).toHaveLength(40);
  });
});
