import { expect, it } from 'vitest';
import { propose } from '../../lib/service/propose.ts';
import { answerOf, jobOf } from './propose-support.ts';

it('only our own servers are believed who wrote what they read: anybody else’s could keep people from approving', async () => {
  const { order, ports } = jobOf({ answer: () => ({ ...answerOf('all is well'), authors: ['41', '42'] }) });
  const proposed = await propose(order, ports);
  if (!proposed.ok) throw new Error(proposed.fault.what);
  const { evidence } = JSON.parse(proposed.value.proposal);
  expect(evidence.map(({ server, authors }: Record<string, unknown>) => [server, authors])).toEqual([
    ['ops', ['41', '42']],
    ['files', 'unknown'],
  ]);
});
