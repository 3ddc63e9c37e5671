import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { issueCreate } from '../../../lib/core/action/issue-create.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { composeBody } from '../../../lib/core/proposal/body.ts';
import { render } from '../../../lib/core/proposal/render.ts';
import { renderTitle } from '../../../lib/core/proposal/title.ts';
import { readRecord, type Twist } from '../../support/proposal.ts';
import { readPage } from './page.ts';

const base = readRecord();
const page = render(base);
const visibleOf = (twist: Twist): string => render(readRecord(twist)).visible;
const paragraphsOf = (twist: Twist): readonly string[] => visibleOf(twist).split('\n\n');

const ruleOf = (twist: Twist): string =>
  paragraphsOf(twist).find((one) => one.includes('must approve')) ?? '';
const inputWith = (twist: JsonObject): Twist => ({
  action: { input: { ...base.proposal.action.input, ...twist } },
});

describe('the page of a proposal', () => {
  test('is the same text each time', () => {
    expect(render(readRecord())).toEqual(page);
  });

  test('OI-07: says that it is done in another repository, and only then', () => {
    const words = '**In another repository:** it is decided here and done in `acme/public`';
    const target = { repository: { ...base.proposal.repository, id: '702', name: 'acme/public' } };
    expect(visibleOf({ action: { target } })).toContain(words);
    expect(page.visible).not.toContain('another repository');
  });

  test('EV-29: has a title of our own words, the bundle’s id and 8 digits', () => {
    expect(page.title).toBe(`Countersign: create an issue (incident-response, ${base.hash.slice(0, 8)})`);
    const longest = readRecord({
      proposal: { bundle: { id: 'a'.repeat(64), version: '1', digest: digestText('') } },
    });
    expect(render(longest).title.length).toBeLessThan(120);
  });

  test('says first what will be done, where, and how risky it is', () => {
    expect(paragraphsOf({}).slice(0, 2)).toEqual([
      '**Proposed:** create the issue `payments: 5xx above 10 %` in `acme/payments`, with the labels `incident` and `payments`.',
      '**Risk:** medium · **Rule:** `default`, this repository has no policy file · **Bundle:** `incident-response 1.0.0`',
    ]);
  });

  test('holds the lines that approve and reject it, each alone in a fence to copy', () => {
    const lines = readPage(page.visible).fences.map(({ text }) => text);
    expect(lines.slice(0, 2)).toEqual([`/approve ${base.hash}\n`, `/reject ${base.hash}\n`]);
  });

  test('links the checks of the commit and the Actions run, and nothing else', () => {
    expect(readPage(page.visible).links).toEqual([
      'https://github.com/acme/payments/commit/c0ffee0000000000000000000000000000c0ffee/checks',
      'https://github.com/acme/payments/actions/runs/8809/attempts/1',
    ]);
  });

  test('is made of our paragraphs, headings, folds and fences only', () => {
    const { html, headings, images, others, references } = readPage(page.visible);
    expect({ headings, images, others, references }).toEqual({
      headings: ['Evidence (untrusted text, quoted)'],
      images: 0,
      others: [],
      references: [],
    });
    expect(html).toEqual([
      '<details open>\n<summary>The text of the new issue</summary>',
      '</details>',
      '<details>\n<summary>The exact proposal, and how to check the hash</summary>',
      '</details>',
    ]);
  });

  test('has paragraphs of one line, since GitHub breaks lines at line feeds', () => {
    const outside = page.visible.replaceAll(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '');
    const broken = outside
      .split('\n\n')
      .filter((one) => one.trim().includes('\n') && !one.startsWith('<details'));
    expect(broken).toEqual([]);
  });

  test('stays the same page with the record and seal lines behind it', () => {
    const seal = { kind: 'hmac', keyId: '0a1b2c3d', value: 'ab'.repeat(32) } as const;
    const whole = readPage(composeBody({ visible: page.visible, packedRecord: 'AAAA', seal }));
    const { html, ...others } = readPage(page.visible);
    expect(whole).toMatchObject(others);
    expect(whole.html.slice(0, html.length)).toEqual(html);
    expect(whole.html.slice(html.length).every((one) => one.startsWith('<!-- countersign:'))).toBe(true);
  });

  test('a person can recompute the hash with the command that the page gives', () => {
    const { fences } = readPage(page.visible);
    const line = fences.find(({ info }) => info === 'json')?.text ?? '';
    const command = fences.find(({ info }) => info === 'sh')?.text.replace('< proposal.json', '') ?? '';
    expect(line).toBe(`${base.record.proposal}\n`);
    expect(execFileSync('sh', ['-c', command], { input: line, encoding: 'utf8' }).slice(0, 64)).toBe(
      base.hash,
    );
  });
});

test('the title of an agent’s proposal says so in place of a bundle', () => {
  const proposal = { ...base.proposal, bundle: null };
  expect(renderTitle(issueCreate, proposal, base.hash)).toBe(
    `Countersign: create an issue (agent, ${base.hash.slice(0, 8)})`,
  );
});

