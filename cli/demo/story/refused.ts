import { approveLine, type Approved } from './approved.ts';
import { stateOf } from './ledger.ts';
import { codeOf, unanswered } from './observe.ts';
import { effects, say, type Effects, type Stage } from './stage.ts';
import type { Attempt, Trial } from './trial.ts';
import { atTheDoor } from './trials-door.ts';
import { onOpenRun } from './trials-open.ts';

/** Tries everything that must not work: on the run that is done, on a second one, and at the App's door. */
export async function tellRefused(
  stage: Stage,
  approved: Approved,
): Promise<{ readonly attempts: readonly Attempt[]; readonly second: number; readonly endedWell: boolean }> {
  const { tell } = stage;
  const first = approved.proposed.issueNumber;
  tell.part('What is refused');
  tell.note(`On the run that has ended, issue #${first}:`);
  const onDone = await tryAll(stage, [first], onDoneRun(stage, approved));
  tell.busy('dana starts a second run');
  const second = await stage.propose(stage.scenario.second);
  tell.note(`On a second run, which waits for its approval, issue #${second.issueNumber}:`);
  const runs = [first, second.issueNumber];
  const onOpen = await tryAll(stage, runs, onOpenRun(stage, second));
  tell.note('At the App’s door:');
  const door = await tryAll(stage, runs, atTheDoor(stage, second, approved));
  const before = await stage.scenario.count(stage);
  tell.event(await stage.scenario.end(stage, second));
  const state = stateOf(await stage.ledger.run(second.issueNumber));
  const nothingDone = (await stage.scenario.count(stage)) === before;
  tell.note(`It is ${state}, and ${nothingDone ? 'nothing of it was ever done' : 'SOMETHING WAS DONE'}.`);
  return {
    attempts: [...onDone, ...onOpen, ...door],
    second: second.issueNumber,
    endedWell: nothingDone && state === stage.scenario.ended,
  };
}

async function tryAll(
  stage: Stage,
  runs: readonly number[],
  trials: readonly Trial[],
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  let before = await effects(stage, runs);
  for (const trial of trials) {
    stage.tell.busy(trial.what);
    const code = await trial.attempt();
    const after = await effects(stage, runs);
    const asExpected = code === trial.expected && isSame(before, after);
    before = after;
    stage.tell.refusal({ what: trial.what, code, as: asExpected });
    attempts.push({ case: trial.case, code, asExpected });
  }
  return attempts;
}

function isSame(one: Effects, other: Effects): boolean {
  return one.made === other.made && one.approvals === other.approvals;
}

function onDoneRun(stage: Stage, { proposed, approval }: Approved): readonly Trial[] {
  const { issueNumber: issue, hash } = proposed;
  const { deliveries } = stage.github;
  const { name, payload } = approval.delivery;
  return [
    {
      case: 'redelivered_webhook',
      what: 'GitHub delivers kim’s comment a second time',
      expected: 'duplicate',
      attempt: async () => unanswered(stage, issue, async () => deliveries.redeliver(approval.delivery)),
    },
    {
      case: 'repeated_comment',
      what: 'the same comment comes again under a new delivery id',
      expected: 'duplicate',
      attempt: async () => unanswered(stage, issue, async () => deliveries.send({ name, payload })),
    },
    {
      case: 'second_approval',
      what: 'kim approves once more',
      expected: 'not_waiting',
      attempt: async () => codeOf(stage, issue, (await say(stage, 'kim', issue, approveLine(hash))).id),
    },
  ];
}
