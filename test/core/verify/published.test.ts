import { expect, test } from 'vitest';
import { recordCodec } from '../../../lib/adapters/record/codec.ts';
import { signatureCheck } from '../../../lib/adapters/signing/verify-signature.ts';
import { headOfAll, type Entry } from '../../../lib/core/audit/entry.ts';
import { headDocument } from '../../../lib/core/audit/head.ts';
import type {
  PublishedCheckRun,
  PublishedComment,
  PublishedRun,
} from '../../../lib/core/port/published-run.ts';
import { partExternalId } from '../../../lib/core/publication/check-run-part.ts';
import { renderAuditPart, renderAuditText } from '../../../lib/core/publication/audit-text.ts';
import { presentPublished, type PublishedQuestion } from '../../../lib/core/verify/present-published.ts';
import { verifyRun, type Verification } from '../../../lib/core/verify/verify.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { event, kim, sourceOf } from '../../support/entry.ts';
import { appId, endsWell, wholeRun } from '../../support/whole-run.ts';
import { base, failures, found, nobody, other, own, trusted } from './support.ts';

const app = { id: appId, slug: 'countersign' };
const bot = { id: '900', login: 'countersign[bot]' };
const pack = (lines: string): string => recordCodec.encode(lines);
const run = base.entries[0]?.run ?? '';
const { hash } = base.read;

function auditText(entries: readonly Entry[], signer = own): string {
  const head = headOfAll(entries);
  const signature = { keyId: signer.keyId, value: signer.sign(headDocument(run, head)) };
  return renderAuditText({ run, head, entries, signature, pack, maxBytes: 65_535 }).text;
}

function checkRun(change: Partial<PublishedCheckRun> = {}): PublishedCheckRun {
  return {
    id: '42',
    url: 'https://github.com/acme/payments/runs/42',
    name: 'Countersign',
    sha: 'c0ffee0000000000000000000000000000c0ffee',
    externalId: hash,
    app,
    conclusion: 'success',
    text: auditText(base.entries),
    ...change,
  };
}

function comment(id: string, body: string, change: Partial<PublishedComment> = {}): PublishedComment {
  return {
    id,
    nodeId: `IC_${id}`,
    url: `https://github.com/acme/payments/issues/7#issuecomment-${id}`,
    body,
    author: bot,
    app,
    byBot: true,
    createdAt: '2026-11-30T14:12:40Z',
    ...change,
  };
}

/** The result as the App tells it: the entries that it is about, and its mark. */
const told = base.entries.find(
  ({ type, data }) => type === 'published' && 'entries' in data && data.entries.length > 0,
);
const toldDigests = told?.type === 'published' ? told.data.entries : [];
const result = [
  '**Done and verified.**',
  '<details>\n<summary>The audit entries that this tells about</summary>',
  [
    '```text',
    ...base.entries
      .filter(({ digest }) => toldDigests.includes(digest))
      .map(({ seq, type, digest }) => `${seq} ${type} ${digest}`),
    '```',
  ].join('\n'),
  '</details>',
  `<!-- countersign:about:v1 ${toldDigests[1] ?? ''} -->`,
].join('\n\n');

const approval = comment('13', base.approval, { author: kim, app: null, byBot: false });

function published(
  change: {
    readonly comments?: readonly PublishedComment[];
    readonly checkRuns?: readonly PublishedCheckRun[];
    readonly issue?: Partial<PublishedRun['issue']>;
    readonly repository?: PublishedRun['repository'];
    readonly complete?: boolean;
  } = {},
): PublishedRun {
  return {
    repository: change.repository ?? base.read.proposal.repository,
    issue: {
      id: '777',
      nodeId: 'I_777',
      number: 7,
      url: 'https://github.com/acme/payments/issues/7',
      ...base.issue,
      author: { id: '41898282', login: 'github-actions[bot]' },
      createdAt: '2026-11-30T14:10:02Z',
      ...change.issue,
    },
    comments: {
      all: change.comments ?? [approval, comment('99', result)],
      complete: change.complete ?? true,
    },
    checkRuns: { all: change.checkRuns ?? [checkRun()], complete: true },
  };
}

const question: PublishedQuestion = {
  appId,
  trusted,
  codec: recordCodec,
  signatures: signatureCheck,
  sealHolds: null,
};

function verified(given: PublishedRun, change: Partial<PublishedQuestion> = {}): Verification {
  return verifyRun(presentPublished(given, { ...question, ...change }));
}

