import { expect, test } from 'vitest';
import { entryLines } from '../../../lib/core/audit/lines.ts';
import { base, exported, failures, linesOf, other, exportOf, textOf, verify } from './support.ts';
import { endsWell, extend, wholeRun } from '../../support/whole-run.ts';
import { event } from '../../support/entry.ts';

const lines = linesOf(exported);
const first = 3;

test('an export is the envelope, the key, the record, and one line for each entry', () => {
  expect(lines).toHaveLength(first + base.entries.length);
  expect(lines[2]).toBe(base.record);
  expect(lines.slice(first).join('\n')).toBe(entryLines(base.entries));
});

test('AU-02: each line that is missing is found', () => {
  for (const at of lines.keys())
    expect([at, verify(textOf(lines.filter((_, index) => index !== at))).answer]).toEqual([at, 'fail']);
});

test('AU-02: an export that ends after any line is found', () => {
  for (const end of lines.keys())
    expect([end, verify(textOf(lines.slice(0, end))).answer]).toEqual([end, 'fail']);
});

test('each line that is there twice is found', () => {
  for (const [at, line] of lines.entries())
    expect([at, verify(textOf(lines.toSpliced(at, 0, line))).answer]).toEqual([at, 'fail']);
});

test('every two lines that changed places are found, and the first entry that is out of place is named', () => {
  for (let one = 0; one < lines.length; one += 1) {
    for (let two = one + 1; two < lines.length; two += 1) {
      const swapped = [...lines];
      [swapped[one], swapped[two]] = [lines[two] ?? '', lines[one] ?? ''];
      const found = verify(textOf(swapped));
      expect([one, two, found.answer]).toEqual([one, two, 'fail']);
      if (one >= first) expect(failures(found)).toContain(`chain entry_out_of_order ${one - first}`);
    }
  }
});

test('a line behind the end, an empty line, and another line end are found', () => {
  for (const text of [
    `${exported}\n`,
    `${exported}{}\n`,
    `\n${exported}`,
    `\ufeff${exported}`,
    exported.replaceAll('\n', '\r\n'),
    exported.replaceAll('\n', '\u2028'),
    `${exported} `,
    '',
    '\n',
  ])
    expect(verify(text).answer).toBe('fail');
});

test('lines of another run, or of the same run as it went otherwise, do not pass under this envelope', () => {
  const elsewhere = wholeRun(endsWell, { proposal: { nonce: 'f'.repeat(32) } });
  const strange = linesOf(exportOf(elsewhere));
  expect(verify(textOf([...lines.slice(0, first), ...strange.slice(first)])).answer).toBe('fail');
  expect(verify(textOf([...lines.slice(0, 2), ...strange.slice(2)])).answer).toBe('fail');
  expect(verify(textOf([...strange.slice(0, 1), ...lines.slice(1)])).answer).toBe('fail');
});

test('AU-04: a chain that was rebuilt, consistent in itself, differs from the signed head, and fails by another key', () => {
  const story = wholeRun(endsWell, {}, true);
  const longer = extend(story.read, story.entries, [event('published', { what: 'result', id: '98' })]);
  const rebuilt = { ...story, entries: extend(story.read, longer, [event('published', { what: 'issue' })]) };
  const under = textOf([...lines.slice(0, 3), ...linesOf(exportOf(rebuilt)).slice(3)]);
  expect(rebuilt.entries).toHaveLength(base.entries.length);
  expect(failures(verify(under))).toEqual(['head head_differs 14']);
  expect(failures(verify(exportOf(rebuilt, other)))).toEqual(['signature key_other -']);
});
