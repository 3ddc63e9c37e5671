import { describe, expect, it, test } from 'vitest';
import { commands } from '../../tools/fence/commands.ts';
import { glossary } from '../../tools/fence/glossary.ts';
import { links } from '../../tools/fence/links.ts';
import { refusals } from '../../tools/fence/refusals.ts';
import { self } from '../../tools/fence/self.ts';
import { size } from '../../tools/fence/size.ts';
import { threats } from '../../tools/fence/threats.ts';
import { faultsOf } from './planted.ts';

describe('links and paths', () => {
  const pages = {
    'README.md':
      '# Name\n\n[start](docs/start.md#what-it-is) and `lib/core/a.ts`, [out](https://example.org).\n',
    'docs/start.md':
      '# Start\n\n## What it is\n\n![shot](shot.md) [up](../README.md) [here](#start)\n\n## What it is\n',
    'docs/shot.md': 'x [twice](start.md#what-it-is-1)',
    'lib/core/a.ts': 'export {};',
  };

  test('that lead somewhere have no faults', () => {
    expect(faultsOf(links, pages)).toEqual([]);
  });

  it.each([
    [
      'a page that does not exist',
      'README.md',
      'docs/start.md',
      'docs/stop.md',
      'README.md:3 leads to docs/stop.md',
    ],
    [
      'a heading that does not exist',
      'README.md',
      '#what-it-is',
      '#what-it-was',
      'README.md:3 docs/start.md has no heading',
    ],
    [
      'a heading of its own page',
      'docs/start.md',
      '#start',
      '#end',
      'docs/start.md:5 docs/start.md has no heading',
    ],
    ['an image', 'docs/start.md', 'shot.md', 'shot.png', 'docs/start.md:5 leads to docs/shot.png'],
    ['a file in a span', 'README.md', 'lib/core/a.ts', 'lib/core/b.ts', 'README.md:3 names lib/core/b.ts'],
    ['a link without TLS', 'README.md', 'https:', 'http:', 'README.md:3 only https leads outside'],
  ] as const)('find %s', (_, path, from, to, fault) => {
    const faults = faultsOf(links, { ...pages, [path]: pages[path].replace(from, to) });
    expect(faults.join('\n')).toContain(fault);
  });
});

describe('documented commands', () => {
  const house = {
    'package.json': '{ "scripts": { "test": "x", "check": "y" } }',
    'cli/commands.ts': "export const commands = { demo: 'shows', serve: 'starts' } as const;",
    'lib/core/approval/verb.ts':
      "export const hashVerbs = ['approve', 'reject'] as const;\nexport const questions = ['status'] as const;",
    'README.md':
      '```sh\nnpm ci && npm test\nnpm run check\nnpx countersign demo\n```\n\n`/approve 3f9a` or `/reject`, `/status`; `/api/github/webhooks`\n',
  };

  test('that exist have no faults', () => {
    expect(faultsOf(commands, house)).toEqual([]);
  });

  it.each([
    ['a script', 'npm run check', 'npm run verify', 'README.md:3 there is no npm script verify'],
    ['a command', 'countersign demo', 'countersign undo', 'README.md:4 there is no command countersign undo'],
    ['a verb', '/reject', '/merge', 'README.md:7 there is no comment command /merge'],
  ])('find %s', (_, from, to, fault) => {
    expect(faultsOf(commands, { ...house, 'README.md': house['README.md'].replace(from, to) })).toEqual([
      fault,
    ]);
  });
});

describe('examples of what is no command', () => {
  const house = {
    'package.json': '{ "scripts": {} }',
    'cli/commands.ts': 'export const commands = {} as const;',
    'lib/core/approval/verb.ts':
      "export const hashVerbs = ['approve'] as const;\nexport const questions = [] as const;",
  };
  const begin = '<!-- begin: answered, written by `npm run generate` -->';
  const page = `${begin}\n\n\`/aprove\`\n\n<!-- end: answered -->\n\nSay \`/approve\`.\n`;

  test('are none that a page tells people to type, between their marks', () => {
    expect(faultsOf(commands, { ...house, 'docs/a.md': page })).toEqual([]);
  });

  test('and are judged outside of them', () => {
    const outside = page.replace('`/approve`', '`/aprove`');
    expect(faultsOf(commands, { ...house, 'docs/a.md': outside })).toEqual([
      'docs/a.md:7 there is no comment command /aprove',
    ]);
  });
});

