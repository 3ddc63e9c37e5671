import { describe, expect, it } from 'vitest';
import { recordCodec } from '../../../lib/adapters/record/codec.ts';
import { headOf, headOfAll, verifyChain, type Entry } from '../../../lib/core/audit/entry.ts';
import { entryLines } from '../../../lib/core/audit/lines.ts';
import { utf8Length } from '../../../lib/core/json/utf8.ts';
import type { PublishedCheckRun } from '../../../lib/core/port/published-run.ts';
import { countFitting, renderAuditPart, renderAuditText } from '../../../lib/core/publication/audit-text.ts';
import { checkRunName, maxOutputBytes } from '../../../lib/core/publication/check-run.ts';
import { partExternalId, partName } from '../../../lib/core/publication/check-run-part.ts';
import { readAudit, type ReadAuditFault } from '../../../lib/core/publication/read-audit.ts';
import { chain, event, hash, runId, sourceOf, waiting } from '../../support/entry.ts';

const pack = (lines: string): string => recordCodec.encode(lines);
const signature = { keyId: 'k'.repeat(43), value: 's'.repeat(86) };
const ours = { id: '71', slug: 'countersign' };
const story = chain([
  ...waiting,
  ...Array.from({ length: 1500 }, (_, index) =>
    event('command.refused', { source: sourceOf(String(1000 + index)) }),
  ),
]);

/** The texts of a run's check runs, each with as many entries as it takes. */
function textsOf(entries: readonly Entry[]): readonly string[] {
  const first = countFitting(entries, pack);
  const head = headOfAll(entries);
  const all = { run: runId, head, entries, signature, pack, maxBytes: maxOutputBytes, carries: first };
  const texts = [renderAuditText(all).text];
  for (let start = first; start < entries.length;) {
    const rest = entries.slice(start);
    const here = rest.slice(0, countFitting(rest, pack));
    texts.push(renderAuditPart({ run: runId, head: headOfAll(here), entries: here, signature, pack }));
    start += here.length;
  }
  return texts;
}

function checkRun(number: number, text: string, twist: Partial<PublishedCheckRun> = {}): PublishedCheckRun {
  return {
    id: String(100 + number),
    url: `https://github.com/acme/payments/runs/${100 + number}`,
    name: number === 1 ? checkRunName : partName(number),
    sha: 'a'.repeat(40),
    externalId: partExternalId(hash, number),
    app: ours,
    conclusion: 'neutral',
    text,
    ...twist,
  };
}

const texts = textsOf(story);
const published = texts.map((text, index) => checkRun(index + 1, text));

function read(checkRuns: readonly PublishedCheckRun[]): ReturnType<typeof readAudit> {
  return readAudit(checkRuns, { hash, codec: recordCodec, isOwn: (app) => app?.id === ours.id });
}

function faultOf(checkRuns: readonly PublishedCheckRun[]): ReadAuditFault | null {
  const answer = read(checkRuns);
  return answer.ok ? null : answer.fault;
}

function entriesOf(checkRuns: readonly PublishedCheckRun[]): readonly Entry[] {
  const answer = read(checkRuns);
  if (!answer.ok) throw new Error(answer.fault.code);
  return answer.value.entries;
}

