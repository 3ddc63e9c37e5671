import { lifeOf } from '../../test/world/life.ts';
import { seeded } from '../../test/world/random.ts';
import { simulate } from '../../test/world/simulate.ts';

/** Lives one life again and tells it step by step. Answers with the exit code. */
export async function replayLife(seed: number, tell: (line: string) => void): Promise<number> {
  const life = lifeOf(seeded(seed));
  const { breaks, world } = await simulate(life, seed, { traced: true });
  tell(JSON.stringify(life));
  for (const line of world.scheduler.trace ?? []) tell(line);
  for (const [run, state] of world.witness.states) tell(`${run} is ${state}`);
  tell(breaks.length === 0 ? 'nothing broke' : `BROKEN: ${breaks.join('; ')}`);
  return breaks.length === 0 ? 0 : 1;
}
