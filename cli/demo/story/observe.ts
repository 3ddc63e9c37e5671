import type { SentDelivery } from '../emulator/deliveries.ts';
import { entriesOf } from './ledger.ts';
import { answersAfter, outcome, type Stage } from './stage.ts';

/**
 * The code that a comment's command was refused with: the ledger has it, and the App's answer on the page
 * says the same. Anything else is told as what it is, so that it can't pass for the code.
 */
export async function codeOf(stage: Stage, issue: number, comment: number): Promise<string> {
  const run = await stage.ledger.run(issue);
  const entry = entriesOf(run, 'command.refused').find(({ data }) => data.source.id === String(comment));
  if (entry === undefined) return 'not refused';
  const { code } = entry.data;
  const answers = await answersAfter(stage, issue, comment);
  return answers.some((text) => text.includes(`\`${code}\``)) ? code : `${code}, unanswered`;
}

/** The code of the alert that the audit keeps about a comment: somebody tampered with it. */
export async function alertOf(stage: Stage, issue: number, comment: number): Promise<string> {
  const alerts = entriesOf(await stage.ledger.run(issue), 'alert.raised');
  const about = alerts.find(({ data }) => data.subject.endsWith(`#issuecomment-${comment}`));
  return about === undefined ? 'no alert' : about.data.code;
}

/** `ignored`: the App knows of the comment, and neither page nor ledger say a word about it. */
export async function silence(
  stage: Stage,
  issue: number,
  speak: () => Promise<{ readonly id: number; readonly outcome: string }>,
): Promise<string> {
  const before = (await stage.ledger.run(issue)).entries.length;
  const said = await speak();
  const after = (await stage.ledger.run(issue)).entries.length;
  const answers = await answersAfter(stage, issue, said.id);
  if (answers.length > 0) return 'answered';
  return after === before ? said.outcome : 'recorded';
}

/** `duplicate`: the App's door knows the delivery or its meaning, and the run's ledger stays as it was. */
export async function unanswered(
  stage: Stage,
  issue: number,
  send: () => Promise<SentDelivery>,
): Promise<string> {
  const before = (await stage.ledger.run(issue)).entries.length;
  const delivery = await send();
  const came = await outcome(stage, delivery);
  const after = (await stage.ledger.run(issue)).entries.length;
  if (after !== before) return 'recorded';
  return delivery.status === 200 ? 'duplicate' : came;
}
