import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lackingOf, needText, needsInWords } from '../../../lib/core/action/permission-need.ts';
import { actionTypes } from '../../../lib/core/action/types.ts';
import { readManifest } from '../../support/manifest.ts';

const needs = [
  { name: 'actions', level: 'write' },
  { name: 'contents', level: 'read' },
] as const;

describe('what an action type needs', () => {
  test.each([
    [{}, 'actions: write, contents: read'],
    [{ actions: 'read', contents: 'write' }, 'actions: write'],
    [{ actions: 'write' }, 'contents: read'],
    [{ actions: 'admin', contents: 'read' }, ''],
  ])('of %j lacks “%s”', (granted, lacking) => {
    expect(needText(lackingOf(needs, granted))).toBe(lacking);
  });

  test('is said in code spans', () => {
    expect(needsInWords(needText(needs))).toBe('`actions: write` and `contents: read`');
  });

  test('is in the docs, as far as app.yml does not ask for it', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/actions.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `github.'));
    const expected = [...actionTypes.values()].map(({ type, byDefault, needs: all }) => {
      const more = lackingOf(all, readManifest().permissions);
      const words = more.map(({ name, level }) => `\`${name}: ${level}\``).join(', ');
      return [`\`${type}\``, { allowed: byDefault ? 'yes' : 'no', more: words === '' ? 'nothing' : words }];
    });
    const told = rows.map((row) => {
      const [, type, , allowed, more] = row.split('|').map((cell) => cell.trim());
      return [type, { allowed, more }];
    });
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
  });
});
