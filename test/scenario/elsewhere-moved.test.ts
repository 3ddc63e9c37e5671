import { describe, expect, it } from 'vitest';
import { approveMeanwhile, decide } from './deeds.ts';
import { approve, made, proposeThere, startPair, there } from './elsewhere.ts';
import { answers, repository, typesOf, type House, type Opened } from './house.ts';
import { policyPath } from './under-policy.ts';

/** What may become of a target while a proposal waits for it: how, what is told, and how it is made good again. */
interface Fate {
  readonly what: string;
  readonly befalls: (house: House) => unknown;
  readonly code: string;
  readonly next: string;
  /** Null where nothing brings it back: only a new proposal does. */
  readonly undo: ((house: House) => unknown) | null;
}

const fates: readonly Fate[] = [
  {
    what: 'is transferred to another account',
    befalls: async ({ world }) => {
      world.repository({ fullName: 'umbra/one' });
      await world.as('ana').transferRepository(there, 'umbra');
    },
    code: 'target_moved',
    next: 'Nothing is done under a name that leads elsewhere.',
    undo: null,
  },
  {
    what: 'is renamed',
    befalls: ({ world }) => world.as('ana').renameRepository(there, 'open'),
    code: 'target_moved',
    next: 'start the workflow again',
    undo: ({ world }) => world.as('ana').renameRepository('acme/open', 'public'),
  },
  {
    what: 'gave its name to another repository, which accepts, too',
    befalls: async (house) => {
      const { world } = house;
      await world.as('ana').renameRepository(there, 'open');
      world.repository({ fullName: there, visibility: 'public' });
      const { id } = world.repositoryNow(repository);
      const text = `version: 1\naccepts: {${repository}: ${id}}\n`;
      world.commit({ repository: there, path: policyPath, text });
    },
    code: 'target_moved',
    next: 'look at who renamed or moved it',
    undo: null,
  },
  {
    what: 'is archived',
    befalls: ({ world }) => world.as('ana').archiveRepository(there),
    code: 'target_archived',
    next: 'Unarchive it if this is still to be done.',
    undo: ({ world }) => world.as('ana').archiveRepository(there, false),
  },
  {
    what: 'is deleted',
    befalls: ({ world }) => world.as('ana').deleteRepository(there),
    code: 'target_missing',
    next: 'Check the name',
    undo: null,
  },
  {
    what: 'accepts no longer',
    befalls: ({ world }) => world.commit({ repository: there, path: policyPath, text: 'version: 1\n' }),
    code: 'target_unaccepted',
    next: 'name this repository under `accepts`',
    undo: ({ world }) =>
      world.commit({
        repository: there,
        path: policyPath,
        text: `version: 1\naccepts: {${repository}: ${world.repositoryNow(repository).id}}\n`,
      }),
  },
];

/** The App's installation is taken off the target, which stays public: the App's own reads go on. */
const uninstalled: Fate = {
  what: 'has the App no longer',
  befalls: ({ world, installation }) => world.reach({ installation, repositories: [repository] }),
  code: 'target_missing',
  next: 'let an owner install the App on the target repository',
  undo: ({ world, installation }) => world.reach({ installation, repositories: null }),
};

async function codeOf(house: House, { hash }: Opened): Promise<unknown> {
  const failed = (await house.run(hash))?.entries.findLast(({ type }) => type === 'execution.failed');
  return failed?.type === 'execution.failed' ? failed.data.code : null;
}

describe('a target that, while a proposal waits for it,', () => {
  it.each(fates)('$what: an approval is refused, and what to do is said', async (fate) => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    await fate.befalls(house);
    await approve(house, proposal);
    const [answer] = answers(house, proposal.number);
    expect(answer).toContain(`\`${fate.code}\``);
    expect(answer).toContain(fate.next);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('approval.recorded');
    expect(house.github.violations).toEqual([]);
  });

  it(`${uninstalled.what}: what was approved fails, and goes on once the App is back`, async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    await uninstalled.befalls(house);
    await approve(house, proposal);
    expect(await codeOf(house, proposal)).toBe(uninstalled.code);
    expect(answers(house, proposal.number)[0]).toContain('Nothing was sent.');
    expect(made(house)).toBe(0);
    await uninstalled.undo?.(house);
    await decide(house, 'kim', proposal, 'resume');
    expect(made(house)).toBe(1);
  });
});

describe('a target that, after the approval and before the write,', () => {
  it.each(fates)('$what: nothing is sent, and it goes on once that is undone', async (fate) => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    const issues = made(house);
    await approveMeanwhile(house, proposal, () => fate.befalls(house));
    expect(await codeOf(house, proposal)).toBe(fate.code);
    const types = typesOf(await house.run(proposal.hash));
    expect(types).toContain('approval.recorded');
    expect(types).not.toContain('write.started');
    expect(answers(house, proposal.number)[0]).toContain(`\`${fate.code}\``);
    if (fate.undo === null) return;
    await fate.undo(house);
    await decide(house, 'kim', proposal, 'resume');
    expect(made(house)).toBe(issues + 1);
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
  });

  it('has the App no longer: GitHub refuses the write, and the reason is looked for and told', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    await approveMeanwhile(house, proposal, () => uninstalled.befalls(house));
    expect(await codeOf(house, proposal)).toBe(uninstalled.code);
    expect(answers(house, proposal.number)[0]).toContain(`\`${uninstalled.code}\``);
    expect(made(house)).toBe(0);
    await uninstalled.undo?.(house);
    await decide(house, 'kim', proposal, 'resume');
    expect(made(house)).toBe(1);
    expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
  });
});
