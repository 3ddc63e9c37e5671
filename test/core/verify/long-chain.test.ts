import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { link, type Entry } from '../../../lib/core/audit/entry.ts';
import { entryLines } from '../../../lib/core/audit/lines.ts';
import { parseEntry } from '../../../lib/core/audit/parse.ts';
import { parseJson } from '../../../lib/core/json/parse.ts';
import { dana, event, sourceOf } from '../../support/entry.ts';
import { endsWell, extend, wholeRun } from '../../support/whole-run.ts';
import { exportOf, failures, found, linesOf, textOf, verify } from './support.ts';

// A thousand entries: a run that people asked about all day (G7).
const long = wholeRun((run) => [
  event('published', { what: 'check_run', entries: [] }),
  ...Array.from({ length: 985 }, (_, index) =>
    event('command.answered', { by: dana, source: sourceOf(String(1000 + index)) }),
  ),
  ...endsWell(run).slice(1),
]);
const exported = exportOf(long);
const lines = linesOf(exported);
const first = 3;
const count = long.entries.length;

/** The file with other entries below the same envelope, key and record; the line count is the envelope's. */
function withEntries(entries: readonly Entry[]): string {
  return textOf([...lines.slice(0, first), ...linesOf(`${entryLines(entries)}\n`)]);
}

/** The lines that the chain and the head say of entries that may be fewer than the envelope says. */
function located(entries: readonly Entry[]): readonly string[] {
  const padded = verify(withEntries(entries));
  return failures(padded).filter((one) => /^(?:file|chain|head) /.test(one));
}

test('a chain of a thousand entries verifies', () => {
  expect(count).toBe(1000);
  expect(verify(exported)).toMatchObject({ answer: 'pass', entries: count });
});

test('a tail that was cut off is found at the first line that is missing', () => {
  for (const end of [count - 1, 900, 500, 3, 1])
    expect(verify(textOf(lines.slice(0, first + end)))).toMatchObject({
      answer: 'fail',
      findings: [
        {
          check: 'file',
          code: 'lines_missing',
          said: `the file stops reading as an export at line ${first + end + 1}`,
        },
      ],
    });
});

test('a middle that was cut out, and filled up to the right length, is found at the first entry behind it', () => {
  for (const at of [1, 500, 990]) {
    const cut = [...long.entries.slice(0, at), ...long.entries.slice(at + 1)];
    const filled = [...cut, long.entries[count - 1] ?? cut[0]].filter((one) => one !== undefined);
    expect(located(filled)).toContain(`chain entry_out_of_order ${at}`);
  }
});

test('two entries that changed places are found at the first of them', () => {
  for (const at of [0, 499, count - 2]) {
    const [one, two] = [long.entries[at], long.entries[at + 1]];
    if (one === undefined || two === undefined) throw new Error('the chain is long enough');
    expect(located(long.entries.toSpliced(at, 2, two, one))).toContain(`chain entry_out_of_order ${at}`);
  }
});

test('AU-05: a fork, consistent in itself from an entry on, is found by the head, whose entry it is not', () => {
  for (const at of [10, 500, count - 1]) {
    const fork = extend(long.read, long.entries.slice(0, at), forked(count - at));
    expect(fork).toHaveLength(count);
    expect(located(fork)).toEqual([`head head_differs ${count - 1}`]);
  }
});

test('AU-05: the entry where two copies of one run part is the first that does not link to the other', () => {
  for (const at of [10, 500]) {
    const fork = extend(long.read, long.entries.slice(0, at), forked(1));
    expect(located([...fork, ...long.entries.slice(at + 1)])).toContain(`chain entry_unlinked ${at + 1}`);
  }
});

test('AU-01: an entry with another time and a digest made to fit is found at the next one', () => {
  for (const at of [0, 500, count - 2]) {
    const entry = long.entries[at];
    if (entry === undefined) throw new Error('the chain is long enough');
    const { type, data, actor, run, previous } = entry;
    const draft = { type, data, actor, at: '2026-11-30T23:00:00.000Z' };
    // One entry's type and data belong together; spreading them loses that.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [changed] = link(run, { count: at, digest: previous }, [draft as unknown as Entry]);
    expect(located(long.entries.toSpliced(at, 1, changed ?? entry))).toContain(
      `chain entry_unlinked ${at + 1}`,
    );
  }
});

test('other code comes to the same digests: Node’s SHA-256 over another canonical JSON', () => {
  let previous: string | null = null;
  for (const line of lines.slice(first)) {
    const { digest, ...rest }: Record<string, unknown> = JSON.parse(line);
    const text = canonicalize(rest) ?? '';
    expect(createHash('sha256').update(text, 'utf8').digest('hex')).toBe(digest);
    expect(rest['previous']).toBe(previous);
    previous = String(digest);
  }
  expect(found(verify(exported), 'head').said).toContain(`sha256:${previous}`);
});

test('other code comes to the same hash, record digest and statement', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  const envelope: { payload: string } = JSON.parse(lines[0] ?? '');
  const statement = Buffer.from(envelope.payload, 'base64').toString('utf8');
  const said: {
    subject: readonly { digest: { sha256: string } }[];
    predicate: { record: string; lines: number };
  } = JSON.parse(statement);
  const record: { proposal: string } = JSON.parse(lines[2] ?? '');
  expect(canonicalize(said)).toBe(statement);
  expect(canonicalize(JSON.parse(record.proposal))).toBe(record.proposal);
  expect(said.subject[0]?.digest.sha256).toBe(sha256(record.proposal));
  expect(said.predicate).toMatchObject({ record: sha256(lines[2] ?? ''), lines: lines.length });
});

test('every entry of the file reads strictly by itself', () => {
  for (const line of lines.slice(first)) {
    const json = parseJson(line);
    expect(json.ok && parseEntry(json.value).ok).toBe(true);
  }
});

function forked(length: number): readonly ReturnType<typeof event>[] {
  return Array.from({ length }, (_, index) =>
    event('command.answered', { by: dana, source: sourceOf(String(5000 + index)) }),
  );
}
