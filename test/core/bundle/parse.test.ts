import { describe, expect, it } from 'vitest';
import { bundleIdGrammar } from '../../../lib/core/bundle/parse.ts';
import { bundleOf, callsOf, faultsOf, twisted, written } from './written.ts';

describe('a bundle as a person writes it', () => {
  it('is read with every default filled in', () => {
    const bundle = bundleOf(written);
    expect(bundle.servers).toEqual([
      { id: 'ops', source: { builtin: 'ops' }, arguments: [], environment: [], tools: ['service-status'] },
      {
        id: 'files',
        source: { package: '@scope/server-files', bin: 'server-files' },
        arguments: ['./runbooks', '--quiet'],
        environment: [],
        tools: ['read_text_file', 'a.b'],
      },
    ]);
    expect(callsOf(bundle).map(({ server, tool, excerptBytes }) => [server, tool, excerptBytes])).toEqual([
      ['ops', 'service-status', 4096],
      ['files', 'a.b', 512],
    ]);
    expect(bundle.parameters.map(({ name, fallback }) => [name, fallback])).toEqual([
      ['service', null],
      ['urgent', false],
    ]);
  });

  it('needs neither parameters nor budgets nor arguments', () => {
    const bundle = bundleOf({
      ...twisted(['steps', 0, 'with'], undefined),
      steps: [{ id: 'status', call: 'ops.service-status' }],
      parameters: {},
      budgets: {},
      servers: { ops: { builtin: 'ops', tools: ['service-status'] } },
      propose: { type: 'github.issue.create', risk: 'high', input: {} },
    });
    expect(bundle.budgets).toEqual({ calls: 20, bytes: 1_048_576, activeSeconds: 120 });
    expect(callsOf(bundle)[0]?.input).toEqual({});
  });

  it.each([
    ['id', ['id'], '../x', 'id'],
    ['version', ['version'], '1.0', 'version'],
    ['description of two lines', ['description'], 'a\nb', 'description'],
    ['unknown member', ['run'], 'sh -c evil', 'run'],
    ['unknown member of a server', ['servers', 'ops', 'shell'], 'npx evil', 'servers.ops.shell'],
    ['name of a server', ['servers'], { 'a b': { builtin: 'ops', tools: ['x'] } }, 'servers.a b'],
    ['other builtin', ['servers', 'ops', 'builtin'], 'shell', 'servers.ops.builtin'],
    ['package and builtin', ['servers', 'ops', 'package'], 'evil', 'servers.ops'],
    ['neither package nor builtin', ['servers', 'ops', 'builtin'], undefined, 'servers.ops'],
    ['arguments beside builtin', ['servers', 'ops', 'arguments'], ['/'], 'servers.ops'],
    ['program beside builtin', ['servers', 'ops', 'bin'], 'x', 'servers.ops.bin'],
    ['package with a version', ['servers', 'files', 'package'], 'evil@latest', 'servers.files.package'],
    ['package as a path', ['servers', 'files', 'package'], '../evil', 'servers.files.package'],
    ['program as a path', ['servers', 'files', 'bin'], '../evil', 'servers.files.bin'],
    [
      'path that leaves the folder',
      ['servers', 'files', 'arguments', 0],
      './../x',
      'servers.files.arguments[0]',
    ],
    ['no tool', ['servers', 'ops', 'tools'], [], 'servers.ops.tools'],
    ['name of a tool', ['servers', 'ops', 'tools', 0], '../x', 'servers.ops.tools[0]'],
    ['too many calls for the budget', ['budgets', 'calls'], 1, 'budgets.calls'],
    ['no time', ['budgets', 'activeSeconds'], 0, 'budgets.activeSeconds'],
    ['no steps', ['steps'], [], 'steps'],
    ['two steps of one id', ['steps', 1, 'id'], 'status', 'steps[1].id'],
    ['call without a tool', ['steps', 0, 'call'], 'ops', 'steps[0].call'],
    ['call of an unknown server', ['steps', 0, 'call'], 'other.x', 'steps[0].call'],
    ['call of a tool that is not allowed', ['steps', 0, 'call'], 'ops.other', 'steps[0].call'],
    ['arguments that are a list', ['steps', 0, 'with'], ['x'], 'steps[0].with'],
    ['action type', ['propose', 'type'], 'Issue', 'propose.type'],
    ['risk', ['propose', 'risk'], 'none', 'propose.risk'],
    ['input that is a text', ['propose', 'input'], 'x', 'propose.input'],
  ] as const)('a fault is told by its path: %s', (_, path, value, where) => {
    const faults = faultsOf(twisted(path, value));
    expect(faults.map((fault) => fault.path)).toContain(where);
    expect(faults.every(({ expected }) => expected !== '')).toBe(true);
  });

  it('a server that no step calls is a fault: it would be started for nothing', () => {
    const faults = faultsOf({
      ...written,
      steps: [{ id: 'status', call: 'ops.service-status' }],
    });
    expect(faults).toEqual([{ path: 'servers.files', expected: 'a server that a step calls' }]);
  });

  it('all faults are told together', () => {
    const faults = faultsOf({ ...written, id: 'X', version: 'one', extra: 1 });
    expect(faults.map(({ path }) => path)).toEqual(['extra', 'id', 'version']);
  });

  it.each([null, [], 'text', 7])('%j is no bundle', (value) => {
    expect(faultsOf(value)).toEqual([{ path: '(document)', expected: 'an object' }]);
  });

  it('more members than a part may have are one fault', () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`s${index}`, { builtin: 'ops', tools: ['service-status'] }]),
    );
    expect(faultsOf({ ...written, servers: many })[0]).toEqual({
      path: 'servers',
      expected: 'at most 8 members',
    });
    expect(faultsOf({ ...written, servers: 'none' })[0]).toEqual({ path: 'servers', expected: 'an object' });
  });

  it.each(['../x', '..\\x', '/etc/x', 'a/../../b', '.', '', 'CON', 'a\0b', 'x'.repeat(300), '%2e%2e', 'é'])(
    'FS-01: %j is no bundle id',
    (id) => {
      expect(bundleIdGrammar.test(id)).toBe(false);
    },
  );
});
