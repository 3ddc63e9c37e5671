import { parseCommand } from '../../lib/core/approval/command.ts';
import { approvalVectors, honestVectors, nearMissVectors } from '../../test/support/command-vectors.ts';
import { naughtyTexts } from '../../test/support/naughty.ts';
import { interleave, processorTime } from '../interleave.ts';
import type { Measure } from '../measure.ts';
import { median } from '../statistics.ts';

const hash = 'a3'.repeat(32);

/** What parsers have been slow on, 4 kB each: a long comment, and one that people may really write. */
const units = [
  ' ',
  '\n',
  '\r',
  '/',
  '>',
  '`',
  '<!--',
  '<a',
  '@a',
  '1.',
  '\u200b',
  '\u0301',
  '\u0430',
  '\uff0f',
]
  .map((unit) => unit.repeat(4096 / unit.length))
  .concat(
    ['/approve ', 'x /approve ', `/reject ${hash}\n`].map((unit) =>
      unit.repeat(Math.floor(4096 / unit.length)),
    ),
  );

const comments: readonly (string | null)[] = [
  ...approvalVectors.map(({ body }) => body),
  ...nearMissVectors.nearMiss.map(({ body }) => body),
  ...nearMissVectors.none.map(({ body }) => body),
  ...honestVectors.map(({ body }) => body),
  ...naughtyTexts.flatMap((text) => [text, `/approve ${hash}${text}`, `${text}/approve ${hash}`]),
  ...units.flatMap((text) => [text, `/approve ${hash}${text}`, `/reject ${hash} ${text}`]),
];

const spaces = ' '.repeat(65_536);

/** Rounds that count. */
const rounds = 21;
const warmUps = 5;

/** What the webhook door does with every comment of every repository, before it asks anybody anything. */
export const commentReading: Measure = {
  names: ['comments.hostile.us', 'comments.spaces64k.ms'],
  run: async ({ rounds: chosen }) => {
    const count = chosen ?? rounds;
    const contestants = [
      { what: 'one hostile comment', work: () => comments.map(parseCommand) },
      { what: '64 kB of blanks', work: () => parseCommand(spaces) },
    ];
    const pace = { rounds: count, warmUps: Math.min(warmUps, count), iterations: 20 };
    const [all, blanks] = interleave(contestants, pace, processorTime);
    if (all === undefined || blanks === undefined) throw new TypeError('two contestants');
    const each = all.samples.map((sample) => sample / comments.length);
    const ms = blanks.samples.map((sample) => sample / 1000);
    return {
      load: `comments: ${comments.length} hostile and honest comments, vectors and 4 kB of what parsers are slow on; processor time`,
      rows: [
        { what: all.what, unit: 'µs', iterations: 20 * comments.length, samples: each },
        { what: blanks.what, unit: 'ms', iterations: 20, samples: ms },
      ],
      findings: [
        {
          name: 'comments.hostile.us',
          value: median(each),
          bound: 100,
          reason: 'ten thousand comments a second must not occupy more than the one thread that reads them',
        },
        {
          name: 'comments.spaces64k.ms',
          value: median(ms),
          bound: 5,
          reason: 'the longest comment must not delay the next delivery noticeably',
        },
      ],
    };
  },
};
