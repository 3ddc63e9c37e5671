import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { bundleOf, faultsOf, written } from './written.ts';

function withServer(server: JsonObject): JsonObject {
  return {
    ...written,
    servers: { ops: { tools: ['service-status'], ...server } },
    steps: [{ id: 'status', call: 'ops.service-status' }],
    propose: { type: 'github.issue.create', risk: 'low', input: {} },
  };
}

const http = { url: 'https://mcp.example.com/mcp' };

describe('where a server comes from', () => {
  it.each([
    [
      {
        package: '@scope/x',
        environment: { DATA: './data.json', API_KEY: { secret: 'METRICS' }, PLAIN: 'workspace:a' },
      },
      {
        source: { package: '@scope/x', bin: null },
        environment: [
          { name: 'DATA', value: { text: './data.json' } },
          { name: 'API_KEY', value: { secret: 'METRICS' } },
          { name: 'PLAIN', value: { text: 'workspace:a' } },
        ],
      },
    ],
    [
      { command: 'mcp-server-git', arguments: ['--repository', 'workspace:.'] },
      { source: { command: 'mcp-server-git' } },
    ],
    [{ command: '/opt/mcp/server' }, { source: { command: '/opt/mcp/server' } }],
    [http, { source: { url: http.url, bearer: null, addresses: [] } }],
    [
      { ...http, bearer: 'METRICS_TOKEN', addresses: ['10.1.2.3', '::1'] },
      { source: { url: http.url, bearer: 'METRICS_TOKEN', addresses: ['10.1.2.3', '::1'] } },
    ],
  ])('%j', (server, expected) => {
    expect(bundleOf(withServer(server)).servers[0]).toMatchObject(expected);
  });

  it.each([
    ['nothing', {}, 'servers.ops'],
    ['two things', { ...http, command: 'x' }, 'servers.ops'],
    ['http', { url: 'http://mcp.example.com/' }, 'servers.ops.url'],
    ['SS-04: a user', { url: 'https://ok@mcp.example.com/' }, 'servers.ops.url'],
    ['a token in the query', { url: 'https://mcp.example.com/?token=1' }, 'servers.ops.url'],
    ['arguments beside url', { ...http, arguments: ['x'] }, 'servers.ops'],
    ['environment beside builtin', { builtin: 'ops', environment: { A: '1' } }, 'servers.ops'],
    ['bearer beside a program', { command: 'x', bearer: 'T' }, 'servers.ops'],
    ['addresses beside a program', { command: 'x', addresses: ['10.1.2.3'] }, 'servers.ops'],
    ['bin beside command', { command: 'x', bin: 'y' }, 'servers.ops.bin'],
    ['a range as address', { ...http, addresses: ['10.0.0.0/8'] }, 'servers.ops.addresses[0]'],
    ['a name as address', { ...http, addresses: ['localhost'] }, 'servers.ops.addresses[0]'],
    ['a token itself as bearer', { ...http, bearer: 'ghp_x' }, 'servers.ops.bearer'],
    ['a tool twice', { builtin: 'ops', tools: ['service-status', 'service-status'] }, 'servers.ops.tools'],
    [
      'an argument that leaves the bundle',
      { command: 'x', arguments: ['./a/../../b'] },
      'servers.ops.arguments[0]',
    ],
    [
      'an argument that leaves the workspace',
      { command: 'x', arguments: ['workspace:../b'] },
      'servers.ops.arguments[0]',
    ],
    [
      'an absolute path in the workspace',
      { command: 'x', arguments: ['workspace:/etc'] },
      'servers.ops.arguments[0]',
    ],
    [
      'a variable that leaves',
      { command: 'x', environment: { A: 'workspace:a/..\\b' } },
      'servers.ops.environment.A',
    ],
    [
      'a variable of two lines that cannot be seen',
      { command: 'x', environment: { A: 'a\u0000b' } },
      'servers.ops.environment.A',
    ],
    [
      'a secret with more beside it',
      { command: 'x', environment: { A: { secret: 'B', more: 1 } } },
      'servers.ops.environment.A.more',
    ],
    [
      'a secret named in small letters',
      { command: 'x', environment: { A: { secret: 'b' } } },
      'servers.ops.environment.A.secret',
    ],
    ['a path with ..', { command: '/opt/../bin/x' }, 'servers.ops.command'],
    ['a relative path into the checkout', { command: './x' }, 'servers.ops.command'],
    ['a command line', { command: 'node server.js' }, 'servers.ops.command'],
  ])('%s is refused', (_, server, path) => {
    expect(faultsOf(withServer(server)).map((fault) => fault.path)).toContain(path);
  });

  it.each([
    'sh',
    'bash',
    '/bin/sh',
    'npx',
    'uvx',
    'pwsh',
    'env',
    '/usr/bin/env',
    'curl',
    'docker',
    'npm',
    'BASH',
  ])(
    'RU-08: the command %s is refused: it runs, or downloads and runs, what its arguments say',
    (command) => {
      const faults = faultsOf(withServer({ command, arguments: ['-y', 'evil'] }));
      expect(faults).toEqual([
        {
          path: 'servers.ops.command',
          expected: 'a server’s own program: no shell, and nothing that downloads what it runs',
        },
      ]);
    },
  );

  it.each([
    'PATH',
    'HOME',
    'LD_PRELOAD',
    'NODE_OPTIONS',
    'HTTPS_PROXY',
    'NO_PROXY',
    'GITHUB_TOKEN',
    'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
    'INPUT_SEAL-KEY',
    'GIT_SSH_COMMAND',
    'lower',
  ])('SS-10 RU-09: the variable %s can’t be set', (name) => {
    const faults = faultsOf(withServer({ command: 'x', environment: { [name]: '1' } }));
    expect(faults.map((fault) => fault.path)).toEqual([`servers.ops.environment.${name}`]);
  });
});