test('a run verifies from its issue, its comments and the App’s check run', () => {
  const whole = verified(published());
  expect(failures(whole)).toEqual([]);
  expect(whole).toMatchObject({ answer: 'pass', source: 'github', entries: 15, state: 'completed' });
  expect(found(whole, 'publication').said).toBe('the issue’s text, and 1 comment, as in the chain');
});

test('without a key the signature stays untried, and GitHub’s word on whose check run it is counts', () => {
  const whole = verified(published(), { trusted: nobody });
  expect([whole.answer, found(whole, 'signature').code]).toEqual(['pass', 'key_not_given']);
  const named = verified(published(), { trusted: { keys: [], thumbprints: [own.keyId] } });
  expect([named.answer, found(named, 'signature').code]).toEqual(['pass', 'key_not_given']);
});

test('a head that is unsigned, signed by another key, or signed wrongly, fails where keys were given', () => {
  const signature = (text: string): string =>
    found(verified(published({ checkRuns: [checkRun({ text })] })), 'signature').code;
  const unsigned = auditText(base.entries).replace(/countersign:signature:v1 .*/, 'countersign:unsigned:v1');
  expect(signature(unsigned)).toBe('signature_missing');
  expect(signature(auditText(base.entries, other))).toBe('key_other');
  expect(signature(auditText(base.entries).replace(/ .(?=\S{85}$)/m, ' A'))).toBe('signature_wrong');
  const bare = verified(published({ checkRuns: [checkRun({ text: unsigned })] }), { trusted: nobody });
  expect([bare.answer, found(bare, 'signature').code]).toEqual(['pass', 'head_unavailable']);
});

test('AU-06: check runs of GitHub Actions, of no App and of another App than the named one are ignored', () => {
  for (const strange of [{ id: '15368', slug: 'github-actions' }, null, { id: '5', slug: 'other' }]) {
    const lone = verified(published({ checkRuns: [checkRun({ app: strange })] }));
    expect([lone.answer, found(lone, 'head').code]).toEqual(['cannot_say', 'head_unavailable']);
    const beside = published({ checkRuns: [checkRun({ app: strange, text: 'lies' }), checkRun()] });
    expect(verified(beside).answer).toBe('pass');
  }
  const actions = checkRun({ app: { id: '15368', slug: 'github-actions' } });
  const unnamed = verified(published({ checkRuns: [actions] }), { appId: null });
  expect(found(unnamed, 'head').code).toBe('head_unavailable');
});

test('the App that was not named is the only one there is, and is told; of two, neither counts', () => {
  const one = verified(published(), { appId: null });
  expect(one.answer).toBe('pass');
  expect(found(one, 'head').said).toContain('only App 4242 (countersign) can write: compare that id');
  const two = published({ checkRuns: [checkRun(), checkRun({ app: { id: '5', slug: 'other' } })] });
  const unclear = verified(two, { appId: null });
  expect([unclear.answer, found(unclear, 'head').code]).toEqual(['cannot_say', 'apps_several']);
  expect(found(unclear, 'head').said).toContain('4242, 5');
});

test('AU-07: a check run that is gone leaves the head unavailable, which is no pass', () => {
  const gone = verified(published({ checkRuns: [] }));
  expect(gone).toMatchObject({ answer: 'cannot_say', entries: null });
  expect(failures(gone)).toEqual([]);
  expect(found(gone, 'head').said).toContain('head unavailable');
});

test('AU-01: an entry that was changed in the check run is named', () => {
  const entries = base.entries.map((entry, seq) =>
    seq === 6 ? { ...entry, at: '2026-11-30T23:00:00.000Z' } : entry,
  );
  const changed = verified(published({ checkRuns: [checkRun({ text: auditText(entries) })] }));
  expect(found(changed, 'chain')).toMatchObject({ code: 'entry_digest_wrong', seq: 6 });
});

test('AU-02: entries that are missing at the end, in the middle, or all, are found', () => {
  const head = headOfAll(base.entries);
  const text = (entries: readonly Entry[]): string =>
    renderAuditText({ run, head, entries, signature: null, pack, maxBytes: 65_535 }).text;
  const failed = (entries: readonly Entry[]): readonly string[] =>
    failures(verified(published({ checkRuns: [checkRun({ text: text(entries) })] }), { trusted: nobody }));
  expect(failed(base.entries.slice(0, 12))).toContain('head head_differs 12');
  expect(failed(base.entries.toSpliced(8, 1))).toContain('chain entry_out_of_order 8');
  expect(failed([])).toContain('chain entries_none 0');
});

