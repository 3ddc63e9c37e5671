/** Sends webhooks as GitHub does: signed, once, in no promised order. */
import { createHmac, randomUUID } from 'node:crypto';
import type { JsonNode } from './description.ts';
import type { HookEvent } from './event.ts';
import type { Judge } from './judge.ts';
import type { DeliveryRecord, HookMatch, HookRule, Hooks } from './hooks.ts';
import { nodeId } from './node-id.ts';
import { post } from './post.ts';
import { organisationShape, simpleUser } from './shapes/account.ts';
import { wholeRepository } from './shapes/repository.ts';
import {
  type App,
  type Installation,
  type Repository,
  type State,
  accountOf,
  present,
  takeId,
} from './state.ts';

type Delivery = {
  -readonly [Name in keyof DeliveryRecord]: DeliveryRecord[Name];
} & {
  readonly appId: number;
  readonly installationId: number;
  readonly repositoryId: number;
  deliveredAt: number;
  answer: string;
};

/** What the routes of the delivery log see. */
export interface DeliveryLog {
  readonly list: (appId: number) => readonly Delivery[];
  readonly again: (delivery: Delivery) => Promise<Delivery>;
}

export type { Delivery };

/** Which permission a subscription to an event asks for. */
const permissionFor: Readonly<Record<HookEvent['event'], string>> = {
  issues: 'issues',
  issue_comment: 'issues',
  check_run: 'checks',
  push: 'contents',
  repository: 'metadata',
  installation_repositories: 'metadata',
};

interface Rule {
  readonly kind: 'hold' | 'drop' | 'double';
  readonly match: HookMatch;
}

export interface DeliveryParts {
  readonly state: State;
  readonly judge: Judge;
  readonly now: () => number;
  readonly base: () => string;
  /** A payload of the fake's own broke the description. */
  readonly dishonest: (problem: string) => void;
}

export function createDeliveries({ state, judge, now, base, dishonest }: DeliveryParts): {
  readonly hooks: Hooks;
  readonly log: DeliveryLog;
  readonly emit: (event: HookEvent) => void;
} {
  const deliveries: Delivery[] = [];
  const under = new Set<Promise<unknown>>();
  let rules: readonly Rule[] = [];

  const addRule = (kind: Rule['kind'], match: HookMatch): HookRule => {
    const rule = { kind, match };
    rules = [...rules, rule];
    return {
      remove() {
        rules = rules.filter((one) => one !== rule);
      },
    };
  };

  const send = async (delivery: Delivery): Promise<void> => {
    const app = present(state.apps.get(delivery.appId), `App ${delivery.appId}`);
    delivery.state = 'sending';
    delivery.deliveredAt = now();
    const answer = await post(app.webhookUrl ?? '', delivery.headers, delivery.payload);
    delivery.status = answer.status;
    delivery.answer = answer.text;
    delivery.state = answer.status === 0 ? 'failed' : 'answered';
  };
  const start = (delivery: Delivery): Promise<void> => {
    const work = send(delivery).finally(() => under.delete(work));
    under.add(work);
    return work;
  };

  const deliver = (event: HookEvent, app: App, installation: Installation): void => {
    const repository = present(state.repositories.get(event.repositoryId), 'repository');
    const told = payloadOf(state, event, repository, installation, base());
    for (const problem of judge.payload(event.event, event.action, told)) dishonest(problem);
    const payload = JSON.stringify(told);
    const delivery: Delivery = {
      id: takeId(state),
      guid: randomUUID(),
      event: event.event,
      action: event.action,
      app: app.slug,
      redelivery: false,
      payload,
      headers: {},
      state: 'sending',
      status: 0,
      appId: app.id,
      installationId: installation.id,
      repositoryId: repository.id,
      deliveredAt: now(),
      answer: '',
    };
    delivery.headers = headersOf(app, delivery.event, delivery.guid, payload, app.webhookSecret);
    deliveries.push(delivery);
    const met = rules.filter((rule) => fits(rule.match, delivery)).map((rule) => rule.kind);
    if (met.includes('drop')) {
      delivery.state = 'dropped';
    } else if (met.includes('hold')) {
      delivery.state = 'held';
    } else {
      void start(delivery);
      if (met.includes('double')) void start(copyOf(delivery, false));
    }
  };

  const copyOf = (delivery: Delivery, redelivery: boolean): Delivery => {
    const copy = { ...delivery, id: takeId(state), redelivery, status: 0, answer: '' };
    deliveries.push(copy);
    return copy;
  };
  const again = async (delivery: Delivery): Promise<Delivery> => {
    const copy = copyOf(delivery, true);
    await start(copy);
    return copy;
  };

  const hooks: Hooks = {
    deliveries,
    hold: (match = {}) => addRule('hold', match),
    drop: (match = {}) => addRule('drop', match),
    double: (match = {}) => addRule('double', match),
    async release(order = 'as-happened') {
      const held = deliveries.filter((delivery) => delivery.state === 'held');
      for (const delivery of order === 'reversed' ? held.toReversed() : held) await start(delivery);
    },
    redeliver: (id) =>
      again(
        present(
          deliveries.find((one) => one.id === id),
          `delivery ${id}`,
        ),
      ),
    async forge({ app: slug, event, payload, secret, guid }) {
      const app = present(
        [...state.apps.values()].find((one) => one.slug === slug),
        `App ${slug}`,
      );
      const headers = headersOf(app, event, guid ?? randomUUID(), payload, secret);
      return (await post(app.webhookUrl ?? '', headers, payload)).status;
    },
    async idle() {
      while (under.size > 0) await Promise.allSettled(under);
    },
    forget() {
      const kept = deliveries.filter(({ state: at }) => at !== 'answered');
      deliveries.splice(0, deliveries.length, ...kept);
    },
  };
  return {
    hooks,
    log: { list: (appId) => deliveries.filter((one) => one.appId === appId && one.state !== 'held'), again },
    emit(event) {
      for (const app of state.apps.values()) {
        if (app.webhookUrl === null || (event.onlyApp ?? app.id) !== app.id) continue;
        const installation = listening(state, app, event);
        if (installation !== undefined) deliver(event, app, installation);
      }
    },
  };
}

