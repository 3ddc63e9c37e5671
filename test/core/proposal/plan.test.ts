import { describe, expect, test } from 'vitest';
import { bodyBytesOf, composeBody, maxBodyBytes } from '../../../lib/core/proposal/body.ts';
import { excerptBounds, planRecord } from '../../../lib/core/proposal/plan.ts';

/** A page that holds each excerpt whole, up to the bound, and as much again in its record. */
function compose(lengths: readonly number[]): {
  (bound: number): { visible: string; packedRecord: string; bound: number };
  readonly bounds: number[];
} {
  const bounds: number[] = [];
  const one = (bound: number): { visible: string; packedRecord: string; bound: number } => {
    bounds.push(bound);
    const kept = lengths.map((length) => Math.min(length, bound));
    const visible = kept.map((length) => 'x'.repeat(length)).join('\n');
    return { visible, packedRecord: visible.replaceAll('\n', ''), bound };
  };
  return Object.assign(one, { bounds });
}

describe('EV-16: planning a body', () => {
  test('composes once where everything fits', () => {
    const small = compose([1000, 2000]);
    const planned = planRecord(small);
    expect(planned.ok && planned.value.maxExcerptBytes).toBe(excerptBounds.max);
    expect(small.bounds).toEqual([excerptBounds.max]);
  });

  test('shrinks the long excerpts evenly and leaves the short ones whole', () => {
    const planned = planRecord(compose([100, 16_000, 16_000, 16_000]));
    if (!planned.ok) throw new Error('must fit');
    const { composed, maxExcerptBytes } = planned.value;
    expect(composed.bound).toBe(maxExcerptBytes);
    expect(composed.visible.split('\n').map((line) => line.length)).toEqual([
      100,
      maxExcerptBytes,
      maxExcerptBytes,
      maxExcerptBytes,
    ]);
  });

  test('fits with its seal, and uses nearly all the room', () => {
    const planned = planRecord(compose([16_000, 16_000, 16_000]));
    if (!planned.ok) throw new Error('must fit');
    const { visible, packedRecord } = planned.value.composed;
    const seal = { kind: 'hmac', keyId: '0a1b2c3d', value: 'ab'.repeat(32) } as const;
    expect(Buffer.byteLength(composeBody({ visible, packedRecord, seal }))).toBeLessThanOrEqual(maxBodyBytes);
    expect(bodyBytesOf({ visible, packedRecord })).toBeGreaterThan(maxBodyBytes - 500);
  });

  test('composes only a few times', () => {
    const large = compose(Array.from({ length: 60 }, () => 16_000));
    expect(planRecord(large).ok).toBe(true);
    expect(large.bounds.length).toBeLessThanOrEqual(11);
  });

  test('a page that is too long even with the shortest excerpts is refused, with its size', () => {
    const planned = planRecord((bound) => ({ visible: 'x'.repeat(70_000 + bound), packedRecord: 'AA' }));
    expect(planned).toEqual({
      ok: false,
      fault: { code: 'proposal_too_large', bytes: expect.any(Number), maxBytes: maxBodyBytes },
    });
    expect(!planned.ok && planned.fault.bytes).toBeGreaterThan(70_000);
  });

  test('counts bytes, not characters', () => {
    const planned = planRecord((bound) => ({ visible: '€'.repeat(30_000 - bound), packedRecord: 'AA' }));
    expect(planned.ok).toBe(true);
    expect(planned.ok && Buffer.byteLength(planned.value.composed.visible)).toBeLessThan(maxBodyBytes);
  });

  test('returns only what was measured, even where a longer excerpt makes a shorter page', () => {
    const planned = planRecord((bound) => ({
      visible: 'x'.repeat(bound % 2 === 0 && bound > 256 ? 70_000 : 10),
      packedRecord: 'AA',
    }));
    expect(planned.ok && bodyBytesOf(planned.value.composed)).toBeLessThan(maxBodyBytes);
  });
});
