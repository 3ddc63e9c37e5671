import { describe, expect, it } from 'vitest';
import { maxOutputBytes, renderCheckRun } from '../../../lib/core/publication/check-run.ts';
import { readPage } from '../proposal/page.ts';
import { utf8Length } from '../../../lib/core/json/utf8.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { writeProposal } from '../../../lib/core/proposal/write.ts';
import type { RunView } from '../../../lib/core/publication/view.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import {
  ana,
  answered,
  approved,
  claimed,
  completed,
  event,
  gathered,
  runId,
  sourceOf,
  waiting,
} from '../../support/entry.ts';
import type { Twist } from '../../support/proposal.ts';
import { issueUrl, oneOfTwo, viewOf } from './view.ts';

const base64 = (lines: string): string => Buffer.from(lines).toString('base64url');

function pageOf(
  view: RunView,
  twist: Partial<Parameters<typeof renderCheckRun>[0]> = {},
): ReturnType<typeof renderCheckRun> {
  return renderCheckRun({
    ...view,
    runId,
    canonicalText: writeProposal(view.proposal),
    issueUrl,
    signature: { keyId: 'key-1', value: 'c2lnbmF0dXJl' },
    pack: base64,
    ...twist,
  });
}

function titleOf(events: readonly RunEvent[], twist: Twist = {}): string {
  return pageOf(viewOf(events, twist)).title;
}

describe('the check run’s title', () => {
  it.each<readonly [string, readonly RunEvent[]]>([
    ['Gathering evidence', []],
    ['Gathering evidence', gathered],
    ['Needs a person’s answer', [...gathered, event('attention.asked')]],
    ['Waiting for 1 more approval', waiting],
    ['Waiting for 1 more approval', [...waiting, oneOfTwo]],
    ['On hold: the proposal’s text was changed', [...waiting, event('run.held')]],
    ['Approved, about to be carried out', approved],
    ['Approved, being carried out', claimed],
    ['Done, being read back', answered],
    ['Done and verified', completed],
    ['Done, but it differs from what was approved', [...answered, event('readback.differed')]],
    ['Started, not over yet', [...answered, event('readback.pending')]],
    ['Done, but not verified', [...answered, event('readback.unreadable')]],
    ['Sent, but GitHub gave no clear answer', [...claimed, event('write.started'), event('write.ambiguous')]],
    ['Not done', [...claimed, event('execution.failed')]],
    ['Rejected by @octo-ana', [...waiting, event('run.rejected')]],
    ['Cancelled by @octo-ana', [...waiting, event('run.cancelled')]],
    ['Expired', [...waiting, event('run.expired')]],
    ['Replaced by a newer proposal', [...waiting, event('run.superseded')]],
  ])('says %s', (title, events) => {
    expect(titleOf(events)).toBe(title);
  });

  it('counts what the rule asks for before anyone approved', () => {
    expect(titleOf(waiting, { rule: { count: 2 } })).toBe('Waiting for 2 more approvals');
  });

  it('says at once when nobody can approve, or too few', () => {
    expect(titleOf(found(0, true))).toBe('Nobody can approve this yet');
    expect(titleOf(found(1, true), { rule: { count: 2 } })).toBe(
      'Only one person can approve this, and 2 must',
    );
    expect(titleOf(found(0, false))).toBe('Waiting for 1 more approval');
    expect(pageOf(viewOf(found(0, true))).summary).toContain('Too few people have the right');
  });

  it('shows what is no login without its hidden characters', () => {
    const by = { id: '9', login: 'a\u202eb' };
    expect(titleOf([...waiting, event('run.rejected', { by })])).toBe('Rejected by @a\\u{202E}b');
  });
});

