import type { Account } from '../run/event.ts';
import { verbs, type Verb } from '../approval/verb.ts';
import { link, mention } from './words.ts';

/** What each command does and who may give it, in words that begin with no command. */
const lines: Readonly<Record<Verb, string>> = {
  approve: 'To approve exactly this proposal: `/approve` and its hash. For whom the rule names.',
  reject: 'To refuse it: `/reject`, its hash, and if you like the reason. For everyone who has a say.',
  resume: 'To let a run go on that stopped on its way: `/resume` and its hash. For whom the rule names.',
  cancel: 'To end a run for good: `/cancel` and its hash. For everyone who has a say.',
  status: 'Where the run stands: `/status`.',
  who: 'Who may approve, and how many are needed: `/who`.',
  why: 'Why the run stands where it does: `/why`.',
  help: 'This: `/help`.',
};

/**
 * The answer to `/help`. It holds no line that could be taken for a command, since mail programs send answers
 * back: the lines to paste stand in the proposal.
 */
export function renderHelp(page: {
  readonly by: Account;
  readonly issueUrl: string;
  readonly marker: string;
}): string {
  const { by, issueUrl, marker } = page;
  return [
    `**What can be said here:** each as a new comment of its own, with nothing before or behind it. ${link('The proposal', issueUrl)} has the lines to paste, with the whole hash.`,
    verbs.map((verb) => `- ${lines[verb]}`).join('\n'),
    'A say has anyone who may write to this repository, whom the rule names, and whoever started the run. Approving and rejecting can be done by a button on the check run, too.',
    `Asked by ${mention(by)}`,
    marker,
  ].join('\n\n');
}
