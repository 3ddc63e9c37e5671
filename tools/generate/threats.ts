import { casesTested } from '../fence/threats.ts';
import { fillMarked } from './marked.ts';
import { rows, type Part } from './part.ts';

/** The threat model: written by people, but for the table of where its cases are tested. */
export const threatsPage: Part = {
  path: 'docs/threat-model.md',
  make: (tree) => {
    const cases = [...casesTested(tree)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, files]) => [
        id,
        [...files]
          .toSorted()
          .map((file) => `\`${file}\``)
          .join(', '),
      ]);
    return fillMarked(tree.text('docs/threat-model.md'), 'cases', rows(['case', 'tests'], cases));
  },
};
