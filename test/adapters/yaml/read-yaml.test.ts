import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';

function faults(text: string): readonly string[] {
  const read = readYaml(text);
  return read.ok
    ? []
    : read.fault.map(({ line, column, path, expected }) => `${line}:${column} ${path} ${expected}`);
}

describe('YAML as far as it says what JSON says', () => {
  it.each([
    ['a: 1\nb: [x, "y", 1.5, -0.25, 1e3]', { a: 1, b: ['x', 'y', 1.5, -0.25, 1000] }],
    ['a: true\nb: false\nc: null\nd:', { a: true, b: false, c: null, d: null }],
    ['a: |\n  x\n  y\nb: >-\n  x\n  y', { a: 'x\ny\n', b: 'x y' }],
    ['a: 2026-12-01\nb: 1.0.0\nc: yes', { a: '2026-12-01', b: '1.0.0', c: 'yes' }],
    ['# only a comment', null],
    ['- {a: 1}\n- []', [{ a: 1 }, []]],
  ])('%j', (text, expected) => {
    expect(readYaml(text)).toMatchObject({ ok: true, value: { value: expected } });
  });

  it('FS-06: a key __proto__ is a key', () => {
    const read = readYaml('__proto__: {admin: true}');
    expect(read.ok && Object.keys(read.value.value ?? {})).toEqual(['__proto__']);
    expect('admin' in {}).toBe(false);
  });

  it.each([
    ['a: &x 1\nb: *x', ['1:7 a no anchor', '2:4 b no alias']],
    ['a: &x [1]', ['1:7 a no anchor']],
    ['a: !!str 1', ['1:10 a no tag']],
    ['a: !!set {x}', ['1:10 a no tag']],
    ['a: !custom [x]', ['1:12 a no tag']],
    ['a: 1\na: 2', ['2:1 a each key once']],
    ['x:\n  a: 1\n  b: [1, {c: 1, c: 2}]', ['3:17 x.b[1].c each key once']],
    ['x:\n\ty: 1', ['2:1 (document) no tabs']],
    ['a: 1\n---\nb: 2', ['2:1 (document) one document: no line with --- inside']],
    ['1: a', ['1:1 (document) a text as key']],
    ['x:\n  ? [a]\n  : 1', ['2:5 x a text as key']],
    ['&k a: 1', ['1:4 (document) a text as key']],
  ])('%j is refused where it stands', (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it.each([
    '0x10',
    '0o7',
    '.nan',
    '.inf',
    '~',
    'True',
    'NULL',
    '+1',
    '12345678901234567890',
    '1.',
    '"\\uD800"',
  ])('a value that JSON would not spell so is refused: %s', (value) => {
    expect(faults(`a: ${value}`)).toEqual(['1:4 a a text in quotes, or a value as JSON spells it']);
  });

  it('tabs, size and nesting have bounds', () => {
    expect(faults('a:\n  b: "x\ty"')).toEqual(['2:8 a.b no tabs']);
    expect(faults('x'.repeat(65_537))).toEqual(['1:1 (document) at most 65536 characters']);
    expect(faults('['.repeat(60_000)).length).toBeGreaterThan(0);
    expect(faults('['.repeat(60_000)).length).toBeLessThanOrEqual(20);
    expect(faults(`a: ${'['.repeat(40)}${']'.repeat(40)}`)[0]).toContain('less nesting');
  });

  it('finds a path’s place, or that of the nearest part above it', () => {
    const read = readYaml('servers:\n  ops:\n    tools: [a, b]\n  a.b:\n    x: 1\n');
    if (!read.ok) throw new Error('unreadable');
    const at = (path: string): string => Object.values(read.value.locate(path)).join(':');
    expect(at('servers.ops.tools[1]')).toBe('3:16');
    expect(at('servers.a.b.x')).toBe('5:5');
    expect(at('servers.ops.nowhere')).toBe('2:3');
    expect(at('servers.ops.tools[7]')).toBe('3:5');
    expect(at('(document)')).toBe('1:1');
  });
});
