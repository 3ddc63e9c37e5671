import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { policyCheck } from '../../cli/policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Told {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Checks a text as a file, under another as the organisation's. Paths are told without their folder. */
async function check(own: string | Uint8Array | null, above: string | null = null): Promise<Told> {
  const [file, organisation] = [join(folder, 'own.yml'), join(folder, 'above.yml')];
  rmSync(file, { force: true });
  if (own !== null) writeFileSync(file, own);
  if (above !== null) writeFileSync(organisation, above);
  let [out, err] = ['', ''];
  const output = {
    out: (text: string): void => void (out += text),
    err: (text: string): void => void (err += text),
  };
  const code = await policyCheck({ file, organisation: above === null ? null : organisation }, output);
  const bare = (text: string): string => text.replaceAll(`${folder}/`, '');
  return { code, out: bare(out), err: bare(err) };
}

describe('countersign policy check', () => {
  it('says what a policy comes to', async () => {
    const text = `version: 1
frozen: weekend
bundles: {triage: {refs: [main]}}
actions:
  github.issue.create: {expires: never, rule: {low: default, medium: default, high: two}}
rules: {two: {teams: [acme/sre], users: [7], count: 2, initiator-may-approve: true}}
`;
    expect(await check(text)).toEqual({
      code: 0,
      out: `own.yml: holds. What it comes to:
  frozen: weekend
  github.issue.create on this: risk low or more, rules default (low), default (medium), two (high), waits without end
  rule default: 1 of role maintain, role admin
  rule two: 2 of team acme/sre, user 7, whoever started it included
  bundles: triage; events: issues, schedule, workflow_dispatch; seals: app, hmac, oidc
`,
      err: '',
    });
    const short = await check('version: 1\nactions: {github.issue.create: {expires: 2h}}\n');
    expect(short.out).toContain('github.issue.create on this: risk low or more, rule default, waits 2 hours');
    const accepting = await check('version: 1\naccepts: {acme/control: 812}\n');
    expect(accepting.out).toContain('  may be decided by acme/control (812)\n');
    expect((await check('version: 1\n')).out).not.toMatch(/github\.(?:pull|workflow)/);
  });

  it('names every fault as editors and compilers do', async () => {
    expect(await check('version: 1\nfreeze: x\nrules:\n  default: {count: 0}\n')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^own\.yml:2:1: freeze: expected one of the keys .*\nown\.yml:4:13: rules\.default\.count: expected an integer from 1 to 20\n2 faults: until corrected, this policy allows nothing\.\n$/,
      ),
    });
    expect((await check('')).err).toContain('1 fault: ');
  });

  it('holds it against the organisation’s, and names whose fault it is', async () => {
    const above = 'version: 1\nrules: {default: {roles: [admin], count: 2}}\n';
    expect((await check('version: 1\nrules: {default: {count: 1}}\n', above)).err).toContain(
      'own.yml:2:19: rules.default.count: expected at least 2, as the organisation says\n',
    );
    expect((await check('version: 1\n', 'version: 1\nx: 1\n')).err).toContain('above.yml:2:1: x: expected');
    expect((await check('version: 1\n', above)).code).toBe(0);
  });

  it.each<[string, string | Uint8Array, string]>([
    [
      'a megabyte',
      `version: 1\n${'#'.repeat(2 ** 20)}`,
      'own.yml:1:1: (document): expected a text file of at most 64 KiB',
    ],
    [
      'bytes that are no text',
      new Uint8Array([0x76, 0xff, 0xfe]),
      'own.yml:1:1: (document): expected a text file',
    ],
    ['an anchor', 'version: &a 1\n', 'own.yml:1:13: version: expected no anchor'],
    ['a tab', 'version: 1\nrules:\n\tdefault: {}\n', 'own.yml:3:1: '],
    [
      'a doubled key',
      'version: 1\nfrozen: a b\nfrozen: c d\n',
      'own.yml:3:1: frozen: expected each key once',
    ],
  ])('PO-04: refuses %s with its line', async (_, text, line) => {
    const told = await check(text);
    expect(told.code).toBe(1);
    expect(told.err).toContain(line);
  });

  it('says that a file is not there', async () => {
    expect(await check(null)).toEqual({
      code: 1,
      out: '',
      err: 'countersign: own.yml can’t be read (ENOENT)\n',
    });
  });
});
