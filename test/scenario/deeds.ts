/** What happens in a house again and again: somebody says something, the App looks around, and what that cost. */
import type { LoggedRequest } from '../github/log.ts';
import {
  listsTickets,
  propose,
  repository,
  startHouse,
  type House,
  type Opened,
  type ProposeTwist,
} from './house.ts';
import { policyPath } from './under-policy.ts';

/** A house with one proposal that waits. */
export async function waiting(
  how: ProposeTwist = {},
): Promise<{ readonly house: House; readonly proposal: Opened }> {
  const house = await startHouse();
  return { house, proposal: await propose(house, how) };
}

/** Posts a comment and waits for all that comes of it. Gives the comment's id. */
export async function say(house: House, login: string, number: number, body: string): Promise<number> {
  const { id } = await house.world.as(login).comment(repository, number, body);
  await house.settled();
  return id;
}

/** Says a command with the proposal's own hash, and waits for all that comes of it. */
export async function decide(
  house: House,
  login: string,
  { number, hash }: Opened,
  verb: string,
): Promise<void> {
  await say(house, login, number, `/${verb} ${hash}`);
}

/** Approves, and does something when that was recorded and nothing was sent yet. */
export async function approveMeanwhile(
  house: House,
  { number, hash }: Pick<Opened, 'number' | 'hash'>,
  deed: () => unknown,
  approve: () => Promise<unknown> = () =>
    house.world.as('kim').comment(repository, number, `/approve ${hash}`),
): Promise<void> {
  const listing = house.github.fault({ match: listsTickets, mode: 'hold' });
  const said = approve();
  await listing.hit;
  await deed();
  listing.release();
  await said;
  await house.settled();
}

/** Sweeps once and waits for what came of it: GitHub's redeliveries come back through the door. */
export async function sweep(house: House): Promise<void> {
  await house.app.sweep();
  await house.settled();
}

/** From here on two people must approve, whatever the proposal says. */
export function needTwo(house: House): void {
  const text = 'version: 1\nrules:\n  default:\n    roles: [maintain, admin]\n    count: 2\n';
  house.world.commit({ repository, path: policyPath, text });
}

/** What the App asked of GitHub for the repository: its tokens are asked for under another name. */
export function ownRequests(house: House): readonly LoggedRequest[] {
  return house.github.requests.filter(({ actor }) => actor === 'countersign[bot]');
}
