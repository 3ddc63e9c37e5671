import { coreTypes } from '../fence/glossary.ts';
import { rows, type Part } from './part.ts';

const begin = '<!-- begin: types of the core, written by `npm run generate` -->';
const end = '<!-- end: types of the core -->';

/** The glossary: its words are written by people, its table of types comes from the comments in the core. */
export const glossaryPage: Part = {
  path: 'docs/glossary.md',
  make: (tree) => {
    const text = tree.text('docs/glossary.md');
    const [before, after] = [text.indexOf(begin), text.indexOf(end)];
    if (before < 0 || after < before)
      throw new Error('docs/glossary.md has lost the marks around its table of types');
    const types = rows(
      ['type', 'file', 'meaning'],
      coreTypes(tree).map(({ name, file, meaning }) => [`\`${name}\``, `\`${file}\``, meaning ?? '']),
    );
    return `${text.slice(0, before)}${begin}\n\n${types}\n\n${text.slice(after)}`;
  },
};