describe('what the page says of the rule', () => {
  test('names roles, deadline and who is left out', () => {
    expect(ruleOf({})).toBe(
      'One person must approve by **2026-12-01 14:10 UTC**: anyone with the maintain or admin role on `acme/payments`. @octo-dana started this run and can’t approve it.',
    );
  });

  test('names teams and ids, and mentions only the teams that the rule wants mentioned', () => {
    const rule = { count: 2, teams: ['acme/sre', 'acme/ops'], users: ['12', '13'], mention: ['acme/sre'] };
    expect(ruleOf({ rule })).toContain(
      'Two people must approve by **2026-12-01 14:10 UTC**: anyone with the maintain or admin role on `acme/payments`, in the team @acme/sre or `acme/ops` or with the account id `12` or `13`.',
    );
    expect(readPage(visibleOf({ rule })).mentions).toEqual(['@acme/sre', '@octo-dana']);
  });

  test('mentions others whom the rule wants mentioned in a sentence of their own', () => {
    const twist = {
      rule: { roles: [], teams: ['acme/sre'], mention: ['acme/sre', 'octo-kim', 'acme/leads'] },
    };
    expect(paragraphsOf(twist)).toContain('For the attention of @octo-kim and @acme/leads.');
  });

  test('says so where the proposal never expires', () => {
    expect(ruleOf({ proposal: { expiresAt: null } })).toContain('One person must approve: anyone');
  });

  test('names both who started the run and who started it again', () => {
    const { origin } = base.proposal;
    if (!('actions' in origin)) throw new Error('the base is an Actions run');
    const twist: Twist = {
      proposal: { origin: { actions: { ...origin.actions, triggeringActor: '1003' } } },
      started: { triggeringActor: { id: '1003', login: 'octo-ana' } },
    };
    expect(ruleOf(twist)).toContain('@octo-dana and @octo-ana started this run and can’t approve it.');
  });

  test('shows an App that started the run without mentioning it', () => {
    const actor = { id: '1001', login: 'github-actions[bot]' };
    expect(ruleOf({ started: { actor, triggeringActor: actor } })).toContain(
      '`github-actions[bot]` started this run',
    );
  });

  test('says where initiators may approve, and where authors of evidence may not', () => {
    expect(ruleOf({ rule: { initiatorMayApprove: true } })).toContain(
      '@octo-dana started this run; the rule lets whoever starts a run approve it too.',
    );
    expect(ruleOf({ rule: { evidenceAuthorsMayApprove: false } })).toContain(
      'can’t approve it. Nor can anyone who wrote what is quoted as evidence below.',
    );
  });

  test('names the policy’s commit, and gives its reason as text', () => {
    const source = { commit: `0badcafe${'0'.repeat(32)}`, digest: digestText('policy') };
    const rule = {
      ...base.proposal.policy.rule,
      name: 'sre-two',
      reason: 'See @all, [here](https://x.test)',
    };
    const twist = { proposal: { policy: { source, rule } } };
    expect(paragraphsOf(twist).slice(1, 3)).toEqual([
      '**Risk:** medium · **Rule:** `sre-two`, from the policy at commit `0badcafe` · **Bundle:** `incident-response 1.0.0`',
      '**Why this rule:** `See @all, [here](https://x.test)`',
    ]);
    expect(readPage(visibleOf(twist)).mentions).toEqual(['@octo-dana']);
  });
});

describe('what the page shows of the action', () => {
  test('the text that will stand in the issue, line by line', () => {
    const body = 'first\n\n```text\nquoted @all <b>\n```\n\nlast';
    const shown = readPage(visibleOf(inputWith({ body })));
    expect(shown.fences.find(({ info }) => info === 'markdown')?.text).toBe(`${body}\n`);
    expect(shown.mentions).toEqual(['@octo-dana']);
  });

  test('no preview of an empty text, and none of one that is too long to show twice', () => {
    expect(visibleOf(inputWith({ body: '' }))).not.toContain('<details open>');
    const long = visibleOf(inputWith({ body: 'x'.repeat(8001) }));
    expect(long).toContain('Too long to show twice: read it in the exact proposal below.');
    expect(long.match(/x{8001}/g)).toHaveLength(1);
  });

  test('CA-08: characters beyond ASCII by their code points', () => {
    const text = visibleOf(inputWith({ title: 'pаyments: größe', labels: ['ﬁx'] }));
    expect(text).toContain('holds `ß` U+00DF, `ö` U+00F6, `а` U+0430, `ﬁ` U+FB01.');
    const many = visibleOf(inputWith({ body: '一二三四五六七八九十百千万' }));
    expect(many).toContain(' and 1 more.');
    expect(visibleOf({})).not.toContain('Beyond ASCII');
  });
});

test('an action type that nobody knows, and an agent’s proposal, are faults of the caller', () => {
  const { action } = base.proposal;
  const other = { ...base, proposal: { ...base.proposal, action: { ...action, type: 'github.nothing' } } };
  expect(() => render(other)).toThrow(TypeError);
  const origin = { agent: { principal: 'agent:a', key: 'k', minter: '1' } };
  expect(() => render({ ...base, proposal: { ...base.proposal, origin, bundle: null } })).toThrow(TypeError);
});
