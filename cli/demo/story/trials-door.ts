import { randomUUID } from 'node:crypto';
import { repository } from '../emulator/cast.ts';
import { signature } from '../emulator/deliveries.ts';
import { at, numberAt } from '../json.ts';
import type { Approved } from './approved.ts';
import { forge } from './forge.ts';
import type { Trial } from './trial.ts';
import { answersAfter, outcome, readIssue, type Proposed, type Stage } from './stage.ts';

const issues = `/repos/${repository}/issues`;

/** What must not come in as a proposal, nor as a word of GitHub's. */
export function atTheDoor(stage: Stage, proposed: Proposed, approved: Approved): readonly Trial[] {
  const issue = proposed.issueNumber;
  const genuine = async (): Promise<{ readonly title: string; readonly body: string }> =>
    readIssue(stage, issue);
  const forged = async (seal: 'none' | 'copied', title: string): Promise<string> => {
    const page = forge((await genuine()).body, { title, seal });
    return post(stage, page);
  };
  return [
    {
      case: 'unsealed_proposal',
      what: 'mallory posts a proposal of her own, in order but for the seal',
      expected: 'seal_missing',
      attempt: async () => forged('none', 'payments: give mallory the keys'),
    },
    {
      case: 'copied_seal',
      what: 'mallory posts another, with the seal of the genuine one',
      expected: 'seal_invalid',
      attempt: async () => forged('copied', 'payments: give mallory all the keys'),
    },
    {
      case: 'copied_proposal',
      what: 'mallory posts the genuine proposal again, as it is',
      expected: 'replayed',
      attempt: async () => {
        const { title, body } = await genuine();
        return post(stage, { title, body });
      },
    },
    {
      case: 'forged_webhook',
      what: 'the approval comes as a webhook signed with a guessed secret',
      expected: 'http_401',
      attempt: async () => knock(stage, approved, (text) => signature('development', text)),
    },
    {
      case: 'unsigned_webhook',
      what: 'the approval comes as a webhook without a signature',
      expected: 'http_401',
      attempt: async () => knock(stage, approved, () => null),
    },
  ];
}

/** Opens an issue as a stranger; the code is the one that the App settled it with, and says on the page. */
async function post(stage: Stage, page: { readonly title: string; readonly body: string }): Promise<string> {
  const opened = await stage.github.as('mallory', { method: 'POST', path: issues, body: { ...page } });
  const number = numberAt(opened, 'number');
  const delivery = await stage.github.deliveries.wait(
    ({ name, action, payload }) =>
      name === 'issues' && action === 'opened' && at(payload, 'issue', 'number') === number,
  );
  const came = await outcome(stage, delivery);
  const code = came.replace(/^refused /, '');
  const answers = await answersAfter(stage, number, 0);
  return answers.some((text) => text.includes(`\`${code}\``)) ? code : `${came}, unanswered`;
}

/** Sends a delivery to the App past GitHub. */
async function knock(
  stage: Stage,
  { approval }: Approved,
  sign: (text: string) => string | null,
): Promise<string> {
  const { name, text } = approval.delivery;
  const signed = sign(text);
  const answer = await fetch(stage.app.hookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': name,
      'x-github-delivery': randomUUID(),
      ...(signed === null ? {} : { 'x-hub-signature-256': signed }),
    },
    body: text,
  });
  await answer.arrayBuffer();
  return `http_${answer.status}`;
}