describe('the check run’s summary', () => {
  it.each<readonly [string, readonly RunEvent[]]>([
    ['waiting', [...waiting, event('command.refused'), oneOfTwo]],
    ['completed', [...completed, event('published', { what: 'result' })]],
    ['uncertain', [...claimed, event('write.started'), event('write.ambiguous')]],
  ])('tells a run that is %s as stored', async (name, events) => {
    const { summary } = pageOf(viewOf(events));
    await expect(summary).toMatchFileSnapshot(`./pages/check-run-${name}.md`);
  });

  it('tells every kind of event in a row of its own', async () => {
    const view = viewOf([
      ...waiting,
      oneOfTwo,
      event('approvals.voided'),
      event('run.held'),
      event('run.released'),
      event('alert.raised'),
      event('command.refused', { verb: '' }),
      event('command.answered'),
      event('approval.recorded'),
      event('intent.recorded'),
      event('claim.taken'),
      event('execution.failed'),
      event('run.resumed'),
      event('claim.taken', { fence: 2 }),
      event('rights.read'),
      event('write.started', { fence: 2 }),
      event('write.ambiguous'),
      event('published', { what: 'result' }),
      event('write.found', { number: null }),
      event('readback.unreadable'),
      event('run.resumed'),
      event('readback.differed'),
      event('run.cancelled'),
      event('published', { what: 'answer' }),
      event('published', { what: 'issue' }),
    ]);
    await expect(pageOf(view).summary).toMatchFileSnapshot('./pages/check-run-everything.md');
    for (const [type, words] of [
      ['run.rejected', 'rejected'],
      ['run.expired', 'expired'],
      ['run.superseded', 'replaced by the proposal in #9'],
    ] as const) {
      expect(pageOf(viewOf([...waiting, event(type)])).summary).toContain(words);
    }
    expect(
      pageOf(viewOf([...claimed, event('execution.failed', { status: 403, sent: true })])).summary,
    ).toContain('not done: `precondition_failed`, status 403');
    const asked = [
      ...gathered,
      event('attention.asked'),
      event('attention.answered'),
      event('gathering.failed'),
    ];
    expect(pageOf(viewOf(asked)).summary).toContain('gathering failed: `tool_failed`');
  });

  it('puts calls for evidence into one row, with the last one’s digest', () => {
    const view = viewOf(waiting);
    const { summary } = pageOf(view);
    const digest = view.entries[4]?.digest.slice(0, 8);
    expect(summary).toContain(
      `| 1–4 | 2026-11-30 14:10:04 | evidence gathered: 1 of 1 calls answered, 1 server | run 8809 | \`${digest}\` |`,
    );
  });

  it('shows the exact bytes and their hash', () => {
    const view = viewOf(waiting);
    const text = writeProposal(view.proposal);
    const page = readPage(pageOf(view).summary);
    expect(page.fences).toContainEqual({ info: 'json', text: `${text}\n` });
    expect(digestText(text)).toBe(view.hash);
  });

  it('leaves nobody in doubt about an agent’s draft, which has no Actions run', () => {
    const view = viewOf(waiting);
    const agent = { ...view.proposal, origin: { agent: { principal: 'p', key: 'k', minter: '5' } } };
    const { summary } = pageOf({ ...view, proposal: agent });
    expect(summary).not.toContain('/actions/runs/');
    expect(summary).toContain('| runner |');
  });
});