describe('refusals', () => {
  const house = {
    'lib/core/refusal.ts': "export const refusals = { expired: 'Late.', hash_unknown: 'Another.' } as const;",
    'docs/refusals.md': '# Refusals\n\n### expired\n\nLate.\n\n### hash_unknown\n',
    'README.md': 'It is refused with `hash_unknown`.',
  };

  test('that are documented have no faults', () => {
    expect(faultsOf(refusals, house)).toEqual([]);
  });

  it.each([
    [
      'a code without a heading',
      'docs/refusals.md',
      '### expired',
      '#### expired',
      'docs/refusals.md:1 lacks expired',
    ],
    [
      'a heading without a code',
      'docs/refusals.md',
      'hash_unknown',
      'hash_unknown\n\n### gone',
      'docs/refusals.md:1 explains gone, which does not exist',
    ],
    [
      'a code that a page shows',
      'README.md',
      'hash_unknown',
      'hash_wrong',
      'README.md:1 shows hash_wrong, which is not a refusal code',
    ],
  ] as const)('find %s', (_, path, from, to, fault) => {
    expect(faultsOf(refusals, { ...house, [path]: house[path].replace(from, to) })).toEqual([fault]);
  });
});

describe('the glossary', () => {
  const house = {
    'lib/core/run.ts':
      '/** One life. */\nexport interface Run {}\nfunction inner(): void {}\n/** A state. */\nexport type State = 1;',
    'docs/glossary.md': '| `Run` | `State` |',
  };

  test('that names every type has no faults', () => {
    expect(faultsOf(glossary, house)).toEqual([]);
  });

  it.each([
    [
      'a type that it lacks',
      'docs/glossary.md',
      '`State`',
      'State',
      'lib/core/run.ts:5 State is not in docs/glossary.md',
    ],
    [
      'a type without a comment',
      'lib/core/run.ts',
      '/** A state. */',
      '// A state.',
      'lib/core/run.ts:5 State has no comment that says what it is',
    ],
  ] as const)('finds %s', (_, path, from, to, fault) => {
    expect(faultsOf(glossary, { ...house, [path]: house[path].replace(from, to) })).toEqual([fault]);
  });
});

describe('the threats', () => {
  const house = {
    'docs/threat-model.md': '# T\n\n| T01 | A2 | who | what | defence | AP-31, AP-32 |\n',
    'test/a.test.ts': "test('AP-31: a reader', () => {});\ntest('AP-32, AP-33: a writer', () => {});",
  };

  test('whose cases are tested have no faults', () => {
    expect(faultsOf(threats, house)).toEqual([]);
  });

  test('find a case that no test names, and one that only a comment names', () => {
    const page = house['docs/threat-model.md'].replace('AP-32', 'AP-32, AP-40');
    const files = { ...house, 'docs/threat-model.md': page, 'test/b.test.ts': '// AP-40 comes later\n' };
    expect(faultsOf(threats, files)).toEqual(['docs/threat-model.md:3 no test names AP-40']);
  });
});

describe('size', () => {
  it.each([
    ['lib/core/a.ts', 250],
    ['test/a.test.ts', 400],
    ['README.md', 150],
    ['AGENTS.md', 120],
  ])('%s may have %i lines and no more', (path, limit) => {
    expect(faultsOf(size, { [path]: 'x\n'.repeat(limit) })).toEqual([]);
    expect(faultsOf(size, { [path]: 'x\n'.repeat(limit + 1) })).toHaveLength(1);
  });
});

describe('the project', () => {
  it.each([
    ['a home folder', ['see /ho', 'me/kim/notes'].join('')],
    ['another home folder', ['see /Us', 'ers/kim/notes'].join('')],
    ['its own checkout', `see ${process.cwd()}/lib`],
    ['a note to its makers', ['TO', 'DO: later'].join('')],
  ])('does not name %s', (_, text) => {
    expect(faultsOf(self, { 'docs/a.md': text })).toHaveLength(1);
  });

  test('may name a runner’s folder', () => {
    expect(faultsOf(self, { 'docs/a.md': 'it runs in /home/runner/work' })).toEqual([]);
  });
});
