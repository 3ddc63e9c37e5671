/** Presses of a check run's buttons: what people did, and what must have come of it. */
import { pressDigest, type Button } from '../../lib/core/approval/button.ts';
import { checkRunName } from '../../lib/core/publication/check-run.ts';
import type { Entry } from '../../lib/core/audit/entry.ts';
import type { ButtonIncoming } from '../../lib/core/webhook/check-run.ts';
import type { CheckRunState, IssueState } from './github.ts';
import { accountOf, installation, repository, type Person } from './pages.ts';
import type { World } from './world.ts';

/** Someone's press, as it truly happened. */
export interface Press {
  readonly issue: IssueState;
  readonly checkRun: CheckRunState;
  readonly button: Button;
  readonly by: Person;
  readonly at: number;
}

/** The delivery that tells of a press. */
export function pressEvent({ issue, checkRun, button, by }: Press): ButtonIncoming {
  return {
    kind: 'button_pressed',
    place: { installation, repository },
    checkRun: {
      id: checkRun.id,
      nodeId: `CR_${checkRun.id}`,
      url: `https://github.com/${repository.name}/runs/${checkRun.id}`,
      name: checkRunName,
      sha: issue.page.sha,
      externalId: checkRun.externalId,
      appId: '9000',
    },
    button,
    sender: { ...accountOf(by), type: 'User' },
  };
}

/** What is wrong with an approval by button: nobody pressed, or too late, or by someone who may not. */
export function pressFlaws(
  world: World,
  { data }: Extract<Entry, { readonly type: 'approval.recorded' }>,
  { claimedAt, expiresAt }: { readonly claimedAt: number; readonly expiresAt: number },
): readonly string[] {
  const { by, source, hash } = data;
  const press = world.github.presses.find(
    ({ checkRun, button, by: who }) =>
      checkRun.id === source.id &&
      checkRun.externalId === hash &&
      button === 'approve' &&
      accountOf(who).id === by.id,
  );
  if (press === undefined) return ['I2: a press that nobody made'];
  const role = world.github.roleAt(press.by, claimedAt);
  return [
    ...(press.at >= expiresAt ? ['I2: pressed too late'] : []),
    ...(press.by === 'dana' ? ['I2: the initiator pressed'] : []),
    ...(role !== 'maintain' && role !== 'admin' ? [`I2: pressed by someone with ${role}`] : []),
  ];
}

/** Presses of those who have a say, of which no entry tells: each kind by each person, since two clicks are one. */
export function lostPresses(
  { github }: World,
  issue: IssueState,
  entries: readonly Entry[],
  mayAsk: (id: string) => boolean,
): readonly string[] {
  const told = new Set(
    entries.flatMap(({ data }) =>
      'by' in data && 'source' in data && data.source.kind === 'button'
        ? [`${data.by.id} ${data.source.bodyDigest}`]
        : [],
    ),
  );
  return github.presses
    .filter((press) => press.issue === issue && mayAsk(accountOf(press.by).id))
    .filter(({ by, button }) => !told.has(`${accountOf(by).id} ${pressDigest(button, issue.page.hash)}`))
    .map(({ by, button }) => `the press of ${button} by ${by}`);
}

/** How often the presses of one person on one button count, which is once at most between two voidings. */
export function doubledPresses(entries: readonly Entry[]): readonly string[] {
  const deliveries = entries.flatMap(({ data }) =>
    'source' in data && data.source.kind === 'button' && data.source.delivery !== null
      ? [data.source.delivery]
      : [],
  );
  return new Set(deliveries).size === deliveries.length ? [] : ['one press was decided twice'];
}
