import { renderRefusalTable } from '../../lib/core/publication/refusal-table.ts';
import { head, type Part } from './part.ts';

/** Every refusal code under a heading of its own, which answers can link to. */
export const refusalsPage: Part = {
  path: 'docs/refusals.md',
  make: () => `${head('Refusals', '`lib/core/refusal.ts`')}
Every refusal carries one of these codes. A code never changes its meaning; the words around it may. A command from someone without a say gets no answer and no code.

${renderRefusalTable()}
`,
};
