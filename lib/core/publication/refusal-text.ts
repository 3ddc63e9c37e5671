import type { RefusalCode } from '../refusal.ts';
import { bundleAuthor, newRun, type RefusalText } from './refusal-words.ts';
import { runnerTexts } from './runner-text.ts';
import { sealTexts } from './seal-text.ts';
import { targetTexts } from './target-text.ts';

const again = 'Post the command as a new comment of its own.';
const untouched = 'Close this issue, and start the workflow again for a proposal that can be approved.';
const settings = 'Ask whoever runs this repository’s workflows and policy.';

/** The words for every code. `refusals` says what each means. */
export const refusalTexts: Readonly<Record<RefusalCode, RefusalText>> = {
  // Commands
  hash_incomplete: { short: 'only part of the hash', next: 'A command names all 64 digits.' },
  hash_malformed: {
    short: 'not a whole hash',
    next: 'A hash is 64 digits, lowercase and hexadecimal, as the proposal shows it.',
  },
  hash_unknown: {
    short: 'that is not this proposal’s hash',
    next: 'Read this proposal first. Only if it is the one you mean, use its own line.',
  },
  command_malformed: {
    short: 'not a command as a whole',
    next: 'A command is the whole comment: nothing before it, nothing behind it, no quote and no fence.',
  },
  command_ambiguous: {
    short: 'more than one command',
    next: 'Post one command as a comment of its own. Nothing was done for any of these.',
  },
  verb_unknown: {
    short: 'there is no such command',
    next: 'There are approve, reject, resume and cancel, each with the whole hash, and status, who, why and help alone. Each begins with a slash and is a comment of its own.',
  },
  comment_edited: { short: 'an edited comment never counts', next: again },
  comment_gone: { short: 'the comment can no longer be read', next: again },
  comment_hidden: { short: 'the comment is hidden', next: 'It counts all the same; nothing is to be done.' },
  comment_differs: { short: 'the comment no longer reads as it was posted', next: again },
  through_app: {
    short: 'posted through an app',
    next: 'Only a person’s own comment counts: post it on GitHub’s own page.',
  },
  button_outdated: {
    short: 'that button is out of date',
    next: 'Press the one on the check run that the proposal’s issue links to, or post the command.',
  },
  initiator_excluded: {
    short: 'you started this run',
    next: 'Someone else whom the rule names must approve it. You can still reject it.',
  },
  not_eligible: {
    short: 'the rule does not name you',
    next: 'Someone whom the rule names must do this. The proposal says who that is.',
  },
  author_excluded: {
    short: 'you wrote what this rests on',
    next: 'Someone else whom the rule names must approve it: you wrote the commit it depends on, or its evidence. You can still reject it.',
  },
  team_unreadable: {
    short: 'a team can’t be read',
    next: 'The rule names a team that GitHub does not show this App. It needs the organisation permission `members: read`, and the team must exist under that name. Ask whoever runs this App or writes the policy.',
  },
  right_unreadable: {
    short: 'your right could not be read',
    next: 'That never counts as a yes. Try again in a few minutes; if it stays so, ask whoever runs this App.',
  },
  already_approved: {
    short: 'approved already',
    next: 'Each person counts once, and nothing is left for you to do here.',
  },
  not_waiting: {
    short: 'the run no longer waits for this',
    next: 'What has begun goes on by itself, and what is over stays over.',
  },
  superseded: {
    short: 'a newer proposal has replaced this one',
    next: 'Decide the newer one instead.',
  },
  expired: { short: 'the time to approve is over', next: newRun },
  held: {
    short: 'the proposal’s title or text was changed',
    next: 'Nothing is decided until the change is undone; then everybody approves anew.',
  },
  page_changed: {
    short: 'the proposal’s text was changed after you said so',
    next: 'Read it as it is now. If it is what you mean, post the command again.',
  },
  issue_closed: {
    short: 'the issue is closed or locked',
    next: 'Reopen or unlock it, and post the command again.',
  },
  issue_gone: { short: 'the proposal’s issue is gone', next: newRun },
  evidence_exposed: {
    short: 'evidence stands in a public place',
    next: 'Anybody can read this issue now. If they may, add `evidence: public` to `.github/countersign.yml` and post the command again. If not, make the repository private again or delete the issue, since editing it leaves the text in its history, and replace any secret that stood there.',
  },
  issue_moved: {
    short: 'the proposal’s issue was moved away',
    next: 'A proposal counts only where it was made. Start the workflow again there: it makes a new proposal.',
  },
  owner_changed: {
    short: 'the repository has a new owner',
    next: `The new owner’s rules apply now. ${newRun}`,
  },
  resume_unavailable: {
    short: 'there is nothing to resume',
    next: 'Only what stopped on its way can go on, and never where it could be done twice.',
  },
  // Intake
  record_missing: {
    short: 'no record',
    next: 'A proposal is opened by the Countersign Action. Close this issue if it is to be one.',
  },
  record_malformed: { short: 'an unreadable record', next: untouched },
  proposal_malformed: { short: 'not a whole proposal', next: untouched },
  body_differs: { short: 'its text is not what was sealed', next: untouched },
  seal_missing: {
    short: 'no seal',
    next: 'Give the Action the means to seal, and start the workflow again.',
  },
  seal_invalid: {
    short: 'a seal that does not fit',
    next: 'If you did not expect this, someone may have forged or changed it. Otherwise check that the Action and the App hold the same key.',
  },
  seal_kind_refused: { short: 'a kind of seal that does not count here', next: settings },
  ...sealTexts,
  run_mismatch: {
    short: 'the Actions run says something else',
    next: 'Do not trust this proposal. If you did not expect this, look at who opened it.',
  },
  run_unreadable: {
    short: 'its Actions run could not be read',
    next: 'Check that the App may read Actions in this repository, and start the workflow again.',
  },
  event_refused: { short: 'a run that may not propose', next: settings },
  repository_mismatch: {
    short: 'another repository’s proposal',
    next: 'It counts only where it was made. Close this issue.',
  },
  policy_invalid: {
    short: 'the policy has faults',
    next: 'Nothing is decided rather than by another rule. The check run “Countersign policy” and `countersign policy check` name each line.',
  },
  policy_mismatch: { short: 'another rule than the policy gives', next: newRun },
  expiry_invalid: { short: 'times that can’t be', next: newRun },
  action_unknown: { short: 'an unknown action', next: bundleAuthor },
  action_refused: {
    short: 'an action that is not allowed',
    next: 'List its type under `actions` in `.github/countersign.yml`, where it may be done here; without that only what a person can undo is. Or correct the bundle. Then start the workflow again.',
  },
  evidence_private: {
    short: 'evidence in a public place',
    next: 'Anybody can read it already. If they may, add `evidence: public` to `.github/countersign.yml` and start the workflow again. If not, delete this issue, since editing it leaves the text in its history, and replace any secret that stood there.',
  },
  ...targetTexts,
  bundle_refused: {
    short: 'a bundle that may not propose',
    next: 'Run it from a branch that the policy names, or add the bundle to `bundles` in `.github/countersign.yml`.',
  },
  risk_too_low: { short: 'less risk than the policy says', next: newRun },
  runner_refused: {
    short: 'a runner that may not propose',
    next: 'Run the workflow on a runner that the policy lets propose.',
  },
  environment_refused: {
    short: 'a job outside the environments that may propose',
    next: 'Give the job an `environment` that `environments` in the policy names, and seal by `oidc`, which alone says so.',
  },
  limit_reached: {
    short: 'too many proposals within 24 hours',
    next: 'Decide those that wait, and start the workflow again later. `limits` in the policy says how many there may be.',
  },
  idempotency_key_wrong: { short: 'a key that the action does not give', next: untouched },
  replayed: { short: 'a copy of another proposal', next: 'Close this issue. Only the first one counts.' },
  run_open: {
    short: 'its Actions run has an open proposal already',
    next: 'Decide that one first, and close this issue.',
  },
  nobody_eligible: { short: 'nobody can approve', next: settings },
  // Execution
  frozen: {
    short: 'the policy has frozen approvals',
    next: 'Rejecting, cancelling and asking still work. Try again when `frozen` is gone from the policy.',
  },
  effect_taken: {
    short: 'taken up before',
    next: 'Look for what was done then. If it is to be done once more, start the workflow again.',
  },
  right_lost: {
    short: 'an approver lost the right',
    next: 'Once the right is back, an approver can resume the run. Otherwise cancel it, and start the workflow again.',
  },
  precondition_failed: {
    short: 'the target changed',
    next: 'Cancel this one, and start the workflow again: it will see the target as it is.',
  },
  target_refused: {
    short: 'GitHub refused it',
    next: 'Check what the App may do in the target repository; then start the workflow again.',
  },
  outcome_uncertain: {
    short: 'no clear answer',
    next: 'Look at the target, then resume to look once more, or cancel.',
  },
  readback_differs: {
    short: 'the result differs',
    next: 'Look at the result, then resume to read it again, or cancel.',
  },
  outcome_pending: {
    short: 'it goes on for too long',
    next: 'Look at what was started; resume to look on, or cancel. Nothing is sent a second time.',
  },
  permission_missing: {
    short: 'the App lacks a permission',
    next: 'Whoever runs the App adds it in the App’s settings under “Permissions & events”; then an owner of this account accepts it in the settings of its installation. After that, `/approve` what waits, and `/resume` what failed.',
  },
  workflow_unfit: {
    short: 'the workflow does not name its run',
    next: 'Give the workflow an input `countersign` and a `run-name` that holds `${{ inputs.countersign }}`, on the ref that is started; then resume.',
  },
  readback_unreadable: {
    short: 'the result could not be read',
    next: 'Resume to read it again; nothing is sent a second time.',
  },
  ledger_rebuilt: {
    short: 'the ledger was rebuilt',
    next: 'Compare what was done with what was approved before you go on.',
  },
  fence_lost: { short: 'another worker goes on', next: 'Nothing: the other worker finishes the run.' },
  ...runnerTexts,
};
