import { codeSpan } from '../evidence/fence.ts';
import { faultInWords } from '../policy/fault-words.ts';
import { loosened } from '../policy/loosened.ts';
import type { PolicyState } from '../policy/policy.ts';
import type { CheckRunOutput } from '../port/app-host.ts';
import type { Conclusion } from '../run/state.ts';
import { counted } from './words.ts';

/** The name of the check run on a commit that changed a policy. */
export const policyCheckRunName = 'Countersign policy';

/** What is said of a policy on the commit that changed it. A fault paints it red, since nothing can be decided then. */
export function renderPolicyCheckRun(
  before: PolicyState,
  after: PolicyState,
): { readonly conclusion: Conclusion; readonly output: CheckRunOutput } {
  if (after.kind === 'faulty') {
    const summary = `Until corrected, nothing is taken in, approved or executed here.\n\n${list(after.faults.map(faultInWords))}`;
    const title = `${counted(after.faults.length, 'fault')}: this policy allows nothing`;
    return { conclusion: 'failure', output: { title, summary, text: '' } };
  }
  const digest = after.kind === 'written' ? `\n\nDigest of what it comes to: ${codeSpan(after.digest)}` : '';
  const looser = before.kind === 'faulty' ? [] : loosened(before.policy, after.policy);
  const title = looser.length === 0 ? 'The policy holds' : 'The policy holds, and allows more than before';
  const summary =
    looser.length === 0
      ? `Nothing is looser than before.${digest}`
      : `Proposals that wait keep the stricter of both.\n\n${list(looser)}${digest}`;
  return { conclusion: 'neutral', output: { title, summary, text: '' } };
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${codeSpan(line)}`).join('\n');
}
