import type { JsonValue } from '../../lib/core/json/value.ts';
import { buildRecord } from '../../test/support/proposal.ts';
import { canonicalMeasure } from '../canonical.ts';
import type { Measure } from '../measure.ts';

/** Evidence of a few thousand bytes each, beside a long audit: strings and many small objects, unsorted as composed. */
function longRun(): JsonValue {
  const { events } = buildRecord();
  const line = 'payments: degraded, 5xx at "14.2 %" (5 min)\n';
  const entries = Array.from({ length: 150 }, (_, seq) => ({ ...events[seq % events.length], seq }));
  const value = { excerpts: Array.from({ length: 12 }, () => line.repeat(50)), entries };
  const plain: JsonValue = JSON.parse(JSON.stringify(value));
  return plain;
}

const value = longRun();

/** What export and verify do: hash long documents. */
export const canonicalLarge: Measure = canonicalMeasure({
  name: 'canonical.large',
  load: `canonical.large: 12 excerpts and 150 audit entries as composed, ${Math.round(JSON.stringify(value).length / 1000)} kB`,
  value,
  iterations: 25,
  // Many small objects whose members have to be sorted: at 6 times, 100 kB take some 1.5 ms.
  vsStringify: { bound: 6, reason: '100 kB must hash in a few milliseconds, in one uninterrupted piece' },
  vsCanonicalize: { bound: 1, reason: 'the package that checks less must not be the quicker one' },
});
