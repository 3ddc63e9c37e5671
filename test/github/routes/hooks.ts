import type { JsonNode } from '../description.ts';
import type { Delivery, DeliveryLog } from '../deliveries.ts';
import { Refusal } from '../rights.ts';
import type { Call, Routes } from '../route.ts';
import { type State, instant } from '../state.ts';
import { ownApp } from './apps.ts';

/** The log of an App's deliveries, and sending one again. For the App's own JWT only. */
export function hookRoutes(log: DeliveryLog): Routes {
  const find = (call: Call): Delivery => {
    const found = log.list(ownApp(call).id).find((one) => one.id === Number(call.params['delivery_id']));
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  };
  return {
    'GET /app/hook/deliveries': (call) => {
      const status = call.query.get('status');
      const size = Math.min(100, Number(call.query.get('per_page') ?? 30));
      const cursor = Number(call.query.get('cursor') ?? Number.MAX_SAFE_INTEGER);
      const found = log
        .list(ownApp(call).id)
        .filter((one) => status === null || (status === 'success') === succeeded(one))
        // "failure" covers 400 to 599 only: a delivery that got no answer is not listed by it.
        .filter((one) => status !== 'failure' || one.status >= 400)
        .filter((one) => one.id <= cursor)
        .toSorted((a, b) => b.id - a.id);
      const next = found[size];
      const link = `<${call.base}/app/hook/deliveries?per_page=${size}&cursor=${next?.id ?? 0}>; rel="next"`;
      return {
        status: 200,
        headers: next === undefined ? {} : { link },
        body: found.slice(0, size).map((one) => item(one)),
      };
    },
    'GET /app/hook/deliveries/{delivery_id}': (call) => ({
      status: 200,
      body: whole(call.state, find(call)),
    }),
    'POST /app/hook/deliveries/{delivery_id}/attempts': (call) => {
      void log.again(find(call));
      return { status: 202, body: {} };
    },
  };
}

function succeeded(delivery: Delivery): boolean {
  return delivery.status >= 200 && delivery.status < 300;
}

function statusText(delivery: Delivery): string {
  if (delivery.status === 0) return 'timed out';
  return succeeded(delivery) ? 'OK' : `Invalid HTTP Response: ${delivery.status}`;
}

function item(delivery: Delivery): JsonNode {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: instant(delivery.deliveredAt),
    redelivery: delivery.redelivery,
    duration: 0.01,
    status: statusText(delivery),
    status_code: delivery.status,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

function whole(state: State, delivery: Delivery): JsonNode {
  const payload: JsonNode = JSON.parse(delivery.payload);
  return {
    ...item(delivery),
    url: state.apps.get(delivery.appId)?.webhookUrl ?? '',
    request: { headers: { ...delivery.headers }, payload },
    response: { headers: {}, payload: delivery.answer },
  };
}
