import type { Measure } from '../measure.ts';
import { median } from '../statistics.ts';

const names = { total: 'requests.total', creating: 'requests.creating' };

/** What the App asks of GitHub for one approved run, intake included, the installation token aside. */
export const requests: Measure = {
  names: Object.values(names),
  run: async ({ rounds, stage }) => {
    const runs = await stage.approvedRuns(rounds);
    const total = runs.map((run) => run.requests);
    const creating = runs.map((run) => run.creating);
    return {
      load: `requests: one approved run each, proposal to closed issue, ${runs.length} one after the other on the strict fake GitHub`,
      rows: [
        { what: 'requests of the App', unit: 'requests', iterations: 1, samples: total },
        { what: 'of which create content', unit: 'requests', iterations: 1, samples: creating },
      ],
      findings: [
        // The median: a sweep that falls into a run adds a request of its own.
        // GitHub grants an installation 5,000 an hour: room for some 300 approved runs.
        { name: names.total, value: median(total), bound: 15, reason: 'an installation has 5,000 an hour' },
        {
          name: names.creating,
          value: median(creating),
          bound: 3,
          // The check run, the ticket, the result comment. GitHub slows down whoever creates more than 80 a minute.
          reason: 'check run, ticket and result comment are all that a run creates',
        },
      ],
    };
  },
};
