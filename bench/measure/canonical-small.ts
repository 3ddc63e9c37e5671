import { parseJson } from '../../lib/core/json/parse.ts';
import { writeProposal } from '../../lib/core/proposal/write.ts';
import { buildProposal } from '../../test/support/proposal.ts';
import { canonicalMeasure } from '../canonical.ts';
import type { Measure } from '../measure.ts';

const text = writeProposal(buildProposal().proposal);
const parsed = parseJson(text);
if (!parsed.ok) throw new Error('the proposal is no strict JSON');

/** What intake and every approval do: re-hash a stored proposal. */
export const canonicalSmall: Measure = canonicalMeasure({
  name: 'canonical.small',
  load: `canonical.small: one proposal as it was read, ${(text.length / 1000).toFixed(1)} kB`,
  value: parsed.value,
  iterations: 1000,
  // JSON.stringify is one native call that sorts nothing and lets through what cannot be hashed. Ours reads every
  // member's descriptor. At 5 times it is still under 50 µs, a thousandth of one request to GitHub.
  vsStringify: { bound: 5, reason: 'a proposal must hash in a small part of one request’s time' },
  // It also sorts, and checks less: whoever pays for our checks must not pay more than without them.
  vsCanonicalize: { bound: 1, reason: 'the package that checks less must not be the quicker one' },
});
