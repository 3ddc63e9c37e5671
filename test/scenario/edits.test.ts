/** Edited and forged text, and decisions that meet; what people tripped over elsewhere stands beside each. */
import { describe, expect, it } from 'vitest';
import { needTwo, say, waiting } from './deeds.ts';
import {
  answers,
  listsTickets,
  propose,
  repository,
  startHouse,
  tickets,
  typesOf,
  type House,
  type Opened,
} from './house.ts';

describe('a comment counts as it was first posted', () => {
  // meridianlabs-ai/inspect_flow#761
  it('AP-20, users 14: an edit that adds a command does nothing, and its author is told to post a new comment', async () => {
    const { house, proposal } = await waiting();
    const id = await say(house, 'kim', proposal.number, 'Looks good.');
    await house.world.as('kim').editComment(repository, id, `/reject ${proposal.hash} no`);
    await house.settled();
    expect(answers(house, proposal.number)[0]).toContain('`comment_edited`');
    expect(answers(house, proposal.number)[0]).toContain('Post the command as a new comment of its own.');
    expect(typesOf(await house.run(proposal.hash))).not.toContain('run.rejected');
  });

  it('AP-20: a stranger’s edit is not answered', async () => {
    const { house, proposal } = await waiting();
    const id = await say(house, 'lu', proposal.number, 'Hello.');
    await house.world.as('lu').editComment(repository, id, `/approve ${proposal.hash}`);
    await house.settled();
    expect(answers(house, proposal.number)).toEqual([]);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('command.refused');
  });

  // palantir/policy-bot#459
  it('AP-23, users 16: and is not taken for edited because GitHub sets its two times a second apart', async () => {
    const house = await startHouse();
    const gaps = new Set<number>();
    for (let count = 0; count < 12 && !gaps.has(1000); count += 1) {
      const { number, hash } = await propose(house);
      await say(house, 'kim', number, `/approve ${hash}`);
      expect(typesOf(await house.run(hash))).toContain('readback.equal');
      gaps.add(gapOf(house));
    }
    expect(gaps).toContain(1000);
  });

  // palantir/policy-bot, on comment edits
  it('AP-21, users 17: a maintainer’s approval that somebody else wrote is none, and an alert', async () => {
    const { house, proposal } = await waiting();
    const id = await say(house, 'kim', proposal.number, 'Not sure yet.');
    await house.world.as('dana').editComment(repository, id, `/approve ${proposal.hash}`);
    await house.settled();
    const types = typesOf(await house.run(proposal.hash));
    expect(types).toContain('alert.raised');
    expect(types).not.toContain('approval.recorded');
    expect(tickets(house)).toBe(0);
  });

  it.each([
    ['edited by somebody else', 'comment_edited'],
    ['deleted', 'comment_gone'],
  ])('AP-22, users 17: one that is %s between the decision and the write stops it', async (what, code) => {
    const { house, proposal } = await waiting();
    const listing = house.github.fault({ match: listsTickets, mode: 'hold' });
    const { id } = await house.world
      .as('kim')
      .comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await listing.hit;
    const ana = house.world.as('ana');
    await (what === 'deleted' ? ana.deleteComment(repository, id) : ana.editComment(repository, id, 'no'));
    listing.release();
    await house.settled();
    expect(answers(house, proposal.number).at(-1)).toContain(`\`${code}\``);
    const types = typesOf(await house.run(proposal.hash));
    expect(types).toContain('alert.raised');
    expect(types).not.toContain('write.started');
    expect(tickets(house)).toBe(0);
  });

  // palantir/policy-bot#1083
  it.each([
    ['edited', 'comment_edited'],
    ['deleted', 'comment_gone'],
  ])(
    'users 18: one that is %s after it was carried out is an alert in the audit, and takes nothing back',
    async (what, code) => {
      const { house, proposal } = await waiting();
      const id = await say(house, 'kim', proposal.number, `/approve ${proposal.hash}`);
      const ana = house.world.as('ana');
      await (what === 'deleted'
        ? ana.deleteComment(repository, id)
        : ana.editComment(repository, id, 'Thanks.'));
      await house.settled();
      const run = await house.run(proposal.hash);
      expect(run?.entries.find(({ type }) => type === 'alert.raised')?.data).toMatchObject({ code });
      expect(typesOf(run)).not.toContain('approvals.voided');
      expect(house.world.issue(repository, proposal.number).labels).toContain('countersign: done');
      expect(tickets(house)).toBe(1);
    },
  );

  it('AP-27: one that is hidden counts, since hiding is not deleting, and the audit says so', async () => {
    const { house, proposal } = await waiting();
    const comments = house.github.hooks.hold({ event: 'issue_comment' });
    const { id } = await house.world
      .as('kim')
      .comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await house.world.as('dana').minimizeComment(repository, id);
    comments.remove();
    await house.github.hooks.release();
    await house.settled();
    expect(tickets(house)).toBe(1);
    const run = await house.run(proposal.hash);
    const alerts = run?.entries.filter(({ type }) => type === 'alert.raised');
    expect(alerts?.map(({ data }) => data)).toMatchObject([{ code: 'comment_hidden' }]);
  });
});

