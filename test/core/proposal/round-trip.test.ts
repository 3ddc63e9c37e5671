import { expect, test } from 'vitest';
import { recordCodec } from '../../../lib/adapters/record/codec.ts';
import { boundExcerpt } from '../../../lib/core/evidence/bound.ts';
import { quote } from '../../../lib/core/evidence/fence.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { composeBody, maxBodyBytes, splitBody } from '../../../lib/core/proposal/body.ts';
import { parseRecord, type ParsedRecord } from '../../../lib/core/proposal/parse-record.ts';
import { planRecord } from '../../../lib/core/proposal/plan.ts';
import { render, type Rendered } from '../../../lib/core/proposal/render.ts';
import { writeRecord } from '../../../lib/core/proposal/write.ts';
import { baseInput, readRecord } from '../../support/proposal.ts';

interface Page extends Rendered {
  readonly packedRecord: string;
  readonly parsed: ParsedRecord;
}

/** A whole page from outputs, as the runner makes it: the first output is also quoted in the action. */
function pageOf(outputs: readonly string[], maxExcerptBytes: number): Page {
  const excerpts = outputs.map((output) => boundExcerpt(output, maxExcerptBytes).excerpt);
  const input = { ...baseInput, body: `Seen:\n\n${quote(excerpts[0] ?? '')}` };
  const parsed = readRecord({ excerpts, action: { input } });
  return { ...render(parsed), packedRecord: recordCodec.encode(writeRecord(parsed.record)), parsed };
}

/** Text that compresses badly, as base64 in a log does. */
const noise = (seed: string, length: number): string => {
  let text = '';
  for (let count = 0; text.length < length; count += 1) text += `${digestText(`${seed}${count}`)}\n`;
  return text.slice(0, length);
};

const seal = { kind: 'hmac', keyId: '0a1b2c3d', value: 'ab'.repeat(32) } as const;

test.each([
  ['short outputs', ['payments: degraded', '# Roll back']],
  ['six outputs of 100 kB', ['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => noise(seed, 100_000))],
  ['EV-16: one line of 10 MB', ['x'.repeat(10_000_000)]],
  ['EV-10: what becomes eight times as long', ['\u202e'.repeat(60_000), '`'.repeat(60_000)]],
  ['no output', []],
])('EV-16, EV-20: a page made of %s fits into an issue and reads back as it was', (_, outputs) => {
  const planned = planRecord((maxExcerptBytes) => pageOf(outputs, maxExcerptBytes));
  if (!planned.ok) throw new Error(`${planned.fault.bytes} bytes`);
  const { title, visible, packedRecord, parsed } = planned.value.composed;
  const body = composeBody({ visible, packedRecord, seal });
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);

  const parts = splitBody(body);
  if (!parts.ok) throw new Error(parts.fault);
  const text = recordCodec.decode(parts.value.packedRecord);
  if (!text.ok) throw new Error(text.fault);
  const read = parseRecord(text.value);
  if (!read.ok) throw new Error(read.fault.detail);
  expect(read.value).toEqual(parsed);
  expect(render(read.value)).toEqual({ title, visible: parts.value.visible });
});

test('more outputs than a page can hold are refused before anything is sent', () => {
  const outputs = Array.from({ length: 64 }, (_, index) => noise(`${index}`, 5000));
  const planned = planRecord((maxExcerptBytes) => pageOf(outputs, maxExcerptBytes));
  expect(!planned.ok && planned.fault.code).toBe('proposal_too_large');
});
