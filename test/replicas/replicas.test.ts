import { expect, it } from 'vitest';
import { replicaRun } from '../../tools/chaos/replicas.ts';

it('ID-07: two replicas that are told of every approval at once make one ticket each, and both work', async () => {
  const made = await replicaRun(40);
  expect(made.faults).toEqual([]);
  expect(made).toMatchObject({ approvals: 40, tickets: 40 });
  expect(made.claims).toHaveLength(2);
}, 300_000);
