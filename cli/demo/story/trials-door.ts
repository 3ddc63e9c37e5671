import { randomUUID } from 'node:crypto';
import { repository } from '../emulator/cast.ts';
import { signature } from '../emulator/deliveries.ts';
import { sealRequestKind } from '../../../lib/core/seal/request.ts';
import { at, fromJson, numberAt, textAt } from '../json.ts';
import type { Approved } from './approved.ts';
import { forge, type Forgery } from './forge.ts';
import type { Trial } from './trial.ts';
import { answersAfter, outcome, readIssue, type Proposed, type Stage } from './stage.ts';

const issues = `/repos/${repository}/issues`;

/** What must not come in as a proposal, nor as a word of GitHub's. */
export function atTheDoor(stage: Stage, proposed: Proposed, approved: Approved): readonly Trial[] {
  const issue = proposed.issueNumber;
  const genuine = async (): Promise<{ readonly title: string; readonly body: string }> =>
    readIssue(stage, issue);
  const forged = async (word: string): Promise<Forgery> =>
    forge((await genuine()).body, (input) => stage.scenario.forgery(input, word));
  return [
    {
      case: 'unsealed_proposal',
      what: 'mallory posts a proposal of her own, in order but for the seal',
      expected: 'seal_missing',
      attempt: async () => post(stage, await forged('give mallory the keys')),
    },
    {
      case: 'copied_seal',
      what: 'mallory asks for a seal on another, with a stolen ID token',
      expected: 'token_differs',
      attempt: async () => seal(stage, await forged('give mallory all the keys')),
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

/** Asks the App for a seal as a thief of the newest ID token would; the code is the one that it answers. */
async function seal({ app, issuer }: Stage, { packedRecord }: Forgery): Promise<string> {
  const answer = await fetch(`${app.url}/api/countersign/seals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: sealRequestKind,
      record: packedRecord,
      token: issuer.given.at(-1) ?? '',
    }),
  });
  return textAt(fromJson(await answer.text()), 'code');
}

/** Opens an issue as a stranger; the code is the one that the App settled it with, and says on the page. */
async function post(
  stage: Stage,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<string> {
  const opened = await stage.github.as('mallory', { method: 'POST', path: issues, body: { title, body } });
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
