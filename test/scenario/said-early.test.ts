import { expect, it } from 'vitest';
import { answers, propose, repository, startHouse, tickets, typesOf } from './house.ts';
import { holdTime, minute } from './time.ts';

it('TM-07: an approval that was said before its proposal was issued is refused, and leaves an alert', async () => {
  const time = holdTime();
  const house = await startHouse();
  const { number, hash } = await propose(house);
  time.pass(-5 * minute);
  await house.world.as('kim').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  const run = await house.run(hash);
  const [said] = house.world.comments(repository, number);
  expect(run?.entries.find(({ type }) => type === 'alert.raised')?.data).toEqual({
    code: 'comment_differs',
    subject: expect.stringContaining(`#issuecomment-${said?.id}`),
  });
  expect(typesOf(run).filter((type) => type === 'command.refused')).toHaveLength(1);
  expect(answers(house, number)[0]).toContain('`comment_differs`');
  expect(tickets(house)).toBe(0);
});

it('TM-07: any other refusal of an approval leaves none', async () => {
  const house = await startHouse();
  const { number, hash } = await propose(house);
  await house.world.as('dana').comment(repository, number, `/approve ${hash}`);
  await house.settled();
  const types = typesOf(await house.run(hash));
  expect(types).toContain('command.refused');
  expect(types).not.toContain('alert.raised');
});
