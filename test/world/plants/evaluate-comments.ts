/** Planted: what was said is counted, whoever said it. */
import { evaluate as sound } from '../../../lib/core/approval/evaluate.ts';

export * from '../../../lib/core/approval/evaluate.ts';

/** @public Stands in for the function of this name. */
export function evaluate(
  terms: Parameters<typeof sound>[0],
  voices: Parameters<typeof sound>[1],
  now: Parameters<typeof sound>[2],
): ReturnType<typeof sound> {
  const apart = voices.map((voice, index) => ({
    ...voice,
    by: { ...voice.by, id: `${voice.by.id}/${index}` },
  }));
  return sound(terms, apart, now);
}
