import { expect, test } from 'vitest';
import { maxEntries } from '../../../lib/core/audit/parse.ts';
import { maxExportLength, readExport } from '../../../lib/core/export/read.ts';
import { renderExport } from '../../../lib/core/export/render.ts';
import { readAuditText } from '../../../lib/core/publication/read-audit-text.ts';
import { renderAuditText } from '../../../lib/core/publication/audit-text.ts';
import { headOfAll } from '../../../lib/core/audit/entry.ts';
import { parseRecord } from '../../../lib/core/proposal/parse-record.ts';
import { signerOf } from '../../support/signing.ts';
import { appId, wholeRun } from '../../support/whole-run.ts';

const run = wholeRun();
const exported = renderExport({ record: run.record, entries: run.entries, appId }, signerOf(7));
const lines = exported.slice(0, -1).split('\n');

/** The fault of the file with some of its lines replaced. */
function faultOf(change: (lines: readonly string[]) => readonly string[]): string {
  const read = readExport(`${change(lines).join('\n')}\n`);
  return read.ok ? 'reads' : `${read.fault.code} ${read.fault.line} ${read.fault.seq ?? '-'}`;
}

test('an export reads back as what it was made of', () => {
  const read = readExport(exported);
  expect(read).toMatchObject({ ok: true, value: { record: run.record, entries: run.entries } });
});

test('an export of a record that was read before is the same file', () => {
  const parsed = parseRecord(run.record);
  if (!parsed.ok) throw new TypeError('the run has a record');
  const { record, entries } = run;
  expect(renderExport({ record, read: parsed.value, entries, appId }, signerOf(7))).toBe(exported);
});

test('a text that is too long, or does not end its last line, is none', () => {
  const code = (text: string): unknown => readExport(text);
  expect(code('x'.repeat(maxExportLength + 1))).toMatchObject({ fault: { code: 'export_too_long' } });
  expect(code(exported.slice(0, -1))).toMatchObject({ fault: { code: 'export_unended' } });
  expect(code('')).toMatchObject({ fault: { code: 'export_unended' } });
});

test.each([
  ['an envelope that is no canonical JSON', 0, ` ${lines[0]}`, 'line_malformed 1 -'],
  ['an envelope that is none', 0, '{}', 'envelope_malformed 1 -'],
  ['a key that is no canonical JSON', 1, ` ${lines[1]}`, 'key_malformed 2 -'],
  ['a key that is none', 1, '{}', 'key_malformed 2 -'],
  ['a record that is no canonical JSON', 2, ` ${lines[2]}`, 'line_malformed 3 -'],
  ['a record of another kind', 2, '{"kind":"countersign/other@1"}', 'record_unexpected 3 -'],
  ['a record that is no object', 2, '[]', 'record_unexpected 3 -'],
  ['an entry that is no canonical JSON', 5, ` ${lines[5]}`, 'entry_malformed 6 2'],
  ['an entry of an unknown kind', 5, '{"kind":"countersign/other@1"}', 'entry_malformed 6 2'],
])('%s is named by its line', (_, at, line, fault) => {
  expect(faultOf((all) => all.toSpliced(at, 1, line))).toBe(fault);
});

test('a statement that is none is found under its envelope', () => {
  const payload = Buffer.from('{}').toString('base64');
  expect(
    faultOf((all) =>
      all.toSpliced(0, 1, (all[0] ?? '').replace(/"payload":"[^"]+"/, `"payload":"${payload}"`)),
    ),
  ).toBe('statement_malformed 1 -');
});

test('a key that is not the one that signed is found', () => {
  const strange = renderExport({ record: run.record, entries: run.entries, appId }, signerOf(8));
  expect(faultOf((all) => all.toSpliced(1, 1, strange.split('\n')[1] ?? ''))).toBe('key_malformed 2 -');
});

test('there are as many lines as the statement says, and no more than a chain may have', () => {
  expect(faultOf((all) => all.slice(0, 17))).toBe('lines_missing 18 -');
  expect(faultOf((all) => [...all, all[17] ?? ''])).toBe('lines_too_many 19 -');
  expect(faultOf((all) => all.slice(0, 2))).toBe('line_malformed 3 -');
  expect(faultOf(() => Array.from({ length: maxEntries + 4 }, () => ''))).toBe('lines_too_many 10004 -');
});

test('the check run’s lines for machines read back, and nothing that only resembles them', () => {
  const head = headOfAll(run.entries);
  const order = { run: 'r', head, entries: run.entries, pack: () => 'AAAA', maxBytes: 65_535 };
  const signature = { keyId: 'k'.repeat(43), value: 's'.repeat(86) };
  const { text } = renderAuditText({ ...order, signature });
  expect(readAuditText(text)).toEqual({ run: 'r', head, signature, count: 15, packed: 'AAAA' });
  const bare = renderAuditText({ ...order, entries: [], head: { count: 0, digest: null }, signature: null });
  expect(readAuditText(bare.text)).toEqual({
    run: 'r',
    head: { count: 0, digest: null },
    signature: null,
    count: 0,
    packed: null,
  });
  for (const strange of [
    '',
    'countersign:head:v1 r 0 -',
    'countersign:head:v1 r 0 -\ncountersign:unsigned:v1',
    text.replace('head:v1', 'head:v2'),
    text.replace('signature:v1', 'signature:v2'),
    text.replace('entries:v1 15', 'entries:v1 -1'),
    text.replace('entries:v1 15 AAAA', 'entries:v1 0 AAAA'),
    text.replace('entries:v1 15 AAAA', 'entries:v1 15 -'),
    text.replace(/(head:v1 r 15) \S+/, '$1 -'),
    text.replace('head:v1 r 15', 'head:v1 r 0'),
    `${text}\ncountersign:head:v1 r 0 -`,
  ])
    expect(readAuditText(strange)).toBeNull();
});
