import { preconditionOf } from '../action/precondition.ts';
import { preconditionSentence } from '../action/precondition-sentence.ts';
import type { ActionType } from '../action/type.ts';
import { actionTypes } from '../action/types.ts';
import { codeSpan, fence } from '../evidence/fence.ts';
import { isElsewhere } from '../policy/target.ts';
import { evidenceSection } from './evidence-section.ts';
import { exactSection } from './exact-section.ts';
import type { ParsedRecord } from './parse-record.ts';
import { artifactNameOf, runIdOf, type ActionsOrigin, type Proposal } from './proposal.ts';
import { exclusionSentence, mentionSentence, ruleSentence } from './rule-sentence.ts';
import type { Started } from './runner-events.ts';
import { renderTitle } from './title.ts';
import { shortDigest } from './words.ts';

/** An issue's title, and the part of its body that people read. */
export interface Rendered {
  readonly title: string;
  readonly visible: string;
}

/** Previews longer than this in UTF-16 code units are left to the exact proposal: the page has a cap. */
const maxPreview = 8_000;

/**
 * The proposal's page, a pure function of its record: what will be done and who decides come first in
 * our own words, evidence last and quoted. GitHub turns single line feeds in an issue into line breaks,
 * so every paragraph is one line.
 */
export function render(parsed: ParsedRecord): Rendered {
  const { record, proposal, hash, started } = parsed;
  const type = typeOf(proposal);
  const paragraphs = [
    `**Proposed:** ${type.sentence(proposal.action)}.`,
    contextLine(proposal),
    ...elsewhere(proposal),
    ...reason(proposal),
    ...precondition(proposal),
    `${ruleSentence(proposal)} ${exclusionSentence(proposal.policy.rule, started)}`,
    ...optional(mentionSentence(proposal.policy.rule)),
    'To approve exactly this, post this line as a comment of its own:',
    fence(`/approve ${hash}`, 'text'),
    'To refuse it, post this one; a reason may follow the hash:',
    fence(`/reject ${hash}`, 'text'),
    links(proposal, started),
    ...previews(type, proposal),
    ...exactSection(record.proposal, proposal),
    ...evidenceSection(proposal.evidence, record.excerpts, {
      name: artifactNameOf(runIdOf(proposal)),
      url: actionsRunUrl(proposal, started),
    }),
  ];
  return { title: renderTitle(type, proposal, hash), visible: `${paragraphs.join('\n\n')}\n` };
}

function typeOf(proposal: Proposal): ActionType {
  const type = actionTypes.get(proposal.action.type);
  if (type === undefined) throw new TypeError('render: the proposal was not parsed');
  return type;
}

function contextLine(proposal: Proposal): string {
  const { risk, bundle, policy } = proposal;
  const { source, rule } = policy;
  const origin =
    source === 'default'
      ? 'this repository has no policy file'
      : `from the policy at commit ${codeSpan(shortDigest(source.commit))}`;
  return [
    `**Risk:** ${risk}`,
    `**Rule:** ${codeSpan(rule.name)}, ${origin}`,
    ...(bundle === null ? [] : [`**Bundle:** ${codeSpan(`${bundle.id} ${bundle.version}`)}`]),
  ].join(' · ');
}

/** Who decides here has no right there: that the target lets them is its own policy's to say. */
function elsewhere(proposal: Proposal): readonly string[] {
  if (!isElsewhere(proposal)) return [];
  const name = codeSpan(proposal.action.target.repository.name);
  return [
    `**In another repository:** it is decided here and done in ${name}, as far as that repository’s own policy accepts it.`,
  ];
}

function reason(proposal: Proposal): readonly string[] {
  const { rule } = proposal.policy;
  return rule.reason === null ? [] : [`**Why this rule:** ${codeSpan(rule.reason)}`];
}

/** What is compared right before the write; whoever made the commit that it names has no say over it. */
function precondition({ action }: Proposal): readonly string[] {
  const holds = preconditionOf(action);
  if (holds === null) return [];
  const authors = holds.ref === null ? '' : ' Whoever made that commit can’t approve this.';
  return [
    `**Only if** ${preconditionSentence(holds)}: that is compared right before, and otherwise nothing is done.${authors}`,
  ];
}

function links(proposal: Proposal, started: Started): string {
  const base = `${started.host}/${proposal.repository.name}`;
  const { sha } = actionsOf(proposal);
  return `[Follow the run and its audit](${base}/commit/${sha}/checks) · [The Actions run that proposed it](${actionsRunUrl(proposal, started)})`;
}

function actionsRunUrl(proposal: Proposal, { host }: Started): string {
  const { runId, attempt } = actionsOf(proposal);
  return `${host}/${proposal.repository.name}/actions/runs/${runId}/attempts/${attempt}`;
}

function actionsOf({ origin }: Proposal): ActionsOrigin {
  if (!('actions' in origin)) throw new TypeError('render: the record was not parsed');
  return origin.actions;
}

function previews(type: ActionType, proposal: Proposal): readonly string[] {
  return type
    .preview(proposal.action)
    .filter(({ text }) => text !== '')
    .flatMap(({ label, text }) => [
      `<details open>\n<summary>${label}</summary>`,
      text.length > maxPreview
        ? 'Too long to show twice: read it in the exact proposal below.'
        : fence(text, 'markdown'),
      '</details>',
    ]);
}

function optional(paragraph: string | null): readonly string[] {
  return paragraph === null ? [] : [paragraph];
}
