import { describe, expect, it } from 'vitest';
import {
  digestEntry,
  emptyHead,
  entryText,
  headOf,
  headOfAll,
  link,
  verifyChain,
  verifyLinks,
  type Entry,
} from '../../../lib/core/audit/entry.ts';
import { headDocument } from '../../../lib/core/audit/head.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { chain, completed, event, runId } from '../../support/entry.ts';

const entries = chain(completed);
const head = headOfAll(entries);
const end = entries.length;

describe('a chain', () => {
  it('holds as it was written, up to the head that was published', () => {
    expect(verifyChain(entries, head)).toBeNull();
    expect(verifyChain([], emptyHead)).toBeNull();
    expect(head).toEqual({ count: end, digest: entries.at(-1)?.digest });
  });

  it('links each entry to the one before, and the first to none', () => {
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
    expect(entries.map(({ previous }) => previous)).toEqual([
      null,
      ...entries.slice(0, -1).map(({ digest }) => digest),
    ]);
  });

  it('goes on behind its head as if it had been written at once', () => {
    const [first, ...rest] = entries;
    if (first === undefined) throw new TypeError('the chain has a first entry');
    expect(link(runId, headOf(first), rest)).toEqual(rest);
  });

  it('has digests that anyone can take from the other members’ canonical text', () => {
    for (const entry of entries) {
      const { digest, ...rest } = entry;
      expect(digestText(canonical(JSON.parse(JSON.stringify(rest))))).toBe(digest);
      expect(digestEntry(entry)).toBe(digest);
    }
  });

  it('is written as canonical text, the same whether its entries were made here or read', () => {
    for (const entry of entries) {
      const read: Entry = JSON.parse(JSON.stringify(entry));
      expect(entryText(entry)).toBe(canonical(JSON.parse(JSON.stringify(entry))));
      expect(entryText(read)).toBe(entryText(entry));
    }
  });

  it('has links that are looked at without its digests, where those were found to fit', () => {
    const [first, ...rest] = entries;
    if (first === undefined) throw new TypeError('the chain has a first entry');
    const changed: Entry = { ...first, at: '2026-12-01T14:03:00.001Z' };
    expect(verifyLinks([changed, ...rest], head)).toBeNull();
    expect(verifyLinks(rest, head)).toEqual({ code: 'entry_out_of_order', seq: 0 });
    expect(verifyLinks(entries.slice(0, -1), head)).toEqual({ code: 'head_differs', seq: end - 1 });
  });

  it('is signed by a document that names run, length and end', () => {
    expect(headDocument(runId, head)).toEqual({ kind: 'countersign/head@1', run: runId, ...head });
  });
});

describe('a chain that was tampered with', () => {
  it.each(entries.map(({ seq }) => seq))(
    'AU-01: names entry %i when one of its members is changed',
    (seq) => {
      const twists: readonly Partial<Entry>[] = [
        { at: '2026-12-01T14:03:00.001Z' },
        { actor: { kind: 'person', id: '1', login: 'x' } },
        { digest: digestText('other') },
        { digest: 'no digest' },
      ];
      for (const twist of twists) {
        expect(verifyChain(twisted(seq, twist), head)).toEqual({ code: 'entry_digest_wrong', seq });
      }
      expect(verifyChain(twisted(seq, { previous: digestText('other') }), head)).toEqual({
        code: 'entry_unlinked',
        seq,
      });
      expect(verifyChain(twisted(seq, { seq: seq + 1 }), head)).toEqual({ code: 'entry_out_of_order', seq });
    },
  );

  it('AU-02, G7: names the gap when an entry is taken out of the middle', () => {
    for (let seq = 0; seq < end - 1; seq += 1) {
      const cut = entries.filter((entry) => entry.seq !== seq);
      expect(verifyChain(cut, head)).toEqual({ code: 'entry_out_of_order', seq });
    }
  });

  it('AU-02, G7: names the first entry that is missing when the tail, or all of it, is cut off', () => {
    for (let length = 0; length < end; length += 1) {
      expect(verifyChain(entries.slice(0, length), head)).toEqual({ code: 'head_differs', seq: length });
    }
  });

  it('AU-02: cannot show a cut tail without the published head', () => {
    const cut = entries.slice(0, -3);
    expect(verifyChain(cut, headOfAll(cut))).toBeNull();
  });

  it('names the first entry that the published head does not know', () => {
    const known = headOfAll(entries.slice(0, 4));
    expect(verifyChain(entries, known)).toEqual({ code: 'head_differs', seq: 4 });
    expect(verifyChain(entries, emptyHead)).toEqual({ code: 'head_differs', seq: 0 });
  });

  it('AU-04: that was rebuilt and holds in itself differs from the published head', () => {
    const rebuilt = chain([...completed.slice(0, -1), event('readback.equal', { fields: 3 })]);
    expect(verifyChain(rebuilt, headOfAll(rebuilt))).toBeNull();
    expect(verifyChain(rebuilt, head)).toEqual({ code: 'head_differs', seq: end - 1 });
    const longer = chain([
      ...completed.slice(0, -1),
      event('readback.equal', { fields: 3 }),
      event('published'),
    ]);
    expect(verifyChain(longer, head)).toEqual({ code: 'head_differs', seq: end - 1 });
    expect(verifyChain([], { count: 0, digest: digestText('head') })).toEqual({
      code: 'head_differs',
      seq: 0,
    });
  });

  it('AU-05: a fork of two entries with one number is out of order, and only one of them fits the head', () => {
    const fork = chain([...completed.slice(0, -1), event('readback.unreadable')]);
    const both = [...entries, ...fork.slice(-1)];
    expect(verifyChain(both, head)).toEqual({ code: 'entry_out_of_order', seq: end });
    expect(verifyChain(fork, head)).toEqual({ code: 'head_differs', seq: end - 1 });
  });

  it('G7: names the first of two entries that changed places', () => {
    for (let left = 0; left < end; left += 1) {
      for (let right = left + 1; right < end; right += 1) {
        const swapped = entries.map((entry, index) =>
          index === left ? (entries[right] ?? entry) : index === right ? (entries[left] ?? entry) : entry,
        );
        expect(verifyChain(swapped, head)).toEqual({ code: 'entry_out_of_order', seq: left });
      }
    }
  });

  it('EV-19: an entry that is right in itself but of another run is named', () => {
    const other = chain(completed, '701-8810-1-ffffffff');
    const mixed = entries.map((entry, index) => (index === 5 ? (other[5] ?? entry) : entry));
    expect(verifyChain(mixed, head)).toEqual({ code: 'entry_of_other_run', seq: 5 });
  });
});

function twisted(seq: number, twist: Partial<Entry>): readonly Entry[] {
  // A twist of a frame's member leaves type and data as they were.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return entries.map((entry) => (entry.seq === seq ? ({ ...entry, ...twist } as Entry) : entry));
}