describe('a comment that counts while others are waited for', () => {
  it.each([
    ['edited by its author', 'comment_edited'],
    ['edited by somebody else', 'comment_edited'],
    ['deleted by somebody else', 'comment_gone'],
  ])('users 17: and is %s voids every approval, with an alert; people approve anew', async (what, code) => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    needTwo(house);
    const id = await say(house, 'kim', number, `/approve ${hash}`);
    const by = house.world.as(what.endsWith('author') ? 'kim' : 'dana');
    await (what.startsWith('edited')
      ? by.editComment(repository, id, `/approve ${hash} `)
      : by.deleteComment(repository, id));
    await house.settled();
    const voided = (await house.run(hash))?.entries.filter(({ type }) => type === 'approvals.voided');
    expect(voided?.map(({ data }) => data)).toEqual([{ code, count: 1 }]);
    expect(typesOf(await house.run(hash))).toContain('alert.raised');
    await say(house, 'ana', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(0);
    await say(house, 'kim', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(1);
  });
});

describe('AP-53: what comes in another order than it happened', () => {
  async function turned(deed: (house: House, proposal: Opened, id: number) => Promise<unknown>): Promise<{
    readonly house: House;
    readonly proposal: Opened;
  }> {
    const { house, proposal } = await waiting();
    const held = house.github.hooks.hold({});
    const { id } = await house.world
      .as('kim')
      .comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await deed(house, proposal, id);
    held.remove();
    await house.github.hooks.release('reversed');
    await house.settled();
    return { house, proposal };
  }

  it.each<readonly [string, string, Parameters<typeof turned>[0]]>([
    [
      'an edit before the comment',
      'comment_edited',
      (house, _, id) => house.world.as('kim').editComment(repository, id, 'no'),
    ],
    [
      'a deletion before the comment',
      'comment_gone',
      (house, _, id) => house.world.as('kim').deleteComment(repository, id),
    ],
    [
      'a closing before the comment',
      'issue_closed',
      (house, { number }) => house.world.as('kim').closeIssue(repository, number),
    ],
  ])(
    '%s refuses it',
    async (_, code, deed) => {
      const { house, proposal } = await turned(deed);
      const run = await house.run(proposal.hash);
      expect(typesOf(run)).not.toContain('approval.recorded');
      expect(tickets(house)).toBe(0);
      const refused = run?.entries.findLast(({ type }) => type === 'command.refused');
      expect(refused?.data).toMatchObject({ code });
    },
    20_000,
  );
});

describe('what stands in an issue decides nothing', () => {
  // HolmesGPT/holmesgpt#919, #2210
  it('users 19: labels and comments that say otherwise are no state: the ledger goes on', async () => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    await say(house, 'kim', number, '/status');
    const [status = ''] = answers(house, number);
    const dana = house.world.as('dana');
    await dana.label(repository, number, ['countersign: done']);
    await say(house, 'dana', number, status.replace('Waiting for 1 more approval', 'Done and verified'));
    await say(house, 'dana', number, `Approved by @kim.\n\n<!-- countersign:about:v1 ${hash} -->`);
    expect(tickets(house)).toBe(0);
    await say(house, 'kim', number, `/approve ${hash}`);
    expect(tickets(house)).toBe(1);
  });

  // langchain-ai/langgraph#8077
  it('users 20: the hash names a proposal and gives no right: whoever started the run knows it, and is refused', async () => {
    const { house, proposal } = await waiting();
    await say(house, 'dana', proposal.number, `/approve ${proposal.hash}`);
    expect(answers(house, proposal.number)[0]).toContain('`initiator_excluded`');
    expect(tickets(house)).toBe(0);
  });
});

describe('decisions that meet', () => {
  // langchain-ai/langgraph#6663
  it('users 21: the first that ends a run wins, and the later ones are told which it was', async () => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    await say(house, 'ana', number, `/reject ${hash} not today`);
    await say(house, 'kim', number, `/approve ${hash}`);
    await say(house, 'dana', number, `/cancel ${hash}`);
    const [, approval, cancel] = answers(house, number);
    expect(approval).toContain('`not_waiting`');
    expect(approval).toContain('It is rejected.');
    expect(cancel).toContain('It is rejected.');
    expect(tickets(house)).toBe(0);
  });

  it('AP-54: and a rejection after the deed is told that it is done', async () => {
    const { house, proposal } = await waiting();
    const { number, hash } = proposal;
    await say(house, 'kim', number, `/approve ${hash}`);
    await say(house, 'ana', number, `/reject ${hash} too late`);
    expect(answers(house, number).at(-1)).toContain('It is done and verified.');
    expect(tickets(house)).toBe(1);
  });
});

/** How far apart the two times of the newest person's comment are, in milliseconds. */
function gapOf(house: House): number {
  const told = house.github.hooks.deliveries
    .filter(({ event }) => event === 'issue_comment')
    .map(({ payload }): { readonly sender: { readonly type: string }; readonly comment: Times } =>
      JSON.parse(payload),
    )
    .findLast(({ sender }) => sender.type === 'User');
  if (told === undefined) throw new Error('nobody commented');
  return Date.parse(told.comment.updated_at) - Date.parse(told.comment.created_at);
}

interface Times {
  readonly created_at: string;
  readonly updated_at: string;
}
