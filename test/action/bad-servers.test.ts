import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installHostile, startActionScene, type ActionScene, type HostileBundle } from './support/scene.ts';

interface Case {
  readonly mode: string;
  readonly code: string;
  /** What the annotation says besides the code. */
  readonly says: string;
  readonly bundle?: HostileBundle;
}

const soon: HostileBundle = { activeSeconds: 2 };

const cases: ReadonlyArray<readonly [string, Case]> = [
  [
    'a server that exits at start is named, with its own words in the log',
    { mode: 'exits-at-start', code: 'server_unavailable', says: 'The server bad ended with exit code 3.' },
  ],
  [
    'a server that never finishes its start ends with the budget',
    { mode: 'silent-start', code: 'budget_exceeded', says: 'The server bad was stopped', bundle: soon },
  ],
  [
    'a server that speaks another protocol version is refused',
    { mode: 'strange-version', code: 'server_unavailable', says: 'The server bad could not be understood' },
  ],
  [
    'a server without the allowed tool is refused, whatever else it offers',
    { mode: 'other-tool', code: 'tool_unavailable', says: 'The server bad does not offer the tool look.' },
  ],
  [
    'an allowed tool that declares that it writes is refused',
    { mode: 'writing-tool', code: 'tool_unavailable', says: 'its tool look as read-only' },
  ],
  [
    'an allowed tool that declares nothing is refused',
    { mode: 'silent-tool', code: 'tool_unavailable', says: 'its tool look as read-only' },
  ],
  [
    'a server that dies in a call is named with the tool',
    {
      mode: 'dies-in-call',
      code: 'server_unavailable',
      says: 'The server bad ended with exit code 0, called for look',
    },
  ],
  [
    'a server that is killed in a call is named with the tool',
    { mode: 'killed-in-call', code: 'server_unavailable', says: 'The server bad was ended by SIGKILL' },
  ],
  [
    'a server that dies while it lists its tools is named',
    { mode: 'dies-in-list', code: 'server_unavailable', says: 'The server bad ended with exit code 9' },
  ],
  [
    'EV-24: an answer that is an error is no evidence, however it reads',
    { mode: 'tool-error', code: 'tool_failed', says: 'The tool bad.look answered with an error.' },
  ],
  [
    'a JSON-RPC error tells its number and none of its words',
    { mode: 'rpc-error', code: 'server_unavailable', says: 'the JSON-RPC error -32603' },
  ],
  [
    'RU-07: a server that never answers ends with the budget, named with the tool',
    {
      mode: 'silent-call',
      code: 'budget_exceeded',
      says: 'The server bad was stopped, called for look.',
      bundle: soon,
    },
  ],
  [
    'a server that reports progress for ever ends with the budget',
    { mode: 'progress-forever', code: 'budget_exceeded', says: 'The server bad was stopped', bundle: soon },
  ],
  [
    'a server that closes its output and lives on ends with the budget',
    { mode: 'closes-stdout', code: 'budget_exceeded', says: 'The server bad was stopped', bundle: soon },
  ],
  [
    'a server that asks for ever and reads nothing is given up',
    {
      mode: 'asks-for-ever',
      code: 'server_unavailable',
      says: 'The server bad does not read what it is sent',
    },
  ],
  [
    'EV-25: a list of tools without an end is refused',
    { mode: 'endless-pages', code: 'server_unavailable', says: 'lists tools on more than 8 pages' },
  ],
  [
    'EV-25: a list of tools that turns in a circle is refused',
    { mode: 'cursor-loop', code: 'server_unavailable', says: 'lists tools on more than 8 pages' },
  ],
  [
    'ten thousand tools are refused',
    { mode: 'many-tools', code: 'server_unavailable', says: 'offers more than 512 tools' },
  ],
  [
    'a line of 30 MiB is given up, not kept',
    { mode: 'long-line', code: 'server_unavailable', says: 'sent a message of more than 16777216 bytes' },
  ],
  [
    'an answer over the byte budget ends the run',
    {
      mode: 'wide-output',
      code: 'budget_exceeded',
      says: 'With bad.look, the answers are over',
      bundle: { bytes: 100_000 },
    },
  ],
  [
    'an answer nested beyond reason is no tool result',
    { mode: 'deep-output', code: 'server_unavailable', says: 'no tool result' },
  ],
  [
    'two tools of one name are refused',
    { mode: 'same-name', code: 'server_unavailable', says: 'offers two tools of one name' },
  ],
  [
    'a changed second copy of a tool on a later page is refused',
    { mode: 'drift-in-pages', code: 'server_unavailable', says: 'offers two tools of one name' },
  ],
  ...['name-path', 'name-bidi', 'name-long', 'name-homoglyph'].map((mode): readonly [string, Case] => [
    `a tool’s name beyond letters, digits and _ . - is refused: ${mode}`,
    { mode, code: 'server_unavailable', says: 'whose name is not made of' },
  ]),
  ...['drift', 'drift-cached', 'drift-in-call'].map((mode): readonly [string, Case] => [
    `a tool that changes while it is used makes its answers void: ${mode}`,
    { mode, code: 'tool_changed', says: 'The server bad changed its tool look' },
  ]),
  ...['no-result', 'block-without-type', 'text-no-string'].map((mode): readonly [string, Case] => [
    `an answer that is no tool result is refused: ${mode}`,
    { mode, code: 'server_unavailable', says: 'no tool result' },
  ]),
  [
    'a list that is none is refused',
    { mode: 'no-list', code: 'server_unavailable', says: 'no list of tools' },
  ],
];

describe('a server that misbehaves gives no proposal', () => {
  let scene: ActionScene;

  beforeAll(async () => {
    scene = await startActionScene();
  });
  afterAll(() => scene.close());

  it('the honest server of the same kind gives one', async () => {
    installHostile(scene.runner, 'honest');
    const result = await scene.start({ bundle: 'hostile' });
    expect(result.code).toBe(0);
    const [issue] = scene.issues();
    await scene.fake.world.as('kim').closeIssue('acme/payments', issue?.number ?? 0);
  });

  it.each(cases)('%s', async (_, { mode, code, says, bundle }) => {
    installHostile(scene.runner, mode, bundle);
    const before = scene.issues().length;
    const result = await scene.start({ bundle: 'hostile' });
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]).toContain(`title=Countersign%3A ${code}`);
    expect(result.errors[0]).toContain(says);
    expect(result.code).toBe(1);
    expect(scene.issues()).toHaveLength(before);
    expect(result.outputs).toEqual({});
    expect(scene.orphans()).toEqual([]);
    expect(result.stdout).not.toMatch(/\bat .+:\d+:\d+/);
  });
});
