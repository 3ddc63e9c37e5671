import { render } from '../../lib/core/proposal/render.ts';
import { readRecord } from '../../test/support/proposal.ts';
import { interleave, processorTime } from '../interleave.ts';
import type { Measure } from '../measure.ts';
import { median } from '../statistics.ts';

const name = 'render.fullMs';

const rounds = 21;
const warmUps = 5;

/** As long as evidence gets before a body is full: nine excerpts of 4 kB that hold everything to be escaped. */
const line = 'payments: ``` 5xx at "14.2 %" @acme/sre <!-- x --> | [a](b) żółć 🚀\n';
const excerpts = Array.from({ length: 9 }, () => line.repeat(50));

/** Making the page of a full proposal, which intake does again to compare. */
export const renderFull: Measure = {
  names: [name],
  run: async ({ rounds: chosen }) => {
    const parsed = readRecord({ excerpts });
    const bytes = Buffer.byteLength(render(parsed).visible);
    const count = chosen ?? rounds;
    const pace = { rounds: count, warmUps: Math.min(warmUps, count), iterations: 20 };
    const [timed] = interleave([{ what: 'one page', work: () => render(parsed) }], pace, processorTime);
    if (timed === undefined) throw new TypeError('one contestant');
    const ms = timed.samples.map((sample) => sample / 1000);
    return {
      load: `render: title and page of a proposal with ${excerpts.length} excerpts, ${Math.round(bytes / 1000)} kB; processor time`,
      rows: [{ what: timed.what, unit: 'ms', iterations: 20, samples: ms }],
      findings: [
        {
          name,
          value: median(ms),
          bound: 5,
          reason: 'intake and every look at an issue make the page again, in one uninterrupted piece',
        },
      ],
    };
  },
};
