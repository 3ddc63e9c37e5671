import { expect, it } from 'vitest';
import { killLoop } from '../../tools/chaos/kills.ts';

it('ID-01: an App that is killed in the middle of its work loses nothing and does nothing twice', async () => {
  const seed = Date.now() % 2 ** 32;
  const made = await killLoop({ count: 5, seed });
  expect({ seed, faults: made.faults, lost: made.lost }).toEqual({ seed, faults: [], lost: 0 });
  expect(made).toMatchObject({ count: 5, tickets: made.approved - made.uncertain });
}, 300_000);
