/**
 * Every code that Countersign answers with, what it means, and what its reader can do next. Codes are
 * stable, prose is not. `docs/refusals.md` is generated from this list.
 */
export const refusals = {
  // Commands
  hash_incomplete: 'Only part of the hash was given. An approval names all 64 digits.',
  hash_malformed: 'The hash is not written as 64 lowercase hexadecimal digits.',
  hash_unknown: 'The hash is not this proposal’s.',
  command_malformed: 'The comment looks like a command and is not one as a whole.',
  command_ambiguous: 'The comment holds more than one command.',
  verb_unknown: 'There is no such command.',
  comment_edited: 'The comment was edited. Only a comment as it was first posted counts.',
  comment_gone: 'The comment can no longer be read.',
  comment_differs: 'The comment reads differently now from how it was delivered.',
  through_app: 'The comment was posted through an app, and only a person’s own counts.',
  initiator_excluded: 'Whoever started the run can’t approve it.',
  not_eligible: 'The rule does not name this person as an approver.',
  right_unreadable: 'The person’s right could not be read, which never counts as a yes.',
  already_approved: 'This person has approved already, and counts once.',
  not_waiting: 'The run no longer waits for an approval.',
  superseded: 'A newer proposal has replaced this one.',
  expired: 'The time to approve is over.',
  held: 'The proposal’s title or text was changed; nothing is decided until it reads as sealed again.',
  page_changed:
    'The proposal’s text was changed after this was said, so that it may have shown something else.',
  issue_closed: 'The proposal’s issue is closed or locked.',
  resume_unavailable: 'This state has nothing to resume.',
  // Intake
  record_missing: 'The issue carries no record.',
  record_malformed: 'The record can’t be read.',
  proposal_malformed: 'The proposal lacks a member, or has one too many.',
  body_differs: 'The issue’s title or text is not what its record renders to.',
  seal_missing: 'The proposal carries no seal.',
  seal_invalid: 'The seal does not fit the proposal.',
  seal_kind_refused: 'This kind of seal does not count here.',
  run_mismatch: 'The Actions run does not say what the proposal says of it.',
  run_unreadable: 'The Actions run could not be read.',
  event_refused: 'The Actions run was started by an event that may not propose.',
  repository_mismatch: 'The proposal belongs to another repository.',
  policy_unsupported: 'The repository has a policy file that this version can’t apply.',
  policy_mismatch: 'The proposal shows another approval rule than the policy gives.',
  expiry_invalid: 'The proposal’s times are out of order or beyond the policy’s bound.',
  action_unknown: 'There is no such action type.',
  action_refused: 'The action’s input is not allowed.',
  idempotency_key_wrong: 'The idempotency key is not the one that the action gives.',
  replayed: 'This proposal is known already, from another issue.',
  run_open: 'The same Actions run has an open proposal.',
  nobody_eligible: 'Nobody can approve under this rule.',
  // Execution
  effect_taken: 'The same action was taken up before; its key stays taken for ever.',
  right_lost: 'An approver no longer has the right.',
  precondition_failed: 'The target changed since the proposal was made.',
  target_refused: 'GitHub refused the action.',
  outcome_uncertain: 'The action was sent and GitHub gave no clear answer.',
  readback_differs: 'The result differs from what was approved.',
  readback_unreadable: 'The result could not be read back.',
  ledger_rebuilt: 'The ledger was lost and rebuilt from what GitHub keeps of it.',
  fence_lost: 'Another worker has taken over the run.',
  // Runner
  input_invalid: 'An input of the Action is missing or invalid.',
  bundle_missing: 'The bundle was not found.',
  bundle_invalid: 'The bundle is invalid.',
  server_unavailable: 'An MCP server did not start, or stopped answering.',
  tool_unavailable: 'A tool that the bundle needs is not offered, or is not read-only.',
  tool_failed: 'A tool answered with an error.',
  budget_exceeded: 'The bundle’s budget is used up.',
  proposal_too_large: 'The proposal does not fit into an issue.',
  stopped: 'The run was stopped before it proposed anything.',
  issue_not_opened: 'GitHub did not open the proposal’s issue.',
} as const;

/** The stable code of a refusal. */
export type RefusalCode = keyof typeof refusals;
