import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../lib/core/approval/command.ts';
import { verbs } from '../../lib/core/approval/verb.ts';
import { commandsPage } from '../../tools/generate/commands.ts';
import { readTree } from '../../tools/fence/tree.ts';

const tree = readTree(new URL('../..', import.meta.url).pathname);
const page = tree.text(commandsPage.path);
const hash = 'a3'.repeat(32);

/** The first and the last cell of each row between two marks, with the hash put in and the signs undone. */
function rowsOf(what: string): readonly (readonly [body: string, last: string])[] {
  const [, part = ''] = page.split(`<!-- begin: ${what}, written by \`npm run generate\` -->`);
  const table = part.split(`<!-- end: ${what} -->`)[0] ?? '';
  return [...table.matchAll(/^\| (`.*?`) \| (.*) \|$/gm)].map(([, cell = '', others = '']) => [
    cell
      .replaceAll(/^`+ ?| ?`+$/g, '')
      .replaceAll('<hash>', hash)
      .replaceAll('␣', ' ')
      .replaceAll(' CR', '\r')
      .replaceAll(/ ↵ ?/g, '\n'),
    others.split(' | ').at(-1)?.replaceAll('`', '') ?? '',
  ]);
}

// Krzysztof318/MailFathom#201
describe('users 13: page and parser share their examples', () => {
  test('the page is what the vectors say', () => {
    expect(commandsPage.make(tree)).toBe(page);
  });

  test('what it shows as counting counts', () => {
    const rows = rowsOf('taken');
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const [body] of rows) expect(parseCommand(body), body).toMatchObject({ kind: 'command' });
  });

  test('what it shows as answered is answered with that code', () => {
    const rows = rowsOf('answered');
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const [body, code] of rows)
      expect(parseCommand(body), body).toMatchObject({ kind: 'near_miss', code });
  });

  test('what it shows as silent is none', () => {
    const rows = rowsOf('silent');
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const [body] of rows) expect(parseCommand(body), body).toEqual({ kind: 'none' });
  });

  test('it names every verb, and no other', () => {
    const named = [...page.matchAll(/^\| `\/([a-z]+)[^`]*` \| (?:who|whom) /gm)].map(([, verb]) => verb);
    expect(named).toEqual([...verbs]);
  });
});

// gh-aw’s page on command triggers
test('users 15: the first page says that an edited comment never counts', () => {
  expect(tree.text('README.md')).toContain('Only a comment as it was first posted counts');
  expect(page).toContain('Only a new comment counts. An edit never does');
});
