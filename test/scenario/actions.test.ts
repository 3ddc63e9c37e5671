/** Each type of action but `github.issue.create`, from its proposal to the comment that tells its end. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { replay } from '../../lib/core/run/advance.ts';
import { decide } from './deeds.ts';
import { answers, propose, repository, startHouse, typesOf, type House, type Opened } from './house.ts';
import { writePolicy } from './under-policy.ts';

/** A world that one type of action is for: what it is asked to do, and how that is seen from outside. */
interface Kind {
  readonly type: string;
  /** The write, as GitHub names it. */
  readonly write: { readonly method: string; readonly route: string };
  /** How often it shows, at most once where it can. */
  readonly done: (house: House, number: number) => number;
  /** What somebody else does, without the App: the same to the eye. */
  readonly byHand: (house: House, number: number) => Promise<unknown>;
  readonly gone: (house: House, number: number) => Promise<unknown>;
}

const text = 'The error rate is down again.';
const actor = 'countersign[bot]';

const kinds: readonly Kind[] = [
  {
    type: 'github.issue.comment',
    write: { method: 'POST', route: '/repos/{owner}/{repo}/issues/{issue_number}/comments' },
    done: (house, number) =>
      house.world
        .comments(repository, number)
        .filter(({ author, body }) => author === actor && body.startsWith(text)).length,
    byHand: (house, number) => house.world.as('ana').comment(repository, number, text),
    gone: (house, number) => house.world.as('ana').deleteIssue(repository, number),
  },
  {
    type: 'github.issue.label',
    write: { method: 'POST', route: '/repos/{owner}/{repo}/issues/{issue_number}/labels' },
    done: (house, number) =>
      house.world.issue(repository, number).labels.filter((name) => name === 'p1').length,
    byHand: (house, number) => house.world.as('ana').label(repository, number, ['p1']),
    gone: (house, number) => house.world.as('ana').deleteIssue(repository, number),
  },
  {
    type: 'github.pull.merge',
    write: { method: 'PUT', route: '/repos/{owner}/{repo}/pulls/{pull_number}/merge' },
    done: (house, number) => (house.world.isMerged(repository, number) ? 1 : 0),
    byHand: (house, number) =>
      fetch(`${house.github.url}/repos/${repository}/pulls/${number}/merge`, {
        method: 'PUT',
        headers: { authorization: `token ${house.world.token('ana')}` },
        body: '{}',
      }),
    // What was to be merged is no longer what the pull request leads to.
    gone: async (house) =>
      house.world.commit({ repository, path: 'a.txt', text: 'b', branch: 'fix', author: 'dana' }),
  },
];

interface Scene {
  readonly kind: Kind;
  readonly house: House;
  readonly proposal: Opened;
  /** The issue or the pull request that it is about. */
  readonly number: number;
}

async function proposed(kind: Kind): Promise<Scene> {
  const house = await startHouse({}, { contents: 'write', pull_requests: 'read' });
  const policy = writePolicy(house, `version: 1\nactions: {${kind.type}: {}}\n`);
  const head = house.world.commit({ repository, path: 'a.txt', text: 'a', branch: 'fix', author: 'dana' });
  const number =
    kind.type === 'github.pull.merge'
      ? house.world.pull({ repository, head: 'fix', author: 'dana' })
      : (await house.world.as('ana').openIssue({ repository, title: 'Slow', body: '' })).number;
  const merge = { number, head, base: 'refs/heads/main', method: 'merge', title: 'Fix', message: '' };
  const inputs: Readonly<Record<string, JsonObject>> = {
    'github.issue.comment': { number, body: text },
    'github.issue.label': { number, labels: ['p1'] },
    'github.pull.merge': merge,
  };
  const action = { type: kind.type, input: inputs[kind.type] ?? {} };
  return { kind, house, number, proposal: await propose(house, { twist: { action, proposal: { policy } } }) };
}

function writes({ house, kind, number }: Scene): number {
  const { method, route } = kind.write;
  return house.github.requests.filter(
    (one) =>
      one.method === method && one.route === route && one.actor === actor && one.path.includes(`/${number}/`),
  ).length;
}

async function stateOf({ house, proposal }: Scene): Promise<string> {
  return replay((await house.run(proposal.hash))?.entries ?? []).state;
}

describe.each(kinds.map((kind) => [kind.type, kind] as const))('%s', (type, kind) => {
  it('once approved is done once, read back and told', async () => {
    const scene = await proposed(kind);
    const { house, proposal, number } = scene;
    expect(kind.done(house, number)).toBe(0);
    await decide(house, 'kim', proposal, 'approve');
    expect([kind.done(house, number), writes(scene)]).toEqual([1, 1]);
    expect(await stateOf(scene)).toBe('completed');
    expect(answers(house, proposal.number)[0]).toMatch(
      /^\*\*Done and verified:\*\*.* are equal to what was approved\./s,
    );
    expect(house.github.violations).toEqual([]);
  });

  it('ID-02: whose answer was lost is found, and not sent again', async () => {
    const scene = await proposed(kind);
    const { house, proposal, number } = scene;
    house.github.fault({ match: { ...kind.write, actor }, mode: 'lost-answer' });
    await decide(house, 'kim', proposal, 'approve');
    expect([kind.done(house, number), writes(scene)]).toEqual([1, 1]);
    expect(typesOf(await house.run(proposal.hash))).toContain('write.found');
    expect(await stateOf(scene)).toBe('completed');
  });

  it('ID-01: whose sender stopped before the answer came is found by the next one', async () => {
    const scene = await proposed(kind);
    const { house, proposal, number } = scene;
    const answer = house.github.fault({ match: { ...kind.write, actor }, mode: 'hold' });
    await house.world.as('kim').comment(repository, proposal.number, `/approve ${proposal.hash}`);
    await answer.hit;
    await house.restart();
    answer.release();
    await house.settled();
    expect([kind.done(house, number), writes(scene)]).toEqual([1, 1]);
    expect(await stateOf(scene)).toBe('completed');
  });

  it('that somebody else did meanwhile is not taken for the App’s own', async () => {
    const scene = await proposed(kind);
    const { house, proposal, number } = scene;
    await kind.byHand(house, number);
    await decide(house, 'kim', proposal, 'approve');
    const outcomes: Readonly<Record<string, readonly [string, number]>> = {
      // Theirs is theirs, and the approved one is there beside it.
      'github.issue.comment': ['completed', 1],
      // It is as approved, whoever did it: nothing is left to send.
      'github.issue.label': ['completed', 0],
      'github.pull.merge': ['failed', 0],
    };
    expect([await stateOf(scene), writes(scene)]).toEqual(outcomes[type]);
  });

  it('ID-20: whose target is gone is not done, and says so', async () => {
    const scene = await proposed(kind);
    const { house, proposal, number } = scene;
    await kind.gone(house, number);
    await decide(house, 'kim', proposal, 'approve');
    expect(await stateOf(scene)).toBe('failed');
    // Whether a comment can be posted only GitHub's answer to it tells.
    expect(writes(scene)).toBe(type === 'github.issue.comment' ? 1 : 0);
    expect(answers(house, proposal.number)[0]).toMatch(/`(?:target_refused|precondition_failed)`/);
  });
});