describe('the check run’s size', () => {
  const story = [
    ...waiting,
    ...Array.from({ length: 600 }, (_, index) =>
      event('command.refused', { source: sourceOf(String(1000 + index)) }),
    ),
  ];

  it('stays under GitHub’s cap, and says how many entries its timeline leaves out', () => {
    const view = viewOf([...story, event('run.rejected')]);
    const { summary, text, carried } = pageOf(view);
    expect(utf8Length(summary)).toBeLessThanOrEqual(maxOutputBytes);
    expect(utf8Length(text)).toBeLessThanOrEqual(maxOutputBytes);
    const gap = /\*\*(\d+) entries left out here\*\*/.exec(summary);
    const rows = summary.split('\n').filter((line) => /^\| \d/.test(line));
    const shown = rows.reduce((sum, row) => sum + (row.startsWith('| 1–4 ') ? 4 : 1), 0);
    expect(Number(gap?.[1])).toBe(view.entries.length - shown);
    expect(rows[0]).toContain('started by');
    expect(rows.at(-1)).toContain('rejected');
    expect(utf8Length(summary)).toBeGreaterThan(maxOutputBytes - 1000);
    expect(carried).toBeGreaterThan(50);
    expect(carried).toBeLessThan(view.entries.length);
    expect(text).toContain(`Only the first ${carried} of ${view.entries.length} entries fit here;`);
  });

  it('carries as many entries as fit, and not one more', () => {
    const view = viewOf(story);
    const { text, carried } = pageOf(view);
    const packed = /^countersign:entries:v1 (\d+) (.*)$/m.exec(text);
    expect(packed?.[1]).toBe(String(carried));
    expect(
      Buffer.from(packed?.[2] ?? '', 'base64url')
        .toString()
        .split('\n'),
    ).toHaveLength(carried);
    expect(maxOutputBytes - utf8Length(text)).toBeLessThan(1200);
  });

  it('carries no entry rather than too much', () => {
    const { text, carried } = pageOf(viewOf(waiting), { pack: () => 'x'.repeat(70_000) });
    expect(carried).toBe(0);
    expect(text).toContain('countersign:entries:v1 0 -');
    expect(utf8Length(text)).toBeLessThan(2000);
  });

  it('leaves an exact proposal that is too long to the issue', () => {
    const { summary } = pageOf(viewOf(story), { canonicalText: 'é'.repeat(30_000) });
    expect(summary).toContain('too long to stand here (60,000 bytes): read it in the issue.');
    expect(utf8Length(summary)).toBeLessThanOrEqual(maxOutputBytes);
    const shorter = pageOf(viewOf(story), { canonicalText: 'é'.repeat(20_000) }).summary;
    expect(shorter).toContain('éé');
    expect(utf8Length(shorter)).toBeLessThanOrEqual(maxOutputBytes);
  });

  it('leaves a sentence that is too long to the issue', () => {
    const input = {
      title: 't',
      body: 'b',
      labels: Array.from({ length: 20 }, (_, index) => `${'ツ'.repeat(40)}${index}`),
      assignees: [],
    };
    const { summary } = pageOf(viewOf(waiting, { action: { input } }));
    expect(utf8Length(summary)).toBeLessThanOrEqual(maxOutputBytes);
  });
});

describe('the check run’s text', () => {
  it('carries the signed head and every entry', async () => {
    const view = viewOf(completed);
    const { text, carried } = pageOf(view, { pack: (lines) => `[${lines.split('\n').length} lines]` });
    expect(carried).toBe(view.entries.length);
    await expect(text).toMatchFileSnapshot('./pages/check-run-text.md');
  });

  it('says so when the head is not signed, or when there is nothing yet', () => {
    expect(pageOf(viewOf(waiting), { signature: null }).text).toContain('\ncountersign:unsigned:v1\n');
    expect(pageOf(viewOf([])).text).toContain(`countersign:head:v1 ${runId} 0 -`);
    expect(pageOf(viewOf([event('run.started')])).text).toContain('**Audit: 1 entry.**');
  });
});

describe('hostile text', () => {
  const words = '`](https://evil.example) @acme/all | <img src=x> <!-- --> **x** \\| $x$';

  it('EV-04..06, EV-27: of an action or a tool stays text, in the table too', () => {
    const view = viewOf(
      [
        event('run.started', { bundle: { id: words, version: words, digest: digestText('b') } }),
        event('tool.called', { server: words, tool: words }),
        event('attention.asked'),
        event('attention.answered', { action: words, by: ana }),
        event('proposal.composed', { type: words }),
        event('proposal.received'),
        event('proposal.accepted'),
        event('command.refused', { verb: words }),
        event('alert.raised', { subject: `${words}${'x'.repeat(200)}` }),
        event('approval.recorded', {
          right: { role: words, basis: words, readAt: '2026-11-30T14:12:41Z' },
          source: sourceOf('1', { url: 'https://x/) ![](https://evil.example' }),
        }),
      ],
      { action: { input: { title: words, body: words, labels: [], assignees: [] } } },
    );
    const { summary } = pageOf(view);
    const page = readPage(summary);
    expect(page.images).toBe(0);
    expect(page.links.filter((href) => !href.startsWith('https://github.com/acme/payments/'))).toEqual([]);
    expect(page.mentions.filter((one) => !/^@octo-(dana|kim|ana)$/.test(one))).toEqual([]);
    expect(page.html.filter((one) => !/^<\/?(details|summary)/.test(one))).toEqual([]);
    const rows = summary.split('\n').filter((line) => /^\| \d/.test(line));
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row.replaceAll(/\\\|/g, '').split('|')).toHaveLength(7);
  });
});

/** A proposal that waits, for which intake found so many people who could approve. */
function found(count: number, complete: boolean): readonly RunEvent[] {
  return waiting.map((one) =>
    one.type === 'proposal.accepted' ? event('proposal.accepted', { eligible: { count, complete } }) : one,
  );
}
