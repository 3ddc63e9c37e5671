import { assert, asyncProperty, string } from 'fast-check';
import { expect, it } from 'vitest';
import { propose } from '../../lib/service/propose.ts';
import { naughtyTexts } from '../support/naughty.ts';
import { answerOf, jobOf } from './propose-support.ts';

async function actionWith(text: string): Promise<{ readonly body: string; readonly rest: string }> {
  const job = jobOf({ answer: () => answerOf(text) });
  const result = await propose(job.order, job.ports);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.detail}`);
  const { action } = JSON.parse(result.value.proposal);
  const { body, ...rest } = action.input;
  return { body, rest: JSON.stringify({ ...rest, type: action.type, target: action.target }) };
}

/** What stands outside the one fenced block. */
function outside(body: string): string {
  const lines = body.split('\n');
  const first = lines.findIndex((line) => /^`{3,}text$/.test(line));
  const ticks = lines[first]?.replace('text', '');
  const last = lines.lastIndexOf(ticks ?? '');
  expect(lines.slice(first + 1, last)).not.toContain(ticks);
  return [...lines.slice(0, first), ...lines.slice(last + 1)].join('\n');
}

it('EV-22: whatever a tool says, the action is the same but for the quoted block', async () => {
  const base = await actionWith('all is well');
  const says = async (text: string): Promise<void> => {
    const { body, rest } = await actionWith(text);
    expect(rest).toBe(base.rest);
    expect(outside(body)).toBe(outside(base.body));
  };
  await assert(asyncProperty(string({ unit: 'binary', maxLength: 200 }), says), { numRuns: 60 });
  for (const text of naughtyTexts) await says(text);
});
