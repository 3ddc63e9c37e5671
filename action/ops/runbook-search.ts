import { join } from 'node:path';
import { listNames, readText } from './files.ts';

const maxWords = 8;
const maxHits = 12;
const maxLine = 160;

interface Hit {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly score: number;
}

/** Lines of the runbooks that hold the query's words, the most fitting first; at most 12. */
export async function searchRunbooks(folder: string, query: string): Promise<string> {
  const words = [...new Set(query.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter((word) => word.length > 2);
  const hits: Hit[] = [];
  const runbooks = join(folder, 'runbooks');
  for (const file of await listNames(runbooks, '.md')) {
    const text = (await readText(runbooks, file)) ?? '';
    for (const [index, line] of text.split('\n').entries()) {
      const folded = line.toLowerCase();
      const score = words.slice(0, maxWords).filter((word) => folded.includes(word)).length;
      if (score > 0) hits.push({ file, line: index + 1, text: line.trim().slice(0, maxLine), score });
    }
  }
  // Files and lines are read in order and the sort is stable, so equal scores stay in reading order.
  hits.sort((left, right) => right.score - left.score);
  const shown = hits.slice(0, maxHits).map(({ file, line, text }) => `${file}:${line}: ${text}`);
  return [`${hits.length} lines found, ${shown.length} shown`, ...shown].join('\n');
}
