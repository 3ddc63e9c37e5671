import { lineAt, type Fault, type Fence, type Tree } from './tree.ts';

const page = 'docs/threat-model.md';
const cases = /\b(?:AP|WH|EV|RU|CA|ID|TM|AU|PO|SE|DO|FS|MC|KE|OI|SS)-\d{2}\b/g;

/** Every case that a threat names stands in the name of a test. */
export const threats: Fence = {
  name: 'Every threat’s cases are tested',
  check: (tree) => {
    const tested = casesTested(tree);
    const text = tree.text(page);
    const named = [...text.matchAll(/^\| T\d{2} .*$/gm)].flatMap(({ 0: row, index }) =>
      [...row.matchAll(cases)].map(([id]) => ({ id, line: lineAt(text, index) })),
    );
    const faults = named
      .filter(({ id }) => !tested.has(id))
      .map(({ id, line }): Fault => ({ file: page, line, what: `no test names ${id}` }));
    return { looked: named.length, faults };
  },
};

/** The test files that name each case, by the case. */
export function casesTested(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const files = tree.paths.filter((path) => path.startsWith('test/') && path.endsWith('.ts'));
  for (const file of files.filter((path) => !path.startsWith('test/fences/'))) {
    // Names are strings; a comment that mentions a case tests nothing.
    const code = tree.text(file).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    for (const [id] of code.matchAll(cases)) found.set(id, (found.get(id) ?? new Set()).add(file));
  }
  return found;
}