describe('an audit that takes several check runs', () => {
  it('is whole again when all of them are read, in whatever order they are listed', () => {
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(utf8Length(text)).toBeLessThanOrEqual(maxOutputBytes);
    const answer = read(published.toReversed());
    expect(answer).toMatchObject({
      ok: true,
      value: { run: runId, head: headOfAll(story), signature, checkRun: { id: '101' } },
    });
    expect(entriesOf(published)).toEqual(story);
  });

  it('leaves a full check run as it is when entries come behind it', () => {
    const [first, second] = textsOf(story.slice(0, -100));
    const grown = textsOf(story);
    expect(grown[1]).toBe(second);
    expect(grown[0]).not.toBe(first);
    expect(grown[0]?.split('\n').at(-2)).toBe(first?.split('\n').at(-2));
  });

  it('ends where a part is missing, so that the chain shows it', () => {
    for (const missing of [2, texts.length]) {
      const entries = entriesOf(published.filter((_, index) => index !== missing - 1));
      expect(entries.length).toBeLessThan(story.length);
      expect(verifyChain(entries, headOfAll(story))).toEqual({ code: 'head_differs', seq: entries.length });
    }
  });

  it('AU-06: takes no check run of another App, of no App, of another proposal or name', () => {
    const foreign = [{ app: { id: '15368', slug: 'github-actions' } }, { app: null }];
    const misplaced = [{ externalId: partExternalId('0'.repeat(64), 1) }, { name: 'countersign' }];
    for (const twist of [...foreign, ...misplaced])
      expect(faultOf([checkRun(1, texts[0] ?? '', twist)])).toEqual({
        code: 'check_run_missing',
        entry: null,
      });
    const forged = [...published.slice(0, 1), checkRun(2, texts[1] ?? '', { app: null })];
    expect(entriesOf(forged)).toHaveLength(countFitting(story, pack));
    expect(entriesOf([checkRun(1, 'forged', { app: null }), ...published])).toEqual(story);
  });

  it('takes the one of two that knows most', () => {
    const [older] = textsOf(story.slice(0, 20));
    expect(entriesOf([checkRun(1, older ?? '', { id: '7' }), ...published])).toEqual(story);
    expect(entriesOf([...published, checkRun(1, older ?? '', { id: '700' })])).toEqual(story);
  });

  it('does not read past a part of ours that does not read, unless another of it does', () => {
    const broken = checkRun(2, 'nothing of ours', { id: '9' });
    expect(faultOf([...published.slice(0, 1), broken])?.code).toBe('lines_malformed');
    expect(entriesOf([broken, ...published])).toEqual(story);
    expect(entriesOf([...published, broken])).toEqual(story);
  });

  it('takes no part that belongs to another run or leaves a gap, and of two the one that knows most', () => {
    const have = countFitting(story, pack);
    const part = (run: string, here: readonly Entry[]): PublishedCheckRun =>
      checkRun(2, renderAuditPart({ run, head: headOfAll(here), entries: here, signature, pack }), {
        id: run,
      });
    const first = published.slice(0, 1);
    expect(entriesOf([...first, part('7-1-1-aaaaaaaa', story.slice(have, have + 9))])).toHaveLength(have);
    expect(entriesOf([...first, part(runId, story.slice(have + 1, have + 9))])).toHaveLength(have);
    const [less, more] = [part(runId, story.slice(have, have + 5)), part(runId, story.slice(have, have + 9))];
    expect(entriesOf([...first, less, more])).toHaveLength(have + 9);
    expect(entriesOf([...first, more, less])).toHaveLength(have + 9);
  });

  it('takes entries once where two places carry them', () => {
    const have = countFitting(story, pack);
    const here = story.slice(have - 5, have + 100);
    const last = here.at(-1);
    if (last === undefined) throw new Error('the story is longer');
    const text = renderAuditPart({ run: runId, head: headOf(last), entries: here, signature, pack });
    expect(entriesOf([...published.slice(0, 1), checkRun(2, text)])).toEqual(story.slice(0, have + 100));
  });
});

describe('AU-01: a text that the App did not write', () => {
  const [short = ''] = textsOf(story.slice(0, 12));
  const twisted: ReadonlyArray<readonly [string, string, ReadAuditFault['code']]> = [
    ['nothing', '', 'lines_malformed'],
    ['a line short', short.replace(/countersign:signature[^\n]*\n/, ''), 'lines_malformed'],
    ['a head of another version', short.replace('head:v1', 'head:v2'), 'lines_malformed'],
    ['a count with a zero before it', short.replace(/(head:v1 \S+ )/, '$10'), 'lines_malformed'],
    ['a signature cut short', short.replace('s```', '```').replace(/s\n/, '\n'), 'lines_malformed'],
    ['one entry more than there are', short.replace('entries:v1 12', 'entries:v1 13'), 'entries_malformed'],
    ['one entry fewer than there are', short.replace('entries:v1 12', 'entries:v1 11'), 'entries_malformed'],
    ['packed bytes cut short', short.replace(/.{8}\n```$/, '\n```'), 'entries_malformed'],
  ];

  it.each(twisted)('%s', (_, text, code) => {
    expect(faultOf([checkRun(1, text)])?.code).toBe(code);
  });

  it('names the entry that does not read', () => {
    const lines = entryLines(chain(waiting)).split('\n');
    const bad = [...lines.slice(0, 2), lines[2]?.replace('"seq":', '"seq" :') ?? '', ...lines.slice(3)];
    const text = short.replace(/entries:v1 \S+ \S+/, `entries:v1 ${bad.length} ${pack(bad.join('\n'))}`);
    expect(faultOf([checkRun(1, text)])).toEqual({ code: 'entries_malformed', entry: 2 });
  });
});
