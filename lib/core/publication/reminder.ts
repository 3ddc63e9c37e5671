import { mentionSentence } from '../proposal/rule-sentence.ts';
import { minuteInWords } from '../proposal/words.ts';
import { headline } from './headline.ts';
import { commandLines, nextStep } from './next-step.ts';
import { sentenceOf, type RunView } from './view.ts';

/**
 * The one comment that reminds people before a proposal's time is over: what waits, until when, and what to
 * post. It mentions whom the rule wants mentioned, and nobody else.
 */
export function renderReminder(page: RunView & { readonly marker: string }): string {
  const { proposal, marker } = page;
  // Here the rule's own sentence does not stand above, which mentions its teams elsewhere.
  const mentioned = mentionSentence({ ...proposal.policy.rule, teams: [] });
  const until =
    proposal.expiresAt === null ? '' : ` It can be decided until **${minuteInWords(proposal.expiresAt)}**.`;
  return [
    `**${headline(page)}:** ${sentenceOf(page)}.${until}`,
    ...(mentioned === null ? [] : [mentioned]),
    nextStep(page),
    ...commandLines(page),
    marker,
  ].join('\n\n');
}
