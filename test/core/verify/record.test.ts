import { expect, test } from 'vitest';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { parseRecord } from '../../../lib/core/proposal/parse-record.ts';
import { verifyRun, type Verification } from '../../../lib/core/verify/verify.ts';
import { event } from '../../support/entry.ts';
import { endsWell, extend, wholeRun } from '../../support/whole-run.ts';
import {
  base,
  exportOf,
  failures,
  found,
  laidOut,
  nobody,
  other,
  own,
  statementOf,
  verify,
} from './support.ts';

/** The base run with another record's text. */
function withRecord(record: string): Verification {
  const read = parseRecord(record);
  return verifyRun({ ...laidOut(base), record, read });
}

/** The base run with another word of the App on it. */
function signed(change: Partial<ReturnType<typeof statementOf>['summary']>): Verification {
  const { hash, summary } = statementOf(base);
  return verifyRun({ ...laidOut(base), statement: { hash, summary: { ...summary, ...change } } });
}

test('the signature counts by a key that was given, and by no other', () => {
  const exported = exportOf(base);
  expect(found(verify(exported), 'signature').code).toBe('ok');
  expect(found(verify(exported, { keys: [], thumbprints: [] }), 'signature').code).toBe('key_not_given');
  const byOther = exportOf(base, other);
  expect(verify(byOther).answer).toBe('fail');
  expect(found(verify(byOther), 'signature').code).toBe('key_other');
  expect(verify(byOther, { keys: [], thumbprints: [other.keyId] }).answer).toBe('pass');
});

