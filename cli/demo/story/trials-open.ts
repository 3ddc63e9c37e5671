import { repository } from '../emulator/cast.ts';
import { at } from '../json.ts';
import { approveLine } from './approved.ts';
import { alertOf, codeOf, silence } from './observe.ts';
import type { Trial } from './trial.ts';
import { outcome, readIssue, say, type Proposed, type Stage } from './stage.ts';

const issues = `/repos/${repository}/issues`;

/** What must not approve a proposal that waits. */
export function onOpenRun(stage: Stage, proposed: Proposed): readonly Trial[] {
  const { issueNumber: issue, hash } = proposed;
  const wrong = `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`;
  const said = async (login: 'dana' | 'kim', line: string): Promise<string> =>
    codeOf(stage, issue, (await say(stage, login, issue, line)).id);
  return [
    {
      case: 'wrong_hash',
      what: 'kim approves a hash that is wrong in its last digit',
      expected: 'hash_unknown',
      attempt: async () => said('kim', approveLine(wrong)),
    },
    {
      case: 'partial_hash',
      what: 'kim approves by the first eight digits',
      expected: 'hash_incomplete',
      attempt: async () => said('kim', approveLine(hash.slice(0, 8))),
    },
    {
      case: 'initiator',
      what: 'dana, a maintainer too, approves the run that she started',
      expected: 'initiator_excluded',
      attempt: async () => said('dana', approveLine(hash)),
    },
    ...stage.scenario.alsoRefused(stage, proposed),
    {
      case: 'stranger',
      what: 'mallory, a stranger, approves, and gets no answer',
      expected: 'ignored',
      attempt: async () => silence(stage, issue, async () => say(stage, 'mallory', issue, approveLine(hash))),
    },
    {
      case: 'edited_comment',
      what: 'kim edits an earlier comment into an approval',
      expected: 'comment_edited',
      attempt: async () => codeOf(stage, issue, await editedComment(stage, issue, { editor: 'kim', hash })),
    },
    {
      case: 'planted_approval',
      what: 'ana, who may write, edits kim’s comment into an approval',
      expected: 'comment_edited',
      attempt: async () => alertOf(stage, issue, await editedComment(stage, issue, { editor: 'ana', hash })),
    },
    {
      case: 'edited_proposal',
      what: 'ana edits the proposal, and kim approves what it says now',
      expected: 'held',
      attempt: async () => editedProposal(stage, issue, async () => said('kim', approveLine(hash))),
    },
  ];
}

/** Lets kim say something harmless, and someone make an approval of it; answers with the comment's id. */
async function editedComment(
  stage: Stage,
  issue: number,
  { editor, hash }: { readonly editor: 'kim' | 'ana'; readonly hash: string },
): Promise<number> {
  const { id } = await say(stage, 'kim', issue, 'I am looking into it.');
  const body = { body: approveLine(hash) };
  await stage.github.as(editor, { method: 'PATCH', path: `${issues}/comments/${id}`, body });
  const delivery = await stage.github.deliveries.wait(
    ({ name, action, payload }) =>
      name === 'issue_comment' && action === 'edited' && at(payload, 'comment', 'id') === id,
  );
  await outcome(stage, delivery);
  return id;
}

/** Changes the proposal's text, lets someone try on it, and puts the text back. */
async function editedProposal(stage: Stage, issue: number, attempt: () => Promise<string>): Promise<string> {
  const { body } = await readIssue(stage, issue);
  await edit(stage, issue, body.replace('Proposed:', 'Proposed, quite harmless:'));
  const code = await attempt();
  await edit(stage, issue, body);
  return code;
}

async function edit(stage: Stage, issue: number, body: string): Promise<void> {
  await stage.github.as('ana', { method: 'PATCH', path: `${issues}/${issue}`, body: { body } });
  const delivery = await stage.github.deliveries.wait(
    ({ name, action, payload }) =>
      name === 'issues' &&
      action === 'edited' &&
      at(payload, 'issue', 'number') === issue &&
      at(payload, 'issue', 'body') === body,
  );
  await outcome(stage, delivery);
}
