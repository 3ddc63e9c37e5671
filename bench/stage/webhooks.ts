/** Signed deliveries of approvals as GitHub sends them, each another comment under another id. */
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { AppWorld } from '../../test/support/app-world.ts';
import { propose } from './proposals.ts';

export interface Webhooks {
  /** Posts one more delivery and gives the milliseconds until it was answered. Rejects on an answer other than 2xx. */
  post(url: string): Promise<number>;
  close(): void;
}

/**
 * Deliveries of `/approve` on a proposal whose issue is closed by now: the App stores each, looks for its
 * run, finds none and settles it, all without GitHub. Several connections are kept open, as GitHub does.
 */
export async function approvalDeliveries(world: AppWorld): Promise<Webhooks> {
  const { github, repositories, secret } = world;
  const [repository = ''] = repositories;
  github.world.listen('countersign', 'http://127.0.0.1:9/');
  const dropped = github.hooks.drop();
  const { number, hash } = await propose(world, repository, 'flow-webhooks');
  await github.world.as('kim').closeIssue(repository, number);
  await github.world.as('kim').comment(repository, number, `/approve ${hash}`);
  dropped.remove();
  const model = github.hooks.deliveries.findLast(({ event }) => event === 'issue_comment');
  const [said] = github.world.comments(repository, number);
  if (model === undefined || said === undefined) throw new Error('no delivery to copy');
  const agent = new Agent({ keepAlive: true });
  let next = said.id;
  return {
    close: () => agent.destroy(),
    post: (url) => {
      next += 1;
      const body = model.payload.replaceAll(String(said.id), String(next));
      const headers = {
        ...model.headers,
        'content-length': Buffer.byteLength(body),
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      };
      return new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const sent = request(`${url}/api/github/webhooks`, { method: 'POST', agent, headers }, (answer) => {
          const ms = performance.now() - startedAt;
          const status = answer.statusCode ?? 0;
          answer.resume();
          answer.once('end', () =>
            status >= 200 && status < 300 ? resolve(ms) : reject(new Error(`answered ${status}`)),
          );
        });
        sent.once('error', reject);
        sent.end(body);
      });
    },
  };
}
