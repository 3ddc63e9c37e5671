import { codeSpan } from '../evidence/fence.ts';
import type { Entry } from '../audit/entry.ts';
import { utf8Length } from '../json/utf8.ts';
import { shortDigest } from '../proposal/words.ts';
import { whatHappened } from './event-words.ts';
import { elsewhereOf, type RunView } from './view.ts';
import { counted, mention, secondInWords } from './words.ts';

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
  return `| … | | **${counted(entries, 'entry', 'entries')} left out here**, in full below | | |`;
}

/** Neighbouring entries that share a row: the calls for evidence. */
interface Group {
  readonly first: Entry;
  readonly last: Entry;
  readonly all: readonly Entry[];
}

function groups(entries: readonly Entry[]): readonly Group[] {
  const found: Group[] = [];
  for (const entry of entries) {
    const group = found.at(-1);
    if (group !== undefined && isGathering(entry) && isGathering(group.last))
      found.splice(-1, 1, { ...group, last: entry, all: [...group.all, entry] });
    else found.push({ first: entry, last: entry, all: [entry] });
  }
  return found;
}

function isGathering({ type }: Entry): boolean {
  return (
    type === 'server.started' ||
    type === 'flow.started' ||
    type === 'flow.ended' ||
    type === 'step.skipped' ||
    type === 'step.expected' ||
    type === 'tool.called' ||
    type === 'tool.answered' ||
    type === 'servers.stopped'
  );
}

function rowOf(view: RunView, { first, last, all }: Group): Row {
  const cells = [
    first === last ? String(first.seq) : `${first.seq}–${last.seq}`,
    secondInWords(last.at),
    isGathering(first) ? gathering(all) : whatHappened(first, elsewhereOf(view)),
    whoOf(view, last),
    codeSpan(shortDigest(last.digest)),
  ];
  return { text: `| ${cells.join(' | ')} |`, entries: all.length };
}

function gathering(entries: readonly Entry[]): string {
  const of = (type: Entry['type']): number => entries.filter((entry) => entry.type === type).length;
  const servers = counted(of('server.started'), 'server');
  return `evidence gathered: ${of('tool.answered')} of ${of('tool.called')} calls answered, ${servers}`;
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