test('a signature that does not fit the key in the file fails, whoever is trusted', () => {
  const wrong = exportOf(base).replace(/"sig":"../, (sig) => `"sig":"${sig.endsWith('AA') ? 'BB' : 'AA'}`);
  for (const keys of [nobody, { keys: [], thumbprints: [own.keyId] }])
    expect(failures(verify(wrong, keys))).toEqual(['signature signature_wrong -']);
});

test('an export that nobody vouches for is whole, and no pass', () => {
  const verified = verify(exportOf(base, other), nobody);
  expect(verified.answer).toBe('cannot_say');
  expect(verified.findings.filter(({ answer }) => answer !== 'pass').map(({ check }) => check)).toEqual([
    'signature',
  ]);
});

test('a proposal that is not there, not canonical, or not the one that was signed, is found', () => {
  const record = JSON.parse(base.record);
  const spaced = canonical({ ...record, proposal: ` ${record.proposal}` });
  expect(found(withRecord(''), 'hash').code).toBe('proposal_missing');
  expect(found(withRecord('{}'), 'hash').code).toBe('proposal_missing');
  expect(found(withRecord('{"proposal":7}'), 'hash').code).toBe('proposal_missing');
  expect(found(withRecord('no json'), 'hash').code).toBe('proposal_missing');
  expect(found(withRecord(spaced), 'hash').code).toBe('proposal_malformed');
  const another = wholeRun(endsWell, { proposal: { nonce: 'f'.repeat(32) } });
  expect(found(withRecord(another.record), 'hash')).toMatchObject({ code: 'hash_differs', seq: 3 });
  const { summary } = statementOf(base);
  const statement = { hash: digestText('other'), summary };
  expect(found(verifyRun({ ...laidOut(base), statement }), 'hash')).toMatchObject({
    code: 'hash_differs',
    seq: null,
  });
});

test('the bytes hash, and nobody can say that they are the ones that were taken in, without entries', () => {
  const blind = verifyRun({ ...laidOut(base), entries: null });
  expect(found(blind, 'hash').code).toBe('hash_untold');
  expect(found(blind, 'record').code).toBe('entries_missing');
  expect(found(blind, 'seal').code).toBe('entries_missing');
  expect(found(blind, 'chain').code).toBe('entries_missing');
  expect(found(blind, 'head').code).toBe('entries_missing');
  expect(found(blind, 'publication').code).toBe('entries_missing');
  expect(found(blind, 'state').code).toBe('entries_missing');
  expect(blind).toMatchObject({ answer: 'cannot_say', run: null, entries: null, state: null });
});

test('a record with a changed excerpt keeps its hash, and is found', () => {
  const record = JSON.parse(base.record);
  const changed = canonical({ ...record, excerpts: ['payments: fine', ...record.excerpts.slice(1)] });
  const verified = withRecord(changed);
  expect(found(verified, 'hash').code).toBe('ok');
  expect(found(verified, 'record').code).toBe('record_malformed');
  expect(withRecord('').findings.find(({ check }) => check === 'record')?.answer).toBe('fail');
});

test('another record than the App signed, or took in, is found', () => {
  expect(found(signed({ record: digestText('other') }), 'record').code).toBe('record_differs');
  const strange = {
    ...base,
    entries: extend(base.read, base.entries.slice(0, 3), [event('proposal.received')]),
  };
  expect(found(verifyRun(laidOut(strange)), 'record')).toMatchObject({ code: 'record_differs', seq: 3 });
  const cut = { ...base, entries: base.entries.slice(0, 3) };
  expect(found(verifyRun(laidOut(cut)), 'record')).toMatchObject({ code: 'record_differs', seq: 3 });
});

test('a chain that does not begin with the runner’s own events is found at the first strange one', () => {
  const elsewhere = wholeRun(endsWell, { started: { host: 'https://github.example' } });
  const entries = [...base.entries.slice(0, 1), ...elsewhere.entries.slice(1)];
  expect(found(verifyRun(laidOut({ ...base, entries })), 'record')).toMatchObject({
    code: 'events_differ',
    seq: 1,
  });
});

test('the seal has one verdict, right behind the taking in, and it is the App’s word', () => {
  const seal = (events: readonly Parameters<typeof extend>[2][number][]): unknown => {
    const entries = extend(base.read, base.entries.slice(0, 3), events);
    const { code, seq } = found(verifyRun(laidOut({ ...base, entries })), 'seal');
    return [code, seq];
  };
  const [received, accepted] = [event('proposal.received'), event('proposal.accepted')];
  expect(found(verify(exportOf(base)), 'seal').said).toBe('hmac, by key 1f2e3d4c: attested by the App');
  expect(seal([received])).toEqual(['verdict_missing', null]);
  expect(seal([accepted])).toEqual(['verdict_missing', null]);
  expect(seal([received, accepted, accepted])).toEqual(['verdict_doubled', 5]);
  expect(seal([received, event('published'), accepted])).toEqual(['verdict_misplaced', 5]);
  expect(found(signed({ seal: { kind: 'oidc', by: 'x' } }), 'seal')).toMatchObject({
    code: 'verdict_differs',
    seq: 4,
  });
});

test('a seal’s key that was given says whether the seal fits, and that there is none to try', () => {
  const seal = (answer: 'holds' | 'wrong' | 'no_line'): string => {
    const verified = verifyRun({ ...laidOut(base), recheckSeal: () => answer });
    expect(verified.sealRecomputed).toBe(true);
    return found(verified, 'seal').code;
  };
  expect([seal('holds'), seal('wrong'), seal('no_line')]).toEqual(['ok', 'seal_wrong', 'seal_missing']);
});

test('a chain of no entries, and one of another run than was signed, are found', () => {
  expect(found(verifyRun(laidOut({ ...base, entries: [] })), 'chain')).toMatchObject({
    code: 'entries_none',
    seq: 0,
  });
  expect(found(signed({ run: 'other' }), 'chain')).toMatchObject({ code: 'entry_of_other_run', seq: 0 });
});

test('a head that is gone is never a pass', () => {
  const verified = verifyRun({ ...laidOut(base), head: null, signature: { kind: 'absent' } });
  expect([verified.answer, found(verified, 'head').code]).toEqual(['cannot_say', 'head_unavailable']);
});

test('a head of the same length and another digest, and one that is shorter, are found', () => {
  const digest = digestText('other');
  const head = (count: number): string[] => [
    ...failures(verifyRun({ ...laidOut(base), head: { count, digest } })),
  ];
  expect(head(15)).toEqual(['head head_differs 14']);
  expect(head(9)).toEqual(['head head_differs 8']);
  expect(head(20)).toEqual(['head head_differs 15']);
});

test('another state, issue or time than the App signed is found', () => {
  expect(found(signed({ state: 'rejected' }), 'state').code).toBe('state_differs');
  expect(found(signed({ startedAt: '2026-01-01T00:00:00.000Z' }), 'state').code).toBe('times_differ');
  expect(found(signed({ endedAt: '2026-01-01T00:00:00.000Z' }), 'state').code).toBe('times_differ');
  expect(found(signed({ issue: { number: 9, id: '777' } }), 'state').code).toBe('issue_differs');
  expect(found(signed({ issue: { number: 7, id: '9' } }), 'state').code).toBe('issue_differs');
});

test('entries that no state takes are found at the first of them', () => {
  const entries = extend(base.read, base.entries, [event('run.rejected')]);
  const verified = verifyRun(laidOut({ ...base, entries }));
  expect(found(verified, 'state')).toMatchObject({ code: 'event_unexpected', seq: 15 });
  expect(verified.state).toBeNull();
});

test('a publication that tells of what comes later, or of nothing that there is, is found', () => {
  const told = event('published', { what: 'result', entries: [digestText('nothing')] });
  const entries = extend(base.read, base.entries, [told]);
  expect(found(verifyRun(laidOut({ ...base, entries })), 'publication')).toMatchObject({
    code: 'told_unknown',
    seq: 15,
  });
});
