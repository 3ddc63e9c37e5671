import { coreTypes } from '../fence/glossary.ts';
import { fillMarked } from './marked.ts';
import { rows, type Part } from './part.ts';

/** The glossary: its words are written by people, its table of types comes from the comments in the core. */
export const glossaryPage: Part = {
  path: 'docs/glossary.md',
  make: (tree) => {
    const types = coreTypes(tree).map(({ name, file, meaning }) => [
      `\`${name}\``,
      `\`${file}\``,
      meaning ?? '',
    ]);
    return fillMarked(
      tree.text('docs/glossary.md'),
      'types of the core',
      rows(['type', 'file', 'meaning'], types),
    );
  },
};
