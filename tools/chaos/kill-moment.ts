/** When to kill: at a moment by the clock, or right when GitHub has a request of the App in its hands. */
import type { AppProcess } from '../../test/support/app-process.ts';
import type { FakeGitHub } from '../../test/github/fake.ts';
import type { FaultMatch } from '../../test/github/fault.ts';
import type { Random } from './random.ts';

const actor = 'countersign[bot]';

/** The requests that change something, and any request at all. */
const matches: readonly FaultMatch[] = [
  { actor },
  { actor },
  { actor, method: 'POST', route: '/repos/{owner}/{repo}/issues' },
  { actor, method: 'POST', route: '/repos/{owner}/{repo}/issues' },
  { actor, method: 'POST', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' },
  { actor, method: 'PATCH', route: '/repos/{owner}/{repo}/issues/{issue_number}' },
  { actor, method: 'POST', route: '/repos/{owner}/{repo}/check-runs' },
  { actor, method: 'PATCH', route: '/repos/{owner}/{repo}/check-runs/{check_run_id}' },
];

/** Whoever waits for a request that does not come kills anyway. */
const longestMs = 1500;

/** Kills the App and waits until it is gone. */
export async function killSometime(app: AppProcess, github: FakeGitHub, random: Random): Promise<void> {
  const kind = random.below(10);
  if (kind === 0) {
    // While it starts: its key, its ledger, what was left over.
    await pause(random.below(400));
  } else if (kind < 5) {
    const moment = random.below(900);
    await app.listening;
    await pause(moment);
  } else {
    await atRequest(app, github, random);
  }
  app.signal('SIGKILL');
  await app.ended;
}

async function atRequest(app: AppProcess, github: FakeGitHub, random: Random): Promise<void> {
  const match = random.pick(matches);
  const skip = random.below(match.method === undefined ? 40 : 4);
  const later = random.pick([0, 0, 1, 5, 20]);
  // In one of eight GitHub never got it; else it did it, and nobody hears the answer.
  const mode = random.below(8) === 0 ? 'unreachable' : 'hold';
  await app.listening;
  const fault = github.fault({ match, mode, skip });
  await Promise.race([fault.hit, pause(longestMs)]);
  if (later > 0) await pause(later);
  app.signal('SIGKILL');
  await app.ended;
  fault.remove();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