test('a check run whose text is not the App’s, or does not unpack, is found', () => {
  const said = (text: string): readonly unknown[] => {
    const judged = verified(published({ checkRuns: [checkRun({ text })] }));
    expect(found(judged, 'head').answer).toBe('cannot_say');
    const { code, answer, seq } = found(judged, 'chain');
    return [code, answer, seq];
  };
  const text = auditText(base.entries);
  const carrying = (entries: string): string => text.replace(/entries:v1 15 \S+/, `entries:v1 ${entries}`);
  expect(said('nothing')).toEqual(['lines_malformed', 'fail', null]);
  for (const packed of [`15 ${pack('{}')}`, '15 AAAA'])
    expect(said(carrying(packed)).slice(0, 2)).toEqual(['entries_malformed', 'fail']);
  for (const packed of [`1 ${pack('{}')}`, `1 ${pack('no json')}`, `1 ${pack('{ }')}`])
    expect(said(carrying(packed))).toEqual(['entries_malformed', 'fail', 0]);
});

test('an audit that goes on in further check runs is read in their order', () => {
  const first = base.entries.slice(0, 6);
  const part = (number: number, entries: readonly Entry[], of = run): PublishedCheckRun =>
    checkRun({
      id: String(42 + number),
      name: `Countersign (audit ${number})`,
      externalId: partExternalId(hash, number),
      text: renderAuditPart({ run: of, head: headOfAll(entries), entries, signature: null, pack }),
    });
  const main = checkRun({
    text: renderAuditText({
      run,
      head: headOfAll(base.entries),
      entries: base.entries,
      signature: null,
      pack,
      maxBytes: 65_535,
      carries: 6,
    }).text,
  });
  const parts = [
    part(3, base.entries.slice(10)),
    part(2, base.entries.slice(6, 10)),
    part(2, first.slice(5)),
  ];
  const noise = checkRun({ externalId: `${hash}:x`, text: 'no part' });
  const asked = { trusted: nobody };
  expect(verified(published({ checkRuns: [...parts, main, noise] }), asked).answer).toBe('pass');
  const missing = verified(published({ checkRuns: [main, ...parts.slice(1)] }), asked);
  expect(found(missing, 'head')).toMatchObject({ code: 'head_differs', seq: 10 });
  const strange = verified(published({ checkRuns: [main, part(2, base.entries.slice(6), 'other')] }), asked);
  expect(found(strange, 'head')).toMatchObject({ code: 'head_differs', seq: 6 });
});

test('of two check runs of the App’s own, as after a crash, the one that tells the most counts', () => {
  const old = checkRun({ id: '41', text: auditText(base.entries.slice(0, 5)) });
  const empty = checkRun({ id: '40', text: '' });
  for (const checkRuns of [
    [old, checkRun(), empty],
    [checkRun(), old],
  ])
    expect(verified(published({ checkRuns })).answer).toBe('pass');
});

test('a check run that concludes otherwise than its entries is found', () => {
  const failed = verified(published({ checkRuns: [checkRun({ conclusion: 'failure' })] }));
  expect(found(failed, 'state')).toMatchObject({ code: 'state_differs' });
  const open = verified(published({ checkRuns: [checkRun({ conclusion: null })] }));
  expect(open.answer).toBe('pass');
});

test('an issue whose title or text changed, or that is another one, is found', () => {
  const publication = (given: PublishedRun): string => found(verified(given), 'publication').code;
  const { body, title } = base.issue;
  expect(publication(published({ issue: { title: `${title}!` } }))).toBe('page_differs');
  expect(publication(published({ issue: { body: `x${body}` } }))).toBe('page_differs');
  expect(publication(published({ issue: { body: 'gone' } }))).toBe('page_unread');
  expect(publication(published({ issue: { number: 8 } }))).toBe('issue_other');
  expect(publication(published({ issue: { id: '8' } }))).toBe('issue_other');
  expect(publication(published({ repository: { id: '9', ownerId: '77', name: 'acme/payments' } }))).toBe(
    'issue_other',
  );
  expect(publication(published({ issue: { body: `${body} ` } }))).toBe('page_unread');
  expect(verified(published({ issue: { body: 'gone' } }))).toMatchObject({ answer: 'fail', hash: null });
});

test('an issue that was never taken in has no text to compare with', () => {
  const text = auditText(base.entries.slice(0, 3));
  const early = verified(published({ checkRuns: [checkRun({ text })], comments: [] }));
  expect(found(early, 'publication').code).toBe('ok');
  expect(found(early, 'seal').code).toBe('verdict_missing');
  const changed = published({ checkRuns: [checkRun({ text })], issue: { title: 'x' } });
  expect(found(verified(changed), 'publication')).toMatchObject({ code: 'page_differs', seq: null });
});

