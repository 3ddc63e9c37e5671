import { constantOf, namesOf } from './constants.ts';
import { parseRecord, recordOf } from './json.ts';
import { pagesOf, type Page } from './markdown.ts';
import type { Fault, Fence, Tree } from './tree.ts';

/** What may be typed: npm's scripts, the command's verbs, a comment's verbs. */
interface Known {
  readonly scripts: ReadonlySet<string>;
  readonly cli: ReadonlySet<string>;
  readonly comment: ReadonlySet<string>;
}

/** Every command that the pages tell people to type is one that exists. */
export const commands: Fence = {
  name: 'Every documented command exists',
  check: (tree) => {
    const known = knownCommands(tree);
    const judged = pagesOf(tree).flatMap((page) => judgePage(page, known, noCommands(tree.text(page.path))));
    return { looked: judged.length, faults: judged.filter((fault) => fault !== null) };
  },
};

function knownCommands(tree: Tree): Known {
  const scripts = Object.keys(recordOf(parseRecord(tree.text('package.json'))['scripts']));
  return {
    scripts: new Set(scripts),
    cli: new Set(namesOf(constantOf(tree, 'cli/commands.ts', 'commands'))),
    comment: new Set(
      ['hashVerbs', 'questions'].flatMap((kind) =>
        namesOf(constantOf(tree, 'lib/core/approval/verb.ts', kind)),
      ),
    ),
  };
}

/** Lines of a page that show what is no command, between their marks; the parser is tested with each of them. */
function noCommands(text: string): (line: number) => boolean {
  const lines = text.split('\n');
  const spans = ['answered', 'silent'].map((what) => [
    lines.findIndex((line) => line.startsWith(`<!-- begin: ${what},`)),
    lines.indexOf(`<!-- end: ${what} -->`),
  ]);
  return (line) => spans.some(([from = 0, to = 0]) => line - 1 > from && line - 1 < to);
}

/** One item for each command found: null for one that exists. */
function judgePage(page: Page, known: Known, isNone: (line: number) => boolean): readonly (Fault | null)[] {
  const texts = [...page.spans, ...page.fences.map(({ line, text }) => ({ line: line + 1, text }))].filter(
    ({ line }) => !isNone(line),
  );
  return texts.flatMap(({ line, text }) =>
    text.split('\n').flatMap((typed, index) => {
      const whats = [
        ...[...typed.matchAll(/\bnpm (?:run |(?=test\b))([\w:-]+)/g)].map(([, name = '']) =>
          known.scripts.has(name) ? null : `there is no npm script ${name}`,
        ),
        ...[...typed.matchAll(/(?:^|\bnpx )countersign ([a-z][\w-]*)/g)].map(([, name = '']) =>
          known.cli.has(name) ? null : `there is no command countersign ${name}`,
        ),
        ...[...typed.matchAll(/^\s*\/([a-z]+)(?= |$)/g)].map(([, name = '']) =>
          known.comment.has(name) ? null : `there is no comment command /${name}`,
        ),
      ];
      return whats.map((what) => (what === null ? null : { file: page.path, line: line + index, what }));
    }),
  );
}
