import type { RefusalCode } from '../refusal.ts';
import { bundleAuthor, type RefusalText } from './refusal-words.ts';

type RunnerCode = Extract<
  RefusalCode,
  | 'input_invalid'
  | 'bundle_missing'
  | 'bundle_invalid'
  | 'server_unavailable'
  | 'tool_unavailable'
  | 'tool_changed'
  | 'target_unreadable'
  | 'lock_missing'
  | 'lock_stale'
  | 'expectation_failed'
  | 'pause_unavailable'
  | 'tool_failed'
  | 'budget_exceeded'
  | 'evidence_not_kept'
  | 'proposal_too_large'
  | 'stopped'
  | 'issue_not_opened'
>;

/** The words for what ends a run on the runner, before anything is proposed. */
export const runnerTexts: Readonly<Record<RunnerCode, RefusalText>> = {
  input_invalid: {
    short: 'a missing or invalid input',
    next: 'Correct the input, and start the workflow again.',
  },
  bundle_missing: { short: 'no such bundle', next: 'Check the name, and that the bundle is on this ref.' },
  bundle_invalid: { short: 'an invalid bundle', next: bundleAuthor },
  server_unavailable: {
    short: 'an MCP server did not answer',
    next: 'See the log for the server’s own words, and start the workflow again.',
  },
  tool_unavailable: { short: 'a tool is missing', next: bundleAuthor },
  tool_changed: {
    short: 'a tool is not what was compiled',
    next: 'Look at the difference in the log. If the tool is still to be trusted, compile the bundle again and have that reviewed.',
  },
  target_unreadable: {
    short: 'the target could not be read',
    next: 'Check the repository’s name. A job’s own token reads no private repository but its own: write the target’s numeric id as `targetId` into the bundle, or give the input `github-token` a token that may read it.',
  },
  lock_missing: {
    short: 'the bundle is not compiled',
    next: 'Run `countersign compile` on the bundle, and commit the lock that it writes.',
  },
  lock_stale: {
    short: 'the bundle changed since it was compiled',
    next: 'Run `countersign compile` on the bundle, and have the new lock reviewed with the change.',
  },
  expectation_failed: {
    short: 'nothing to propose',
    next: 'Nothing: the evidence is not what the bundle proposes something for.',
  },
  pause_unavailable: {
    short: 'nobody could be asked',
    next: 'Run the bundle where its questions are answered, or take the pause out.',
  },
  tool_failed: { short: 'a tool failed', next: 'See the log, and start the workflow again.' },
  budget_exceeded: {
    short: 'the budget is used up',
    next: 'Raise the bundle’s budget, or ask for less evidence.',
  },
  evidence_not_kept: {
    short: 'the whole evidence is not kept',
    next: 'Start the workflow again, or let it go on without: the input `artifact` says which.',
  },
  proposal_too_large: {
    short: 'too large for an issue',
    next: 'Ask for less evidence, or shorten the action.',
  },
  stopped: { short: 'stopped', next: 'Nothing was proposed. Start the workflow again when it suits.' },
  issue_not_opened: {
    short: 'no issue was opened',
    next: 'Check that issues are enabled and that the job may write them; then start the workflow again.',
  },
};