test('a record that does not unpack fails with its page, and nothing is said of a check run', () => {
  const body = base.issue.body.replace(/record:v1 \S+/, 'record:v1 AAAA');
  const unread = verified(published({ issue: { body } }));
  expect(failures(unread)).toEqual([
    'hash proposal_missing -',
    'record record_missing -',
    'publication page_unread -',
  ]);
});

test('a seal’s line that the issue carries is recomputed where its key was given', () => {
  const line = `<!-- countersign:seal:v1 hmac 1f2e3d4c ${'a'.repeat(64)} -->`;
  const sealed = published({ issue: { body: `${base.issue.body}\n${line}` } });
  const seal = (given: PublishedRun, holds: boolean): string =>
    found(verified(given, { sealHolds: () => holds }), 'seal').code;
  expect([seal(sealed, true), seal(sealed, false), seal(published(), true)]).toEqual([
    'ok',
    'seal_wrong',
    'seal_missing',
  ]);
});

test('an approval’s comment that reads otherwise now, or approves nothing, is found', () => {
  const approvers = (one: PublishedComment): string =>
    found(verified(published({ comments: [one, comment('99', result)] })), 'approvers').code;
  expect(approvers({ ...approval, body: '/reject' })).toBe('comment_differs');
  expect(approvers({ ...approval, author: { id: '1', login: 'octo-dana' } })).toBe('comment_differs');
});

test('a comment that was taken for an approval and is none is found', () => {
  for (const body of ['hello', `/reject ${hash}`, `/approve ${'a'.repeat(64)}`]) {
    const source = { ...sourceOf('13'), bodyDigest: digestText(body) };
    const lax = wholeRun((story) =>
      endsWell(story).map((one) =>
        one.type === 'approval.recorded' ? event('approval.recorded', { ...one.data, source }) : one,
      ),
    );
    const shown = published({ comments: [{ ...approval, body }] });
    const material = presentPublished(shown, question);
    const judged = verifyRun({ ...material, entries: lax.entries });
    expect(found(judged, 'approvers')).toMatchObject({ code: 'comment_no_approval', seq: 6 });
  }
});

test('AU-10: an approval whose comment or account is gone still counts, and that it is gone is told', () => {
  const approvers = (comments: readonly PublishedComment[]): string => {
    const { code, said } = found(verified(published({ comments })), 'approvers');
    expect(code).toBe('ok');
    return said;
  };
  const ghost = { id: '10137', login: 'ghost' };
  expect(approvers([comment('99', result)])).toContain('1 comment is gone, the entries stay');
  expect(approvers([{ ...approval, author: null }, comment('99', result)])).not.toContain('gone');
  expect(approvers([{ ...approval, author: ghost }, comment('99', result)])).not.toContain('gone');
});

test('AU-02: a comment of ours that is gone takes nothing away, and is told', () => {
  const gone = verified(published({ comments: [approval] }));
  expect([gone.answer, found(gone, 'publication').code]).toEqual(['pass', 'comments_gone']);
  const unread = verified(published({ comments: [approval], complete: false }));
  expect(found(unread, 'publication').said).toContain('not among those that were read');
});

test('a comment of ours that names other entries, or others’ places, is found; one of others’ means nothing', () => {
  const publication = (one: PublishedComment): string =>
    found(verified(published({ comments: [approval, one, comment('99', result)] })), 'publication').code;
  const foreign = `<!-- countersign:about:v1 ${'b'.repeat(64)} -->`;
  expect(publication(comment('98', `Hello\n\n${foreign}`))).toBe('comment_strange');
  expect(publication(comment('98', result.replace(/^11 /m, '12 ')))).toBe('comment_strange');
  expect(publication(comment('98', foreign, { app: null }))).toBe('comment_strange');
  expect(publication(comment('98', foreign, { byBot: false }))).toBe('ok');
  expect(publication(comment('98', foreign, { app: { id: '5', slug: 'other' } }))).toBe('ok');
  expect(publication(comment('98', foreign, { app: null, author: { id: '5', login: 'other[bot]' } }))).toBe(
    'ok',
  );
  expect(publication(comment('98', `${foreign}\n\nand more`))).toBe('ok');
  const edited = verified(published({ comments: [approval, comment('99', 'Done.')] }));
  expect(found(edited, 'publication')).toMatchObject({ code: 'comment_differs', seq: 13 });
});

test('which comments are ours is not known where no App is', () => {
  const two = published({ checkRuns: [checkRun(), checkRun({ app: { id: '5', slug: 'other' } })] });
  expect(found(verified(two, { appId: null }), 'publication').code).toBe('entries_missing');
});
