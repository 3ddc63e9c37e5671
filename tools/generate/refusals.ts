import { refusals } from '../../lib/core/refusal.ts';
import { head, type Part } from './part.ts';

/** Every refusal code under a heading of its own, which our answers link to, grouped as in the source. */
export const refusalsPage: Part = {
  path: 'docs/refusals.md',
  make: (tree) => {
    const texts: ReadonlyMap<string, string> = new Map(Object.entries(refusals));
    const told: string[] = [];
    for (const line of tree.text('lib/core/refusal.ts').split('\n')) {
      const group = /^ {2}\/\/ (.+)$/.exec(line)?.[1];
      const code = /^ {2}(\w+):/.exec(line)?.[1];
      if (group !== undefined) told.push(`## ${group}`);
      const text = code === undefined ? undefined : texts.get(code);
      if (text !== undefined) told.push(`### \`${code}\``, text);
    }
    return `${head('Refusals', '`lib/core/refusal.ts`')}
Every refusal carries one of these codes. A code never changes its meaning; the words around it may. A command from someone without a say gets no answer and no code.

${told.join('\n\n')}
`;
  },
};
