import { describe, expect, test } from 'vitest';
import { coreTypes } from '../../tools/fence/glossary.ts';
import { treeOf } from '../../tools/fence/tree.ts';
import { eventsPage } from '../../tools/generate/events.ts';
import { fillMarked } from '../../tools/generate/marked.ts';
import { rows } from '../../tools/generate/part.ts';
import { statesPage } from '../../tools/generate/states.ts';

test('a table’s cell can hold a pipe', () => {
  expect(rows(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n| --- | --- |\n| x\\|y | z |');
});

describe('a part between marks', () => {
  const page = 'Above\n\n<!-- begin: x, written by `npm run generate` -->\nold\n<!-- end: x -->\n\nBelow\n';

  test('is replaced, and the rest stays', () => {
    const filled = fillMarked(page, 'x', 'new');
    expect(filled).toBe(page.replace('\nold\n', '\n\nnew\n\n'));
    expect(fillMarked(filled, 'x', 'new')).toBe(filled);
  });

  test('is never written where the marks are lost', () => {
    expect(() => fillMarked(page, 'y', 'new')).toThrow('lost the marks around: y');
    expect(() => fillMarked(page.replace('<!-- end: x -->', ''), 'x', 'new')).toThrow('lost the marks');
  });
});

test('the meaning of a type is the first sentence of its comment', () => {
  const file = 'lib/core/a.ts';
  const text =
    '/**\n * One life,\n * e.g. of a run. And more.\n */\nexport interface Life {}\n\nexport type Bare = 1;\n';
  expect(coreTypes(treeOf({ [file]: text })).map(({ name, meaning }) => [name, meaning])).toEqual([
    ['Bare', null],
    ['Life', 'One life, e.g. of a run.'],
  ]);
});

test('the page of events tells each event of a union with its data', () => {
  const runner =
    "export type RunnerEvent = { readonly type: 'run.started'; readonly data: { readonly host: string } };";
  const app = [
    'export type AppEvent =',
    "  | { readonly type: 'run.rejected' | 'run.cancelled'; readonly data: { readonly by: string; readonly reason: string } }",
    "  | { readonly type: 'published'; readonly data: { readonly what: 'issue' } };",
  ].join('\n');
  const page = eventsPage.make(
    treeOf({ 'lib/core/run/runner-event.ts': runner, 'lib/core/run/event.ts': app }),
  );
  expect(page).toContain('| `run.started` | `host` | `created` |');
  expect(page).toContain('| `run.rejected` | `by`, `reason` | `awaiting_approval` |');
  expect(page).toContain('| `run.cancelled` | `by`, `reason` |');
  expect(page).not.toContain('| `issue` |');
});

test('the diagram of states leads from every state that can be left', () => {
  const page = statesPage.make(treeOf({}));
  expect(page).toContain('awaiting_approval --> executing: claim.taken');
  expect(page).toContain('completed --> [*]');
  expect(page).not.toContain('completed --> executing');
});
