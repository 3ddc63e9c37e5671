/** The App's webhook door, over a ledger that only remembers. */
import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createAppServer } from '../../app/server.ts';
import { createLogger } from '../../app/log.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { Delivery, StoredRun } from '../../lib/core/port/ledger.ts';
import type { Signer } from '../../lib/core/port/signer.ts';
import { chain, hash, waiting } from '../support/entry.ts';

export const secret = 'a secret of at least thirty-two bytes';
export const previous = 'the secret that was valid before this one';
export const user: JsonObject = { id: 1002, login: 'octo-kim', type: 'User' };
export const payload: JsonObject & { readonly comment: JsonObject } = {
  action: 'created',
  installation: { id: 5 },
  repository: { id: 701, full_name: 'acme/payments', owner: { id: 77 } },
  sender: user,
  issue: {
    id: 9,
    node_id: 'I_9',
    number: 7,
    html_url: 'u',
    title: 'Countersign: é 🔒',
    body: '',
    state: 'open',
    user,
    created_at: '2026-11-30T14:10:00Z',
  },
  comment: {
    id: 5,
    node_id: 'IC_5',
    html_url: 'u',
    body: `/approve ${'a3'.repeat(32)}`,
    user,
    created_at: '2026-11-30T14:11:00Z',
    performed_via_github_app: null,
  },
};
export const body: string = JSON.stringify(payload);
/** The one run of the ledger; its proposal is issue 7. */
export const known: StoredRun = {
  run: 'run',
  repositoryId: '701',
  installation: '5',
  hash,
  record: '',
  entries: chain(waiting),
  published: 0,
  exported: 0,
};

export interface Opened {
  readonly url: string;
  readonly received: Delivery[];
  readonly woken: () => number;
}

export async function openDoor(
  receive?: () => Promise<never>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Opened> {
  const received: Delivery[] = [];
  let woken = 0;
  const signer: Signer = {
    keyId: 'k',
    sign: () => '',
    signPayload: () => '',
    jwks: () => ({ keys: [] }),
    mark: () => '',
  };
  const store = async (delivery: Delivery): Promise<'stored' | 'duplicate'> => {
    if (receive !== undefined) return receive();
    if (received.some(({ id }) => id === delivery.id)) return 'duplicate';
    received.push(delivery);
    return 'stored';
  };
  const server = createAppServer({
    door: {
      secrets: [secret, previous],
      appId: '77',
      ledger: { receive: store, byHash: async (question) => (question.hash === known.hash ? known : null) },
      now: () => 42,
    },
    seals: async () => {
      throw new Error('nobody asks for a seal here');
    },
    signer,
    logger: createLogger('silent'),
    wake: () => {
      woken += 1;
    },
    stopping,
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, received, woken: () => woken };
}

export function sign(text: string, by: string = secret): string {
  return `sha256=${createHmac('sha256', by).update(text).digest('hex')}`;
}

export async function post(
  door: Opened,
  twist: { readonly text?: string; readonly headers?: Record<string, string | undefined> } = {},
): Promise<number> {
  const text = twist.text ?? body;
  const headers = Object.entries({
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-github-delivery': 'd-1',
    'x-hub-signature-256': sign(text),
    ...twist.headers,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
  const answer = await fetch(`${door.url}/api/github/webhooks`, { method: 'POST', headers, body: text });
  return answer.status;
}
