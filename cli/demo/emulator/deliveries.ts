import { createHmac, randomUUID } from 'node:crypto';
import type { JsonValue } from '../../../lib/core/json/value.ts';
import { shown } from '../json.ts';

/** Where the App takes its webhooks, and the secret it shares with GitHub. */
export interface HookTarget {
  readonly url: string;
  readonly secret: string;
  readonly appId: number;
}

/** A delivery as it was sent: the same bytes go out again when it is redelivered. */
export interface SentDelivery {
  readonly id: string;
  readonly name: string;
  readonly action: string;
  readonly payload: JsonValue;
  readonly text: string;
  /** When it was sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** The App's answer, 0 where none came. */
  readonly status: number;
}

/**
 * Stands between the emulator and the App, as GitHub's own deliveries do: an id that is unique, the same
 * one when a delivery is sent again, a signature, the headers that the emulator leaves out.
 */
export interface Deliveries {
  aim(target: HookTarget): void;
  /** Signs and sends a delivery under an id of its own, or the given one. */
  send(delivery: {
    readonly name: string;
    readonly payload: JsonValue;
    readonly id?: string;
  }): Promise<SentDelivery>;
  /** Sends the same bytes again, under the same id, as GitHub's redelivery does. */
  redeliver(delivery: SentDelivery): Promise<SentDelivery>;
  /** Resolves with the first delivery that fits, sent before or yet to come. */
  wait(fits: (delivery: SentDelivery) => boolean): Promise<SentDelivery>;
  /** How many are on their way. */
  underWay(): number;
}

/** GitHub gives up on a delivery after ten seconds. */
const timeoutMs = 10_000;

export function deliveries(): Deliveries {
  let target: HookTarget | null = null;
  let flying = 0;
  const sent: SentDelivery[] = [];
  const waiting = new Set<(delivery: SentDelivery) => void>();

  const post = async (id: string, name: string, payload: JsonValue, text: string): Promise<SentDelivery> => {
    flying += 1;
    try {
      const sentAt = Date.now();
      const status = target === null ? 0 : await deliver(target, { id, name, text });
      const action = shown(payload, 'action');
      const delivery = { id, name, action, payload, text, sentAt, status };
      sent.push(delivery);
      for (const tell of waiting) tell(delivery);
      return delivery;
    } finally {
      flying -= 1;
    }
  };

  return {
    aim(given) {
      target = given;
    },
    send: async ({ name, payload, id }) => post(id ?? randomUUID(), name, payload, JSON.stringify(payload)),
    redeliver: async ({ id, name, payload, text }) => post(id, name, payload, text),
    async wait(fits) {
      const there = sent.find(fits);
      if (there !== undefined) return there;
      return new Promise((resolve) => {
        const tell = (delivery: SentDelivery): void => {
          if (!fits(delivery)) return;
          waiting.delete(tell);
          resolve(delivery);
        };
        waiting.add(tell);
      });
    },
    underWay: () => flying,
  };
}

async function deliver(
  target: HookTarget,
  delivery: { readonly id: string; readonly name: string; readonly text: string },
): Promise<number> {
  try {
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/demo',
        'x-github-event': delivery.name,
        'x-github-delivery': delivery.id,
        'x-github-hook-id': '1',
        'x-github-hook-installation-target-id': String(target.appId),
        'x-github-hook-installation-target-type': 'integration',
        'x-hub-signature-256': signature(target.secret, delivery.text),
      },
      body: delivery.text,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** `X-Hub-Signature-256` of a body. */
export function signature(secret: string, text: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
}
