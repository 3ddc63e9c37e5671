import { visible } from '../evidence/visible.ts';
import type { ShapeFault } from '../json/shape.ts';

const shown = 8;
const maxPath = 120;

/**
 * Faults in one line, the first eight of them. A path may hold a member's name that a stranger chose:
 * it is escaped and cut, and belongs into a code span wherever Markdown is written.
 */
export function describeFaults(faults: readonly ShapeFault[]): string {
  const lines = faults.slice(0, shown).map(({ path, expected }) => `${nameOf(path)}: expected ${expected}`);
  const more = faults.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function nameOf(path: string): string {
  return visible(path)
    .replaceAll(/[\n\t]/g, ' ')
    .slice(0, maxPath)
    .toWellFormed();
}