function listening(state: State, app: App, event: HookEvent): Installation | undefined {
  const repository = present(state.repositories.get(event.repositoryId), 'repository');
  if (event.onlyInstallation !== undefined) {
    const only = state.installations.get(event.onlyInstallation);
    return only?.appId === app.id ? only : undefined;
  }
  if (!app.events.includes(event.event)) return undefined;
  return [...state.installations.values()].find(
    (one) =>
      one.appId === app.id &&
      one.permissions[permissionFor[event.event]] !== undefined &&
      one.accountId === repository.ownerId &&
      (one.repositories === null || one.repositories.includes(repository.id)),
  );
}

function fits(match: HookMatch, delivery: Delivery): boolean {
  return (
    (match.event ?? delivery.event) === delivery.event &&
    (match.action ?? delivery.action) === delivery.action &&
    (match.app ?? delivery.app) === delivery.app
  );
}

function payloadOf(
  state: State,
  event: HookEvent,
  repository: Repository,
  installation: Installation,
  base: string,
): JsonNode {
  const owner = accountOf(state, repository.ownerId);
  const organization = organisationShape(owner, base);
  const sender = simpleUser(state, accountOf(state, event.senderId), base);
  if (event.onlyInstallation !== undefined) return { action: event.action, sender, ...event.members };
  return {
    ...(event.action === null ? {} : { action: event.action }),
    ...event.members,
    repository: wholeRepository(state, repository, base),
    ...(owner.type === 'Organization' ? { organization } : {}),
    sender,
    installation: { id: installation.id, node_id: nodeId('Installation', installation.id) },
  };
}

function headersOf(
  app: App,
  event: string,
  guid: string,
  payload: string,
  secret: string | null,
): Readonly<Record<string, string>> {
  const mac = (hash: string): string =>
    createHmac(hash, secret ?? '')
      .update(payload)
      .digest('hex');
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-delivery': guid,
    'x-github-event': event,
    'x-github-hook-id': String(app.id + 400_000_000),
    'x-github-hook-installation-target-id': String(app.id),
    'x-github-hook-installation-target-type': 'integration',
    ...(secret === null
      ? {}
      : { 'x-hub-signature': `sha1=${mac('sha1')}`, 'x-hub-signature-256': `sha256=${mac('sha256')}` }),
  };
}
