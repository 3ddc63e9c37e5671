import { describe, expect, it } from 'vitest';
import { questions, verbs } from '../../../lib/core/approval/verb.ts';
import { renderIntakeRefusal } from '../../../lib/core/publication/intake-refusal.ts';
import { renderRefusalTable } from '../../../lib/core/publication/refusal-table.ts';
import { refusalTexts } from '../../../lib/core/publication/refusal-text.ts';
import { renderRefusal, type RefusalDetails } from '../../../lib/core/publication/refusal.ts';
import { refusals, type RefusalCode } from '../../../lib/core/refusal.ts';
import { states } from '../../../lib/core/run/state.ts';
import { dana, hash } from '../../support/entry.ts';
import { readPage } from '../proposal/page.ts';
import { docsUrl, marker } from './view.ts';

// `Object.keys` gives exactly the catalogue's codes, which its type does not say.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const codes = Object.keys(refusals) as RefusalCode[];

const details: RefusalDetails = {
  state: 'awaiting_approval',
  stillNeeded: 2,
  replacedBy: null,
  policy: null,
  lacking: null,
};

function told(code: RefusalCode, verb = 'approve', twist: Partial<RefusalDetails> = {}): string {
  return renderRefusal({ code, verb, by: dana, hash, details: { ...details, ...twist }, docsUrl, marker });
}

describe('a refusal', () => {
  it.each<readonly [RefusalCode, string, Partial<RefusalDetails>]>([
    ['hash_incomplete', 'approve', {}],
    ['initiator_excluded', 'approve', {}],
    ['superseded', 'approve', { state: 'superseded', stillNeeded: null, replacedBy: 57 }],
    ['not_waiting', 'reject', { state: 'executing', stillNeeded: null }],
    ['frozen', 'approve', { policy: 'release week, until Monday' }],
    ['team_unreadable', 'approve', {}],
    ['author_excluded', 'approve', {}],
  ])('%s reads as stored, and ends with its marker', async (code, verb, twist) => {
    const text = told(code, verb, twist);
    await expect(text).toMatchFileSnapshot(`./pages/refusal-${code}.md`);
    expect(text.split('\n').at(-1)).toBe(marker);
  });

  it.each(codes)('%s says what is wrong, what to do, and where it is explained', (code) => {
    const text = told(code);
    expect(text).toContain(`: ${refusalTexts[code].short}, @octo-dana.**`);
    expect(text).toContain(refusalTexts[code].next);
    expect(text).toContain(`\`${code}\` · [why](${docsUrl}#${code})`);
  });

  it('has words for people: a short clause, and whole sentences after it', () => {
    for (const code of codes) {
      expect(refusalTexts[code].short, code).toMatch(/^[A-Za-z].{2,60}[^.]$/);
      expect(refusalTexts[code].next, code).toMatch(/^[A-Z].*\.$/);
      expect(refusals[code], code).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('shows what a policy says as its authors’ text, which can neither mention nor link', () => {
    expect(told('frozen', 'approve', { policy: 'ask @acme/sre `now`' })).toContain(
      'The policy says: `` ask @acme/sre `now` ``',
    );
  });

  it('shows the line to paste where pasting helps, with the proposal’s whole hash', () => {
    const shown = codes.filter((code) => told(code).includes(`/approve ${hash}`));
    expect(shown).toEqual([
      'hash_incomplete',
      'hash_malformed',
      'hash_unknown',
      'command_malformed',
      'command_ambiguous',
      'verb_unknown',
      'comment_edited',
      'comment_gone',
      'comment_differs',
      'through_app',
      'button_outdated',
    ]);
    expect(readPage(told('hash_incomplete')).fences).toEqual([{ info: 'text', text: `/approve ${hash}\n` }]);
  });

  it('never shows the line where no verb was read', () => {
    for (const code of codes) {
      expect(told(code, '')).not.toContain(hash);
      expect(told(code, 'toString')).not.toContain(hash);
    }
  });

  it('begins with what was not done, for each verb', () => {
    const begins = [...verbs, ''].map((verb) => told('command_malformed', verb).split(':')[0]);
    expect(begins).toEqual([
      '**Not approved',
      '**Not rejected',
      '**Not resumed',
      '**Not cancelled',
      '**Not answered',
      '**Not answered',
      '**Not answered',
      '**Not answered',
      '**Nothing was done',
    ]);
    for (const question of questions)
      expect(told('command_malformed', question)).toContain(`\`\`\`text\n/${question}\n\`\`\``);
  });

  it('counts what is still needed, while anything is', () => {
    expect(told('hash_unknown')).toContain('Still needed: 2 approvals.');
    expect(told('hash_unknown', 'approve', { stillNeeded: 1 })).toContain('Still needed: 1 approval.');
    for (const stillNeeded of [0, null])
      expect(told('not_waiting', 'approve', { stillNeeded })).not.toContain('Still needed');
  });

  it('AP-46: says where the run stands when it came too late', () => {
    const words = states.map(
      (state) => /It is ([^.]+)\./.exec(told('not_waiting', 'approve', { state }))?.[1],
    );
    expect(new Set(words).size).toBe(states.length - 1);
    expect(words).not.toContain(undefined);
    expect(told('resume_unavailable', 'resume', { state: 'completed' })).toContain(
      'It is done and verified.',
    );
    expect(told('superseded')).not.toContain('It is in #');
  });
});

describe('an issue that is not taken up', () => {
  it.each(['seal_invalid', 'body_differs', 'replayed'] as const)('reads as stored for %s', async (code) => {
    const detail = code === 'replayed' ? '#7' : code === 'body_differs' ? '' : 'key 1f2e3d4c is not known';
    const text = renderIntakeRefusal({ code, detail, docsUrl, marker });
    await expect(text).toMatchFileSnapshot(`./pages/intake-${code}.md`);
    expect(text.split('\n').at(-1)).toBe(marker);
  });

  it('EV-04..06: is told without anything that its text could do', () => {
    const detail = '`@acme/all` ![](https://evil.example) <!-- x\nclose #1'.repeat(100);
    const page = readPage(renderIntakeRefusal({ code: 'proposal_malformed', detail, docsUrl, marker }));
    expect(page).toMatchObject({ images: 0, mentions: [], references: [], html: [marker] });
    expect(page.links).toEqual([`${docsUrl}#proposal_malformed`]);
  });
});

describe('the page of refusals', () => {
  it('has a section for every code, under the name that comments link to', () => {
    const headings = readPage(renderRefusalTable()).headings;
    expect(headings).toEqual(codes);
  });
});
