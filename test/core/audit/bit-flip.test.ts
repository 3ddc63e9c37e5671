import { expect, it } from 'vitest';
import { headOfAll, verifyChain } from '../../../lib/core/audit/entry.ts';
import { entryLines } from '../../../lib/core/audit/lines.ts';
import { parseEntries } from '../../../lib/core/audit/parse.ts';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { parseJson } from '../../../lib/core/json/parse.ts';
import { chain, event, gathered } from '../../support/entry.ts';

const entries = chain([...gathered.slice(0, 1), event('server.started'), event('proposal.composed')]);
const head = headOfAll(entries);
const bytes = new TextEncoder().encode(`[${entryLines(entries).split('\n').join(',')}]`);

/** How the chain that these bytes spell is found out, or null when it passes. */
function found(flipped: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(flipped);
  } catch {
    return 'utf-8';
  }
  const json = parseJson(text);
  if (!json.ok) return 'json';
  if (canonical(json.value) !== text) return 'canonical';
  const read = parseEntries(json.value);
  if (!read.ok) return 'shape';
  return verifyChain(read.value, head)?.code ?? null;
}

it('the unchanged bytes of a chain pass', () => {
  expect(bytes.length).toBeGreaterThan(1000);
  expect(found(bytes)).toBeNull();
});

it('G6, CA-20: every single flipped bit of a stored chain is found', () => {
  const ways = new Map<string, number>();
  const missed: number[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Uint8Array.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const way = found(flipped);
    if (way === null) missed.push(bit);
    else ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  expect(missed).toEqual([]);
  // Each layer finds some, so none of them is idle here.
  expect([...ways.keys()]).toEqual(expect.arrayContaining(['utf-8', 'json', 'shape', 'entry_digest_wrong']));
});
