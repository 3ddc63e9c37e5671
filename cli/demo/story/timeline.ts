import type { Narrator } from '../terminal/narrator.ts';
import { fit } from '../terminal/narrator.ts';

/** The rows of the first table in a Markdown text, its header left out, as plain text. */
export function tableRows(markdown: string): ReadonlyArray<readonly string[]> {
  const lines = markdown.split('\n');
  const from = lines.findIndex(
    (line, index) => line.startsWith('|') && /^\|[-|: ]+\|$/.test(lines[index + 1] ?? ''),
  );
  if (from < 0) return [];
  const rest = lines.slice(from + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return (end < 0 ? rest : rest.slice(0, end)).map(cellsOf);
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.trim()));
}

/** Takes links, code spans and emphasis away. */
function plain(cell: string): string {
  return cell
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\\(.)/g, '$1');
}

/** Prints the audit's timeline as the check run has it, in at most 100 columns. */
export function tellTimeline(tell: Narrator, markdown: string): void {
  for (const [, time = '', what = '', who = '', digest = ''] of tableRows(markdown)) {
    const when = /\d{2}:\d{2}:\d{2}/.exec(time)?.[0] ?? time;
    const cells = [
      when.padEnd(8),
      fit(what, 52).padEnd(52),
      fit(who, 15).padEnd(15),
      tell.look(digest, 'dim'),
    ];
    tell.note(cells.join('  '));
  }
}
