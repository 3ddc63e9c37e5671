/** A private repository that decides for a public one of the same account, beside repositories that must not be reached. */
import type { Proposal } from '../../lib/core/proposal/proposal.ts';
import type { Twist } from '../support/proposal.ts';
import type { Permissions } from '../github/world.ts';
import { decide } from './deeds.ts';
import { propose, repository, startHouse, type House, type Opened } from './house.ts';
import { policyPath, writePolicy } from './under-policy.ts';

/** Where the action is done: another repository of the account that decides. */
export const there = 'acme/public';

/** What the deciding repository must say. */
export const reaching = 'version: 1\nactions: {github.issue.create: {targets: [acme/public]}}\n';

/** A house whose App decides in one repository for another. The target's policy accepts it, unless another one is given. */
export async function startPair(
  policy: (control: string) => string | null = (control) => `version: 1\naccepts: ${control}\n`,
  optional: Permissions = {},
): Promise<House> {
  const house = await startHouse({}, optional);
  const { world } = house;
  world.show({ repository, visibility: 'private' });
  world.repository({ fullName: there, visibility: 'public' });
  world.grant({ repository: there, login: 'ana', role: 'admin' });
  const text = policy(`{${repository}: ${world.repositoryNow(repository).id}}`);
  if (text !== null) world.commit({ repository: there, path: policyPath, text });
  return house;
}

/** Proposes here what is to be done there. `target` twists what the proposal says of the target. */
export async function proposeThere(
  house: House,
  twist: NonNullable<Twist['action']> = {},
  policy: Proposal['policy'] = writePolicy(house, reaching),
): Promise<Opened> {
  const { id, ownerId, fullName: name } = house.world.repositoryNow(there);
  const target = { repository: { id: String(id), ownerId: String(ownerId), name } };
  return propose(house, { twist: { action: { target, ...twist }, proposal: { policy } } });
}

/** Approves as kim, and waits for all that comes of it. */
export async function approve(house: House, proposal: Opened): Promise<void> {
  await decide(house, 'kim', proposal, 'approve');
}

/** How many issues the target has. */
export function made(house: House, name: string = there): number {
  return house.world.issues(name).length;
}
