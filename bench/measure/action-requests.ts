import { startIssuer } from '../../test/support/issuer.ts';
import type { Measure } from '../measure.ts';
import { startAnsweringScene } from '../stage/action-scene.ts';
import { openSealDoor } from '../stage/seal-door.ts';
import { median } from '../statistics.ts';

const name = 'action.requests';

const runs = 3;

/** What the Action asks of GitHub and of the App for one proposal that is sealed by the job's own identity. */
export const actionRequests: Measure = {
  names: [name],
  run: async ({ rounds }) => {
    const [all, toGitHub]: readonly [number[], number[]] = [[], []];
    for (let run = 0; run < (rounds ?? runs); run += 1) {
      const { github, app } = await countOneRun();
      all.push(github + app);
      toGitHub.push(github);
    }
    return {
      load: 'action.requests: one proposal with the seal oidc, on the strict fake GitHub; the runner’s own services (ID token, artifacts) are not counted',
      rows: [
        { what: 'requests of the Action', unit: 'requests', iterations: 1, samples: all },
        { what: 'of which to GitHub', unit: 'requests', iterations: 1, samples: toGitHub },
      ],
      findings: [
        {
          name,
          value: median(all),
          // The run, open proposals, the policy, the seal, the issue.
          bound: 5,
          reason: 'a job’s token has 1,000 an hour for its whole repository',
        },
      ],
    };
  },
};

async function countOneRun(): Promise<{ readonly github: number; readonly app: number }> {
  const scene = await startAnsweringScene(1000);
  const issuer = await startIssuer();
  const door = await openSealDoor();
  try {
    const { url, token } = issuer.serveJob({ repository: 'acme/payments' });
    const result = await scene.start(
      { bundle: 'hostile', seal: 'oidc', 'seal-key': '', 'app-url': door.url },
      { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token },
    );
    if (result.code !== 0) throw new Error(`the Action did not propose: ${result.errors.join()}`);
    return { github: scene.fake.requests.length, app: door.requests() };
  } finally {
    await door.close();
    await issuer.close();
    await scene.close();
  }
}
