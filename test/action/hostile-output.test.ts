import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canaries, runnerCommands } from '../hostile/shouting.ts';
import type { ActionResult } from './support/run-action.ts';
import {
  hostileBundle,
  installBundle,
  installHostile,
  startActionScene,
  type ActionScene,
  type HostileBundle,
} from './support/scene.ts';

let scene: ActionScene;

beforeEach(async () => {
  scene = await startActionScene();
});
afterEach(() => scene.close());

async function run(mode: string, bundle: HostileBundle = {}): Promise<ActionResult> {
  installHostile(scene.runner, mode, bundle);
  return scene.start({ bundle: 'hostile' });
}

/** What a runner does with a step's output: it takes commands at a line's start, and `##[…]` anywhere. */
function commandsIn(stdout: string): readonly string[] {
  const commands: string[] = [];
  let token: string | null = null;
  for (const line of stdout.split('\n').map((one) => one.trimStart())) {
    const command = /^::([^:]+)::(.*)$/.exec(line) ?? /##\[([^\]]+)\](.*)$/.exec(line);
    if (token !== null) {
      if (command?.[1] === token) token = null;
    } else if (command !== null) {
      if (command[1] === 'stop-commands') token = command[2] ?? null;
      commands.push(command[1] ?? '');
    }
  }
  return commands;
}

const ours = /^(?:group|endgroup|stop-commands|(?:notice|warning|error) title=.*)$/;

