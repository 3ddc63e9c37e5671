import { inWords, minuteInWords } from '../proposal/words.ts';
import { headline } from './headline.ts';
import { commandLines, nextStep } from './next-step.ts';
import { sentenceOf, type RunView } from './view.ts';

/**
 * The one comment that reminds people before a proposal's time is over: what waits, until when, and what to
 * post. It mentions whom the rule wants mentioned, and nobody else.
 */
export function renderReminder(page: RunView & { readonly marker: string }): string {
  const { proposal, marker } = page;
  const { mention } = proposal.policy.rule;
  const until =
    proposal.expiresAt === null ? '' : ` It can be decided until **${minuteInWords(proposal.expiresAt)}**.`;
  return [
    `**${headline(page)}:** ${sentenceOf(page)}.${until}`,
    ...(mention.length === 0
      ? []
      : [
          `For the attention of ${inWords(
            mention.map((name) => `@${name}`),
            'and',
          )}.`,
        ]),
    nextStep(page),
    ...commandLines(page),
    marker,
  ].join('\n\n');
}
