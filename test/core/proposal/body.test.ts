import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyBytesOf, composeBody, maxBodyBytes, splitBody } from '../../../lib/core/proposal/body.ts';
import type { SealLine } from '../../../lib/core/port/seal.ts';

const seal: SealLine = { kind: 'hmac', keyId: '0a1b2c3d', value: 'ab'.repeat(32) };
const visible = '**Proposed:** something.\n\n```text\n/approve …\n```\n';
const packedRecord = 'q1YqLU4t8kxRslIqLkksKVayqlZKzs8DkgA_-';

describe('a body', () => {
  test.each([null, seal])('comes apart into the parts it was composed of', (line) => {
    const body = { visible, packedRecord, seal: line };
    expect(splitBody(composeBody(body))).toEqual({ ok: true, value: body });
  });

  test('ends with one comment line for the record and one for the seal', () => {
    expect(composeBody({ visible, packedRecord, seal }).split('\n').slice(-2)).toEqual([
      `<!-- countersign:record:v1 ${packedRecord} -->`,
      `<!-- countersign:seal:v1 hmac 0a1b2c3d ${'ab'.repeat(32)} -->`,
    ]);
  });

  test('is one whose parts compose to the same text again, whatever the text was', () => {
    const part = constantFrom(
      '\n',
      '<!-- countersign:record:v1 ',
      '<!-- countersign:seal:v1 ',
      ' -->',
      'abc',
      'hmac 0a1b2c3d ',
      'ab'.repeat(32),
      ' ',
      'ä',
    );
    assert(
      property(array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const split = splitBody(text);
        return !split.ok || composeBody(split.value) === text;
      }),
      { numRuns: 3000 },
    );
  });

  test('leaves room for a seal when its bytes are counted', () => {
    const text = composeBody({ visible, packedRecord, seal });
    expect(bodyBytesOf({ visible, packedRecord })).toBeGreaterThanOrEqual(Buffer.byteLength(text));
  });
});

describe('EV-17: markers that are not at the end', () => {
  test('in a fence of the visible part mean nothing', () => {
    const quoted = `${visible}\n\`\`\`text\n<!-- countersign:record:v1 AAAA -->\n\`\`\`\n`;
    const body = { visible: quoted, packedRecord, seal };
    expect(splitBody(composeBody(body))).toEqual({ ok: true, value: body });
  });

  test('right above the record are refused', () => {
    const twice = composeBody({
      visible: composeBody({ visible, packedRecord, seal: null }),
      packedRecord,
      seal,
    });
    expect(splitBody(twice)).toEqual({ ok: false, fault: 'record_malformed' });
    const sealAbove = composeBody({
      visible: composeBody({ visible, packedRecord, seal }),
      packedRecord,
      seal,
    });
    expect(splitBody(sealAbove)).toEqual({ ok: false, fault: 'record_malformed' });
  });
});

describe('a body without a record', () => {
  test.each([
    ['an empty one', ''],
    ['any other issue', 'Steps to reproduce:\n1. start'],
    ['text behind the record', `${composeBody({ visible, packedRecord, seal })}\nthanks`],
    ['a line feed behind the record', `${composeBody({ visible, packedRecord, seal })}\n`],
    ['a blank before the marker', `${visible}\n <!-- countersign:record:v1 AAAA -->`],
    ['another version', `${visible}\n<!-- countersign:record:v2 AAAA -->`],
    ['one byte too many', composeBody({ visible: 'x'.repeat(maxBodyBytes), packedRecord, seal: null })],
  ])('is %s', (_, body) => {
    expect(splitBody(body)).toEqual({ ok: false, fault: 'record_missing' });
  });
});

describe('a record or seal line that can’t be read', () => {
  const record = `<!-- countersign:record:v1 ${packedRecord} -->`;
  test.each([
    ['a record without anything above it', record],
    ['a seal without a record', '<!-- countersign:seal:v1 hmac 0a1b2c3d -->'],
    ['a seal under other text', `${visible}\n<!-- countersign:seal:v1 hmac 0a1b2c3d ${seal.value} -->`],
    ['an empty record', `${visible}\n<!-- countersign:record:v1  -->`],
    ['no end', `${visible}\n<!-- countersign:record:v1 AAAA`],
    ['its start is its end', `${visible}\n<!-- countersign:record:v1 -->`],
    ['padding', `${visible}\n<!-- countersign:record:v1 AAA= -->`],
    ['standard base64', `${visible}\n<!-- countersign:record:v1 A+/A -->`],
    ['a blank inside', `${visible}\n<!-- countersign:record:v1 AA AA -->`],
    ['EV-20: a comment end inside', `${visible}\n<!-- countersign:record:v1 AA-->AA -->`],
    ['a carriage return', `${visible}\n${record}\r`],
    [
      'another kind of seal',
      `${visible}\n${record}\n<!-- countersign:seal:v1 oidc 0a1b2c3d ${seal.value} -->`,
    ],
    ['a long key id', `${visible}\n${record}\n<!-- countersign:seal:v1 hmac 0a1b2c3d4 ${seal.value} -->`],
    [
      'an upper-case value',
      `${visible}\n${record}\n<!-- countersign:seal:v1 hmac 0a1b2c3d ${'AB'.repeat(32)} -->`,
    ],
    ['a word more', `${visible}\n${record}\n<!-- countersign:seal:v1 hmac 0a1b2c3d ${seal.value} x -->`],
    ['no value', `${visible}\n${record}\n<!-- countersign:seal:v1 hmac -->`],
    ['no end of the seal', `${visible}\n${record}\n<!-- countersign:seal:v1 hmac`],
  ])('is refused: %s', (_, body) => {
    expect(splitBody(body)).toEqual({ ok: false, fault: 'record_malformed' });
  });
});

test('DO-02: a body of markers only is split in one pass', () => {
  const started = performance.now();
  splitBody('<!-- countersign:record:v1 \n'.repeat(2_300));
  splitBody(`<!-- countersign:record:v1 ${'A'.repeat(65_000)}`);
  // A hang guard.
  expect(performance.now() - started).toBeLessThan(500);
});
