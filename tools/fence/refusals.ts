import { constantOf, namesOf } from './constants.ts';
import { pagesOf } from './markdown.ts';
import { missing } from './missing.ts';
import type { Fault, Fence } from './tree.ts';

const list = 'lib/core/refusal.ts';
const page = 'docs/refusals.md';

/** Every code has its own heading on the page that our answers link to, and every heading there is a code. */
export const refusals: Fence = {
  name: 'Every refusal code is documented',
  check: (tree) => {
    const codes = new Set(namesOf(constantOf(tree, list, 'refusals')));
    const told = [...tree.text(page).matchAll(/^### (\w+)$/gm)].map(([, code = '']) => code);
    const known = (text: string): boolean => codes.has(text);
    // A page that shows a refusal shows it as `code`: one that no longer exists misleads.
    const shown = pagesOf(tree).flatMap(({ path, text }): readonly Fault[] =>
      [...text.matchAll(/refused(?: with)? `([a-z]+(?:_[a-z]+)+)`/g)]
        .filter(([, code = '']) => !known(code))
        .map(([, code]) => ({ file: path, line: 1, what: `shows ${code}, which is not a refusal code` })),
    );
    const faults = [
      ...missing(codes, told).map((code) => ({ file: page, line: 1, what: `lacks ${code}` })),
      ...missing(told, codes).map((code) => ({
        file: page,
        line: 1,
        what: `explains ${code}, which does not exist`,
      })),
      ...shown,
    ];
    return { looked: codes.size, faults };
  },
};
