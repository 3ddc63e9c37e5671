import { ok, refused, type Result } from '../result.ts';
import { bodyBytesOf, maxBodyBytes, type Body } from './body.ts';

/** How long one excerpt may be, in UTF-8 bytes: never more than `max`, never less than `min`. */
export interface ExcerptBounds {
  readonly min: number;
  readonly max: number;
}

/** Below 256 bytes an excerpt tells nobody anything; above 16 KiB nobody reads it on an issue's page. */
export const excerptBounds: ExcerptBounds = { min: 256, max: 16_384 };

/** The search ends when it is this close, in bytes: one more composing would gain less than a line. */
const step = 64;

/** A body that fits, and the bound on each excerpt that made it fit. */
export interface Planned<Composed> {
  readonly composed: Composed;
  readonly maxExcerptBytes: number;
}

/** The body would not fit even with the shortest excerpts. Bytes are the whole body's. */
export interface TooLarge {
  readonly code: 'proposal_too_large';
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * Finds the longest excerpts with which a whole body fits into an issue, before anything is sent.
 * `compose` makes everything anew for a bound that every excerpt keeps: excerpts, receipts, proposal,
 * record, page. So the excerpts shrink evenly, nothing is cut afterwards, and what is returned was
 * measured. It composes about ten times at most, once where everything fits.
 */
export function planRecord<Composed extends Pick<Body, 'visible' | 'packedRecord'>>(
  compose: (maxExcerptBytes: number) => Composed,
  bounds: ExcerptBounds = excerptBounds,
): Result<Planned<Composed>, TooLarge> {
  const attempt = (maxExcerptBytes: number): Planned<Composed> & { readonly bytes: number } => {
    const composed = compose(maxExcerptBytes);
    return { composed, maxExcerptBytes, bytes: bodyBytesOf(composed) };
  };
  const whole = attempt(bounds.max);
  if (whole.bytes <= maxBodyBytes) return planned(whole);
  let best = attempt(bounds.min);
  if (best.bytes > maxBodyBytes)
    return refused({ code: 'proposal_too_large', bytes: best.bytes, maxBytes: maxBodyBytes });
  let tooLong = bounds.max;
  while (tooLong - best.maxExcerptBytes > step) {
    const next = attempt(Math.floor((best.maxExcerptBytes + tooLong) / 2));
    if (next.bytes <= maxBodyBytes) best = next;
    else tooLong = next.maxExcerptBytes;
  }
  return planned(best);
}

function planned<Composed>({
  composed,
  maxExcerptBytes,
}: Planned<Composed>): Result<Planned<Composed>, never> {
  return ok({ composed, maxExcerptBytes });
}
