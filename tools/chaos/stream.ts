/** What people do while the App is killed: proposals come, and are approved, rejected, left alone. */
import { openPage, sealPage } from '../../test/support/sealed-proposal.ts';
import type { AppWorld } from '../../test/support/app-world.ts';
import type { Random } from './random.ts';

/**
 * - `approve`: kim approves
 * - `approve twice`: kim and ana both do, at the same time
 * - `reject`: ana rejects
 * - `initiator`: dana, who started the run, approves, which must count for nothing
 * - `leave`: nobody says anything
 */
export type Deed = 'approve' | 'approve twice' | 'reject' | 'initiator' | 'leave';

export interface Story {
  readonly repository: string;
  readonly number: number;
  readonly hash: string;
  /** Title of the issue that its action makes: of this proposal's alone. */
  readonly ticket: string;
  readonly deed: Deed;
  /** Comments that said a command, by their ids. */
  readonly comments: readonly number[];
}

const deeds: readonly Deed[] = [
  ...Array.from({ length: 15 }, (): Deed => 'approve'),
  'approve twice',
  'approve twice',
  'reject',
  'initiator',
  'leave',
];

/** Opens a proposal and does what its deed says, a moment later. Waits for no webhook. */
export async function tellStory(world: AppWorld, random: Random, count: number): Promise<Story> {
  const { github } = world;
  const repository = random.pick(world.repositories);
  const deed = random.pick(deeds);
  const pauseMs = random.below(4) === 0 ? 0 : random.below(300);
  const ticket = `Roll back payments ${count}`;
  const page = await sealPage(github, {
    repository,
    actor: world.dana,
    title: ticket,
    bundle: `flow-${count}`,
    sealKey: world.sealKey,
  });
  const number = await openPage(github, repository, page);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const said = commands(deed, page.hash);
  // A deed resolves when every webhook under way was answered: who speaks next does not wait for that.
  const before = new Set(github.world.comments(repository, number).map(({ id }) => id));
  for (const { by, text } of said) void github.world.as(by).comment(repository, number, text);
  const comments = github.world
    .comments(repository, number)
    .filter(({ id, author }) => !before.has(id) && author !== 'countersign[bot]')
    .map(({ id }) => id);
  if (comments.length !== said.length) throw new Error(`${deed}: ${comments.length} comments stand`);
  return { repository, number, hash: page.hash, ticket, deed, comments };
}

function commands(deed: Deed, hash: string): ReadonlyArray<{ readonly by: string; readonly text: string }> {
  const approve = `/approve ${hash}`;
  switch (deed) {
    case 'approve':
      return [{ by: 'kim', text: approve }];
    case 'approve twice':
      return [
        { by: 'kim', text: approve },
        { by: 'ana', text: approve },
      ];
    case 'reject':
      return [{ by: 'ana', text: `/reject ${hash} not tonight` }];
    case 'initiator':
      return [{ by: 'dana', text: approve }];
    case 'leave':
      return [];
  }
}
