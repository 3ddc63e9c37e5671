/** Proposals before a real App process, approved one by one, and when each was completed. */
import { readSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import { stateLabel } from '../../lib/core/publication/label.ts';
import type { AppWorld } from '../../test/support/app-world.ts';
import { openPage, sealPage } from '../../test/support/sealed-proposal.ts';

export interface Proposed {
  readonly repository: string;
  readonly number: number;
  readonly hash: string;
}

/** Opens a proposal of a bundle of its own. */
export async function propose(world: AppWorld, repository: string, name: string): Promise<Proposed> {
  const { github, dana, sealKey } = world;
  const page = await sealPage(github, {
    repository,
    actor: dana,
    title: `Roll back ${name}`,
    bundle: name,
    sealKey,
  });
  return { repository, number: await openPage(github, repository, page), hash: page.hash };
}

/** Says `/approve`. Gives the time at which it was said. */
export function approve({ github }: AppWorld, { repository, number, hash }: Proposed): number {
  const at = Date.now();
  void github.world.as('kim').comment(repository, number, `/approve ${hash}`);
  return at;
}

/** Waits until the check run, which is written last, tells what stands in the ledger at these words. */
export async function until(
  { github: { world } }: AppWorld,
  proposed: readonly Proposed[],
  state: 'awaiting_approval' | 'completed',
  longestMs: number,
): Promise<void> {
  const limit = Date.now() + longestMs;
  const open = new Set(proposed);
  while (open.size > 0) {
    const repositories = new Set([...open].map(({ repository }) => repository));
    const told = new Map(
      [...repositories].flatMap((repository) =>
        world.checkRuns(repository).map(({ externalId, conclusion }) => [externalId, conclusion]),
      ),
    );
    for (const one of open) {
      const labelled = world.issue(one.repository, one.number).labels.includes(stateLabel(state));
      const conclusion = told.get(one.hash);
      if (labelled && conclusion === (state === 'completed' ? 'success' : 'neutral')) open.delete(one);
    }
    if (open.size > 0 && Date.now() > limit) throw new Error(`${open.size} proposals are not ${state}`);
    if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** When the ledger recorded that the result reads as approved, in milliseconds since 1970. */
export async function completedAt(path: string, proposed: readonly Proposed[]): Promise<readonly number[]> {
  const reader = await readSqliteLedger(path);
  try {
    const times: number[] = [];
    for (const { hash } of proposed) {
      const run = await reader.byHash({ hash });
      const entry = run?.entries.find(({ type }) => type === 'readback.equal');
      if (entry === undefined) throw new Error('an approved proposal is not completed');
      times.push(Date.parse(entry.at));
    }
    return times;
  } finally {
    await reader.close();
  }
}
