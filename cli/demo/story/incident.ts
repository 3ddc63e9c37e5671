import { repository } from '../emulator/cast.ts';
import { at, listAt } from '../json.ts';
import { fit } from '../terminal/narrator.ts';
import { minutesBefore } from './history.ts';
import type { Scenario } from './scenario.ts';
import { readIssue, say } from './stage.ts';

const day = 24 * 60;

/** The repository is public, and its policy lets everybody read what was found. The rest is as without a policy. */
const policy = 'version: 1\nevidence: public\n';

/** A service fails: status and runbooks are gathered, and one ticket is opened. */
export const incident: Scenario = {
  name: 'incident',
  bundle: 'incident-response',
  workflow: '.github/workflows/incident-response.yml',
  more: {},
  job: { metadata: 'read', contents: 'read', issues: 'write', actions: 'read' },
  history: (now) => [
    {
      by: 'dana',
      at: minutesBefore(now, 9 * day),
      message: 'Show the evidence to everybody',
      path: '.github/countersign.yml',
      text: policy,
    },
  ],
  packages: null,
  prepare: async () => undefined,
  first: { service: 'payments', symptom: 'error rate above 10 %' },
  second: { service: 'payments', symptom: 'latency above 2 s' },
  async tellBeginning({ tell }) {
    tell.part('A run is started');
    tell.note('dana starts the workflow: service=payments, symptom="error rate above 10 %".');
  },
  counts: 'tickets',
  async count({ github }) {
    const path = `/repos/${repository}/issues?state=all&per_page=100`;
    const all = await github.as('kim', { method: 'GET', path });
    return listAt(all).filter((issue) => at(issue, 'user', 'login') === 'countersign[bot]').length;
  },
  async made(stage, effect) {
    const number = effect.number ?? 0;
    const { title } = await readIssue(stage, number);
    return {
      what: `issue #${number} “${fit(title, 44)}”`,
      so: null,
      page: { file: 'ticket.html', shows: { issue: number }, checks: 'check-run.html' },
    };
  },
  forgery: (input, word) => ({ ...input, title: `payments: ${word}` }),
  alsoRefused: () => [],
  async end(stage, { issueNumber, hash }) {
    await say(stage, 'kim', issueNumber, `/reject ${hash} The demo is over.`);
    return 'kim ends the second run with /reject.';
  },
  ended: 'rejected',
};
