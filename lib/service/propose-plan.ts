import type { RecordCodec } from '../core/port/record-codec.ts';
import type { Expressions } from '../core/port/expressions.ts';
import { excerptBounds, planRecord } from '../core/proposal/plan.ts';
import { render } from '../core/proposal/render.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { composeProposal, type Composed, type Ingredients } from './propose-compose.ts';

/** A proposal with the page that it makes. */
export type Page = Composed & {
  readonly title: string;
  readonly visible: string;
  readonly packedRecord: string;
};

/** Finds the longest excerpts with which the action is allowed and the body fits. */
export function planPage(
  ingredients: Ingredients,
  { expressions, codec }: { readonly expressions: Expressions; readonly codec: RecordCodec },
): Result<Page, RunnerFault> {
  const page = (maxExcerptBytes: number): Result<Page, RunnerFault> => {
    const composed = composeProposal(ingredients, maxExcerptBytes, expressions);
    if (!composed.ok) return composed;
    const packedRecord = codec.encode(composed.value.text);
    return ok({ ...composed.value, ...render(composed.value.parsed), packedRecord });
  };
  // An action may be too long only because of what it quotes, so shorter quotes are tried first.
  let max = excerptBounds.max;
  let first = page(max);
  while (!first.ok && max > excerptBounds.min) {
    max = Math.max(excerptBounds.min, Math.floor(max / 2));
    first = page(max);
  }
  if (!first.ok) return first;
  const planned = planRecord(
    (maxExcerptBytes) => {
      const made = page(maxExcerptBytes);
      if (!made.ok) throw new TypeError('propose: shorter excerpts made the action invalid');
      return made.value;
    },
    { min: excerptBounds.min, max },
  );
  if (planned.ok) return ok(planned.value.composed);
  const { bytes, maxBytes } = planned.fault;
  return refused(
    runnerFault('proposal_too_large', `The proposal takes ${bytes} bytes of at most ${maxBytes}.`),
  );
}
