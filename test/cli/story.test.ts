import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { hashOfVisibleProposal } from '../../cli/demo/story/approved.ts';
import { startChild } from '../../cli/demo/story/child.ts';
import { hangGuard } from '../../cli/demo/story/guard.ts';
import { teardown } from '../../cli/demo/story/teardown.ts';
import { tableRows } from '../../cli/demo/story/timeline.ts';
import { fit, narrator } from '../../cli/demo/terminal/narrator.ts';

test('the proposal’s line is taken out of the issue as a person would copy it', () => {
  const line = '{"kind":"countersign/proposal@1","text":"a ``` b"}';
  const hash = createHash('sha256').update(line).digest('hex');
  expect(hashOfVisibleProposal(`**Proposed:** x\n\n\`\`\`\`json\n${line}\n\`\`\`\`\n\nmore`)).toBe(hash);
  expect(() => hashOfVisibleProposal('no line')).toThrow('no exact proposal');
});

test('the timeline’s rows are read as plain text', () => {
  const table =
    '## T\n\n| # | what |\n|---|---|\n| 0 | **a** `b` [c](http://x) |\n| 1 | d \\| e |\n\n| other |\n|---|\n| x |';
  expect(tableRows(table)).toEqual([
    ['0', 'a b c'],
    ['1', 'd | e'],
  ]);
  expect(tableRows('no table')).toEqual([]);
});

test('everything is undone in the opposite order, once, also when a step fails', async () => {
  const undone: string[] = [];
  const undo = teardown();
  undo.add(() => void undone.push('first'));
  undo.add(() => {
    throw new Error('no');
  });
  undo.add(() => void undone.push('last'));
  await Promise.all([undo.run(), undo.run()]);
  expect(undone).toEqual(['last', 'first']);
});

test('what is added while everything is being undone is undone too', async () => {
  const undone: string[] = [];
  const undo = teardown();
  await undo.run();
  undo.add(() => void undone.push('late'));
  await undo.run();
  expect(undone).toEqual(['late']);
});

test('the guard ends what hangs, and does not count what a person takes', async () => {
  const guard = hangGuard(60_000);
  expect(await guard.uncounted(async () => 'typed')).toBe('typed');
  guard.stop();
  await expect(hangGuard(1).expired).rejects.toThrow('nothing came of it within 0.001 s');
});

test('a child that does not end when asked is ended', async () => {
  const child = startChild({
    command: process.execPath,
    args: ['-e', "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000)"],
    directory: '/',
    environment: {},
  });
  expect(await child.line((line) => line === 'ready')).toBe('ready');
  await child.stop(50);
  expect(await child.ended).toBeNull();
});

test('a child that ends before its line comes is told with its code', async () => {
  const child = startChild({
    command: process.execPath,
    args: ['-e', "console.error('why'); process.exit(3)"],
    directory: '/',
    environment: {},
  });
  await expect(child.line(() => false)).rejects.toThrow('ended with 3');
  expect(child.tail()).toBe('why');
});

test('a story that no terminal shows has neither colours nor lines that are overwritten', () => {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const tell = narrator(sink, performance.now());
  tell.title('T');
  tell.busy('working');
  tell.part('P');
  tell.refusal({ what: 'x', code: 'c', as: true });
  expect(text).toContain('1  P');
  expect(text).not.toContain('working');
  expect(text).not.toContain('\u001B');
  expect(fit('abcdef', 4)).toBe('abc…');
});