describe('what a tool or a server writes', () => {
  it('RU-01 RU-02: output full of runner commands is proposed as text and printed nowhere', async () => {
    const result = await run('commands');
    expect(result.code).toBe(0);
    expect(commandsIn(result.stdout).every((command) => ours.test(command))).toBe(true);
    for (const command of runnerCommands) expect(result.stdout).not.toContain(command);
    expect(scene.issues()[0]?.body).toContain(runnerCommands[0]);
    expect(result.summary).not.toContain('pwned');
  });

  it.each(['commands-error', 'commands-stderr'])(
    'RU-01 RU-02: the same in an error or on stderr reaches the log broken and between stop-commands: %s',
    async (mode) => {
      const result = await run(mode);
      expect(result.code).toBe(1);
      expect(commandsIn(result.stdout).every((command) => ours.test(command))).toBe(true);
      for (const command of runnerCommands) expect(result.stdout).not.toContain(command);
      // It is there, so that a person can see why; it is only not a command any more.
      expect(result.stdout).toContain('  | : :add-mask: :a');
      expect(result.stdout).toContain('in a line ## [error]pwned');
    },
  );

  it('RU-04: an output’s value cannot make other outputs', async () => {
    const result = await run('commands');
    expect(Object.keys(result.outputs)).toEqual(['run-id', 'hash', 'proposal', 'issue-number', 'issue-url']);
  });

  it.each(['secrets', 'secrets-error', 'commands-stderr'])(
    'SE-01: what looks like a credential is in no log, issue, summary or output: %s',
    async (mode) => {
      const result = await run(mode);
      const posted = scene.issues().map(({ title, body }) => `${title}\n${body}`);
      const places = [result.everything, ...posted].join('\n');
      for (const secret of Object.values(canaries))
        for (const line of secret.split('\n')) expect(places).not.toContain(line);
      expect(places).toContain('[redacted]');
    },
  );

  it('SE-06: a receipt digests the output as it came and as it was redacted', async () => {
    const result = await run('secrets');
    const [receipt] = JSON.parse(result.outputs['proposal'] ?? '').evidence;
    const text = `${Object.values(canaries).join('\n')}\n`;
    const output = JSON.stringify({ content: [{ type: 'text', text }] });
    expect(receipt.output).toBe(createHash('sha256').update(output).digest('hex'));
    expect(receipt.bytes.output).toBe(Buffer.byteLength(output));
    expect(receipt.redacted).not.toBe(receipt.output);
  });

  it('RU-09: a server sees an allow-list of variables, an empty home and no secret', async () => {
    const result = await run('environment', { excerptBytes: 16_384 });
    const { body } = JSON.parse(result.outputs['proposal'] ?? '').action.input;
    const seen = JSON.parse(/^\{"env".*\}$/m.exec(body)?.[0] ?? 'null');
    expect(Object.keys(seen.env).toSorted()).toEqual([
      'HOME',
      'NO_COLOR',
      'PATH',
      'RUNNER_TRACKING_ID',
      'TMPDIR',
    ]);
    expect(seen.env.RUNNER_TRACKING_ID).toBe('github_tracking-id');
    expect(seen.home).toEqual([]);
    for (const secret of scene.secrets) expect(scene.issues()[0]?.body).not.toContain(secret);
  });

  it('EV-01..11 EV-22 RU-05 RU-06: markup, mentions, commands and invisible text stay quoted and escaped', async () => {
    const result = await run('markup');
    expect(result.code).toBe(0);
    const { body } = JSON.parse(result.outputs['proposal'] ?? '').action.input;
    const [, ticks = ''] = /^(`{3,})text$/m.exec(body) ?? [];
    expect(ticks.length).toBeGreaterThan(6);
    const inside = body.slice(body.indexOf(`${ticks}text`), body.lastIndexOf(ticks));
    expect(inside).toContain('<h1>Approved by @boss</h1>');
    expect(inside).toContain(String.raw`a\u{202E}b \u{200B} \u{E0041} \u{001B}[2J \u{0000} \u{D800}`);
    expect(body.replace(inside, '')).not.toContain('boss');
    expect(existsSync(join(scene.runner.workspace, 'pwned'))).toBe(false);
  });

  it('EV-23: a link, an image or a structure that disagrees is flagged, digested and never fetched', async () => {
    const link = await run('resource-link');
    expect(JSON.parse(link.outputs['proposal'] ?? '').evidence[0].flags).toEqual(['binary_content']);
    expect(scene.issues()[0]?.body).not.toContain('/etc/passwd');
  });

  it.each([
    ['structure-differs', ['structured_content_differs']],
    ['structure-agrees', []],
    ['structure-only', []],
    ['image-only', ['binary_content', 'not_text']],
  ])('EV-23: flags of %s are %j', async (mode, flags) => {
    const result = await run(mode);
    expect(JSON.parse(result.outputs['proposal'] ?? '').evidence[0].flags).toEqual(flags);
  });

  it('two answers to one question are both on record, and the action names the one it used', async () => {
    const bundle = hostileBundle('changes-its-mind')
      .replace('calls: 1,', 'calls: 2,')
      .replace('steps:\n', 'steps:\n  - { id: before, call: bad.look }\n');
    installBundle(scene.runner, bundle);
    const result = await scene.start({ bundle: 'hostile' });
    expect(result.errors).toEqual([]);
    const { evidence, action } = JSON.parse(result.outputs['proposal'] ?? '');
    const [before, look] = evidence;
    expect([before.step, look.step]).toEqual(['before', 'look']);
    expect(before.arguments).toBe(look.arguments);
    expect(before.output).not.toBe(look.output);
    expect(action.input.body).toContain('answer 2');
    expect(action.input.body).not.toContain('answer 1');
    for (const answer of ['answer 1', 'answer 2']) expect(scene.issues()[0]?.body).toContain(answer);
  });

  it('a schema that a server supplies is never compiled and its references are never fetched', async () => {
    const result = await run('schema-bomb');
    expect(result.code).toBe(0);
  });

  it('EV-26 FS-06: names such as __proto__ in an answer are plain data', async () => {
    const result = await run('pollution');
    expect(result.code).toBe(0);
    const [receipt] = JSON.parse(result.outputs['proposal'] ?? '').evidence;
    const structure = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
    const output = `{"content":[{"type":"text","text":"x"}],"structuredContent":${structure}}`;
    expect(receipt.output).toBe(createHash('sha256').update(output).digest('hex'));
  });

  it('RU-07: noise on stdout is counted and harmless, and the first answer counts', async () => {
    const result = await run('noise');
    expect(result.code).toBe(0);
    expect(result.stdout).not.toContain('pwned');
    expect(JSON.parse(result.outputs['proposal'] ?? '').action.input.body).toContain('all is well');
  });

  it('RU-07: a flood on stderr is drained and harmless', async () => {
    const result = await run('stderr-flood');
    expect(result.code).toBe(0);
    expect(result.everything.length).toBeLessThan(100_000);
  });

  it('characters that are split over many chunks arrive whole', async () => {
    const result = await run('split-characters');
    expect(JSON.parse(result.outputs['proposal'] ?? '').action.input.body).toContain('héllo 世界 🎉');
  });

  it('a server that asks the client for a person’s token gets an error', async () => {
    const result = await run('elicits');
    const { body } = JSON.parse(result.outputs['proposal'] ?? '').action.input;
    expect(body).toContain('-32601');
    expect(body).not.toContain('"action"');
  });

  it('a tool that is offered and not allowed is not called, and listed as ignored', async () => {
    const result = await run('extra-tool');
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('bad: 1 of 2 tools allowed; ignored: look_closer');
  });
});

describe('much output', () => {
  it('EV-16: 10 MB are digested whole and shown by head and tail', async () => {
    const result = await run('big-output');
    expect(result.code).toBe(0);
    const { action, evidence } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(evidence[0].bytes.output).toBeGreaterThan(10_000_000);
    expect(evidence[0].flags).toEqual(['shortened']);
    expect(action.input.body).toContain('BEGIN ab');
    expect(action.input.body).toContain(' END');
    expect(action.input.body).toMatch(/\[… \d+ of \d+ bytes left out …\]/);
  });

  it('a proposal over 65,536 bytes is planned smaller, and what is shown says so', async () => {
    const result = await run('big-output', { excerptBytes: 16_384, quotes: 3 });
    expect(result.code).toBe(0);
    const body = scene.issues()[0]?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_536);
    const { evidence } = JSON.parse(result.outputs['proposal'] ?? '');
    expect(evidence[0].bytes.excerpt).toBeLessThan(16_000);
    expect(evidence[0].flags).toContain('shortened');
  });

  it('a proposal that fits with no excerpt at all is refused, not cut', async () => {
    const result = await run('big-output', { excerptBytes: 256, quotes: 200 });
    expect(result.code).toBe(1);
    expect(result.errors[0]).toMatch(/proposal_too_large|action_refused/);
    expect(scene.issues()).toEqual([]);
  });
});
