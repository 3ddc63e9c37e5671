import type { RefusalCode } from '../lib/core/refusal.ts';

const steps: Readonly<Partial<Record<RefusalCode, string>>> = {
  input_invalid: 'Correct the inputs of the step that uses the Action.',
  bundle_missing: 'Check the input `bundle`, and that the repository was checked out before.',
  bundle_invalid: 'Correct the bundle; nothing was started.',
  event_refused:
    'Start it by another event, or add this one to `events` in the policy, which takes none that runs unmerged code; nothing was started.',
  policy_invalid:
    'Correct the policy, which `countersign policy check` does offline, and give the job `permissions: contents: read`; nothing was started.',
  bundle_refused: 'Run it from a ref that the policy names, or change `bundles` there; nothing was started.',
  target_disallowed: 'Change `targets` in the policy, or the bundle’s target; nothing was started.',
  run_unreadable: 'Give the job `permissions: actions: read`, and look at GitHub’s status.',
  run_mismatch: 'Run the Action in a workflow file of this repository.',
  server_unavailable: 'Look at the server’s own messages in this log; nothing was proposed.',
  tool_unavailable: 'Compare the bundle’s list of tools with what the server offers; nothing was proposed.',
  tool_changed:
    'Read the difference in this log. Where the tool is still to be trusted, compile the bundle again; nothing was called.',
  target_missing: 'Name a repository of the same account as the target; nothing was started.',
  target_moved: 'Correct the bundle’s `target` and `targetId`; nothing was started.',
  target_unreadable:
    'Check the repository’s name. Where it is a private one, write its numeric id as `targetId` into the bundle, or give the input `github-token` a token that may read it; nothing was started.',
  lock_missing: 'Run `countersign compile` on the bundle and commit bundle.lock.json; nothing was started.',
  lock_stale: 'Run `countersign compile` on the bundle and commit bundle.lock.json; nothing was started.',
  expectation_failed:
    'Nothing was proposed, as the bundle says. Where that is wrong, correct the step’s `expect`.',
  pause_unavailable: 'Take the step with `pause` out of the bundle, and compile it; nothing was started.',
  tool_failed: 'Look at the tool’s message in this log; nothing was proposed.',
  budget_exceeded: 'Ask for less, or raise the bundle’s budgets; nothing was proposed.',
  action_refused: 'Correct what the bundle proposes, or `actions` in the policy; nothing was proposed.',
  evidence_private:
    'Where anybody may read that evidence, add `evidence: public` to `.github/countersign.yml`; otherwise run the bundle in a private repository and for a private one, or take evidence out of what it proposes. Nothing was started.',
  evidence_not_kept:
    'Run it again, or say `artifact: auto` where a proposal without whole evidence will do; nothing was proposed.',
  proposal_too_large: 'Lower `excerptBytes` or shorten the action’s text; nothing was proposed.',
  seal_missing:
    'Give the job `permissions: id-token: write`, and check the input `app-url`; nothing was proposed.',
  seal_kind_refused: 'Check the input `seal`, and `seals` in the policy; nothing was proposed.',
  token_untrusted: 'Check that the App works for this GitHub host; nothing was proposed.',
  token_differs:
    'Run the Action in the workflow that was started, not in one that it calls; nothing was proposed.',
  issuer_unreachable: 'Run it again in a few minutes; nothing was proposed.',
  seal_unreadable: 'Run it again in a few minutes; nothing was proposed.',
  not_installed: 'Install the App on this repository; nothing was proposed.',
  rate_limited: 'Run it again in a few minutes; nothing was proposed.',
  run_open: 'Decide the open proposal of this run first; nothing was proposed.',
  issue_not_opened:
    'Give the job `permissions: issues: write`. Run it again: an issue that was opened is found.',
  stopped: 'Run it again; nothing was proposed.',
};

/** What to do about a code, in one sentence. */
export function nextStep(code: RefusalCode): string {
  return steps[code] ?? 'Run it again, and tell the maintainers of Countersign when it stays.';
}
