import { codeSpan } from '../evidence/fence.ts';
import type { Entry } from '../audit/entry.ts';
import { utf8Length } from '../json/utf8.ts';
import { shortDigest } from '../proposal/words.ts';
import { whatHappened } from './event-words.ts';
import type { RunView } from './view.ts';
import { mention, secondInWords } from './words.ts';

const header = '| # | time (UTC) | what | who | digest |\n|---|---|---|---|---|';

/** Rows at the beginning that stay when the middle is left out: how the run came to be. */
const keptRows = 6;

interface Row {
  readonly text: string;
  readonly entries: number;
}

/**
 * The run's entries as a table, oldest first, in at most `maxBytes` UTF-8 bytes (at least 2,000). What
 * does not fit is left out of the middle, with a count. Calls for evidence, which often are most of the
 * entries, share one row.
 */
export function renderTimeline(view: RunView, maxBytes: number): string {
  const rows = groups(view.entries).map((group) => rowOf(view, group));
  const room = maxBytes - utf8Length(header) - utf8Length(gap(view.entries.length));
  const size = rows.reduce((sum, { text }) => sum + bytesOf(text), 0);
  if (size <= room) return [header, ...rows.map(({ text }) => text)].join('\n');

  const first = whileFits(rows.slice(0, keptRows), Math.floor(room / 3));
  const used = first.reduce((sum, { text }) => sum + bytesOf(text), 0);
  const last = whileFits(rows.slice(first.length).toReversed(), room - used).toReversed();
  const shown = [...first, ...last].reduce((sum, { entries }) => sum + entries, 0);
  const lines = [
    ...first.map(({ text }) => text),
    gap(view.entries.length - shown),
    ...last.map(({ text }) => text),
  ];
  return [header, ...lines].join('\n');
}

function whileFits(rows: readonly Row[], room: number): readonly Row[] {
  let left = room;
  const end = rows.findIndex(({ text }) => (left -= bytesOf(text)) < 0);
  return end < 0 ? rows : rows.slice(0, end);
}

function bytesOf(row: string): number {
  return utf8Length(row) + 1;
}

function gap(entries: number): string {
  return `| … | | **${entries} entries are left out here**; they stand in full below | | |`;
}

/** Neighbouring entries that share a row: the calls for evidence. */
function groups(entries: readonly Entry[]): readonly (readonly [Entry, ...Entry[]])[] {
  const found: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last !== undefined && isGathering(entry) && isGathering(last[0])) last.push(entry);
    else found.push([entry]);
  }
  return found;
}

function isGathering({ type }: Entry): boolean {
  return (
    type === 'server.started' ||
    type === 'tool.called' ||
    type === 'tool.answered' ||
    type === 'servers.stopped'
  );
}

function rowOf(view: RunView, group: readonly [Entry, ...Entry[]]): Row {
  const [first] = group;
  const last = group.at(-1) ?? first;
  const cells = [
    group.length === 1 ? String(first.seq) : `${first.seq}–${last.seq}`,
    secondInWords(last.at),
    isGathering(first) ? gathering(group) : whatHappened(first),
    whoOf(view, last),
    codeSpan(shortDigest(last.digest)),
  ];
  return { text: `| ${cells.join(' | ')} |`, entries: group.length };
}

function gathering(group: readonly Entry[]): string {
  const of = (type: Entry['type']): number => group.filter((entry) => entry.type === type).length;
  return `evidence gathered: ${of('tool.answered')} of ${of('tool.called')} calls answered, ${of('server.started')} servers`;
}

function whoOf({ proposal }: RunView, { actor }: Entry): string {
  switch (actor.kind) {
    case 'person':
      return mention({ login: actor.login ?? actor.id });
    case 'runner':
      return 'actions' in proposal.origin ? `run ${proposal.origin.actions.runId}` : 'runner';
    case 'app':
      return 'Countersign';
  }
}
