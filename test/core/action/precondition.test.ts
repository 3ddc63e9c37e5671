import { describe, expect, it } from 'vitest';
import { checkAction } from '../../../lib/core/action/check.ts';
import { parsePrecondition, preconditionOf } from '../../../lib/core/action/precondition.ts';
import { preconditionSentence } from '../../../lib/core/action/precondition-sentence.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { readPage } from '../proposal/page.ts';
import { render } from '../../../lib/core/proposal/render.ts';
import { baseInput, readRecord } from '../../support/proposal.ts';

const sha = 'c0ffee0000000000000000000000000000c0ffee';
const digest = digestText('as it was');

const whole = {
  ref: { name: 'refs/heads/main', sha },
  issue: { number: 5, state: 'open', digest },
  file: { path: 'deploy/values.yml', ref: 'refs/tags/v1.0', sha },
} as const;

function faultsOf(written: JsonObject): readonly string[] {
  const read = parsePrecondition(written);
  return read.ok ? [] : read.fault.map(({ path }) => path);
}

describe('a precondition', () => {
  it('names a ref, an issue and a file, in any number but none', () => {
    expect(parsePrecondition(whole)).toEqual({ ok: true, value: whole });
    for (const name of ['ref', 'issue', 'file'] as const)
      expect(parsePrecondition({ [name]: whole[name] })).toEqual({
        ok: true,
        value: { ref: null, issue: null, file: null, [name]: whole[name] },
      });
    expect(faultsOf({})).toEqual(['action.precondition']);
  });

  it('has one text: what is not asked for is left out, and never null', () => {
    expect(faultsOf({ ref: null })).toEqual(['action.precondition.ref']);
    expect(faultsOf({ ...whole, etag: 'x' })).toEqual(['action.precondition.etag']);
    expect(faultsOf({ etag: 'x' })).toEqual(['action.precondition.etag']);
  });

  it.each([
    'main',
    'refs/pull/1/head',
    'refs/heads/',
    'refs/heads/a b',
    'refs/heads/a:b',
    'refs/heads/a^{commit}',
    'refs/heads/a@{1}',
    'refs/heads/a..b',
    'refs/heads/a//b',
    'refs/heads/.a',
    'refs/heads/a.',
    'refs/heads/a/',
    'refs/heads/a.lock',
    'refs/heads/a\u200b',
    `refs/heads/${'a'.repeat(256)}`,
  ])('names a ref as git does, and as nothing but a name: %o', (name) => {
    expect(faultsOf({ ref: { name, sha } })).toEqual(['action.precondition.ref.name']);
    expect(faultsOf({ file: { ...whole.file, ref: name } })).toEqual(['action.precondition.file.ref']);
  });

  it.each(['refs/heads/a', 'refs/heads/feature/x.y-z_1', 'refs/tags/v1.0.0-rc.1'])(
    'takes the ref %s',
    (name) => {
      expect(faultsOf({ ref: { name, sha } })).toEqual([]);
    },
  );

  it.each(['', '/etc/passwd', 'a/../b', './a', 'a//b', 'a/', ' a', 'a\nb', 'a\u202eb', 'a'.repeat(1025)])(
    'names a file from the root of the repository, and as it reads: %o',
    (path) => {
      expect(faultsOf({ file: { ...whole.file, path } })).toEqual(['action.precondition.file.path']);
    },
  );

  it.each([
    ['ref', { ...whole.ref, sha: sha.slice(1) }, 'ref.sha'],
    ['ref', { ...whole.ref, sha: sha.toUpperCase() }, 'ref.sha'],
    ['issue', { ...whole.issue, number: 0 }, 'issue.number'],
    ['issue', { ...whole.issue, number: 2 ** 31 }, 'issue.number'],
    ['issue', { ...whole.issue, state: 'OPEN' }, 'issue.state'],
    ['issue', { ...whole.issue, digest: 'x' }, 'issue.digest'],
    ['file', { ...whole.file, sha: 'x' }, 'file.sha'],
  ] as const)('is whole in every part: %s %o', (name, value, path) => {
    expect(faultsOf({ [name]: value })).toEqual([`action.precondition.${path}`]);
  });
});

describe('an action with a precondition', () => {
  const action = {
    type: 'github.issue.create',
    target: { repository: { id: '701', ownerId: '77', name: 'acme/payments' } },
    input: baseInput,
    idempotencyKey: 'cs-0123456789abcdef0123456789abcdef',
  };

  it('is checked with it, whatever its type', () => {
    expect(checkAction({ ...action, precondition: whole }).ok).toBe(true);
    expect(checkAction({ ...action, precondition: { ref: {} } })).toMatchObject({
      fault: { code: 'action_refused', faults: [{ path: 'action.precondition.ref.name' }, {}] },
    });
  });

  it('gives it once it was checked, and null where there is none', () => {
    expect(preconditionOf({ precondition: whole })).toEqual(whole);
    expect(preconditionOf({ precondition: null })).toBeNull();
    expect(() => preconditionOf({ precondition: {} })).toThrow('the action was not checked');
  });

  it('shows it on its page, whole and in our own words', () => {
    const { visible } = render(readRecord({ action: { precondition: whole } }));
    expect(visible).toContain(
      `**Only if** \`refs/heads/main\` leads to the commit \`${sha}\`, the issue \`#5\` is open and reads as it does now and the file \`deploy/values.yml\` at \`refs/tags/v1.0\` is \`${sha}\`: that is compared right before, and otherwise nothing is done. Whoever made that commit can’t approve this.`,
    );
    expect(readPage(visible).images).toBe(0);
    const { issue } = whole;
    expect(render(readRecord({ action: { precondition: { issue } } })).visible).not.toContain('that commit');
    expect(render(readRecord()).visible).not.toContain('**Only if**');
  });

  it('says each part alone, too', () => {
    expect(preconditionSentence({ ref: null, issue: null, file: whole.file })).toBe(
      `the file \`deploy/values.yml\` at \`refs/tags/v1.0\` is \`${sha}\``,
    );
  });
});
