import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import type { Attempt, Deliveries } from '../../lib/core/port/deliveries.ts';
import type { Ledger } from '../../lib/core/port/ledger.ts';
import type { HostFault } from '../../lib/core/port/runner-host.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { sweepDeliveries, type DeliveryPorts } from '../../lib/service/sweep-deliveries.ts';
import { delivery } from '../ledger/build.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = 1_796_000_000_000;

let folder = '';
let ledger: Ledger;
let now = start;
let log: Attempt[] = [];
let pages: (string | null)[] = [];
let orders: string[] = [];
let fault: HostFault | null = null;
let words: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-sweep-'));
  ledger = await openSqliteLedger(join(folder, 'ledger.sqlite'));
  [now, log, pages, orders, fault, words] = [start, [], [], [], null, []];
});
afterEach(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

/** GitHub's log: newest first, a hundred a page, the cursor is where the next page begins. */
const deliveries: Deliveries = {
  async page({ cursor }) {
    pages.push(cursor);
    const from = cursor === null ? 0 : log.findIndex(({ id }) => id === cursor);
    if (from < 0) return refused({ code: 'unreadable', status: 422, what: 'no such place' });
    const next = log[from + 100]?.id ?? null;
    return ok({ attempts: log.slice(from, from + 100), next, readAt: now });
  },
  async redeliver({ id }) {
    orders.push(id);
    return fault === null ? ok(null) : refused(fault);
  },
};

async function sweep(): Promise<void> {
  const ports: DeliveryPorts = {
    ledger,
    deliveries,
    clock: { now: () => now, sleep: async () => undefined },
    log: { info: () => undefined, warn: (event) => void words.push(event) },
  };
  await sweepDeliveries(ports);
}

let count = 0;

/** One more attempt at the head of the log. */
function attempt(twist: Partial<Attempt> = {}): Attempt {
  count += 1;
  const one = {
    id: String(count),
    guid: `guid-${count}`,
    event: 'issue_comment',
    action: 'created',
    deliveredAt: now,
    arrived: false,
    ...twist,
  };
  log = [one, ...log];
  return one;
}

function attempts(many: number, twist: Partial<Attempt> = {}): void {
  for (let index = 0; index < many; index += 1) attempt(twist);
}

describe('a delivery in GitHub’s log', () => {
  it('that failed is asked for', async () => {
    const lost = attempt();
    await sweep();
    expect(orders).toEqual([lost.id]);
  });

  it('that arrived is not', async () => {
    attempt({ arrived: true });
    await sweep();
    expect(orders).toEqual([]);
  });

  it('that failed and arrived by a later attempt is not', async () => {
    const { guid } = attempt();
    attempt({ guid, arrived: true });
    await sweep();
    expect(orders).toEqual([]);
  });

  it('that the ledger knows is not: its answer was lost, not the delivery', async () => {
    const known = delivery(1);
    await ledger.receive(known);
    attempt({ guid: known.id });
    await sweep();
    expect(orders).toEqual([]);
  });

  it.each([
    ['an event that the App does not handle', { event: 'check_run' }],
    ['an action that means nothing', { event: 'issues', action: 'labeled' }],
    ['no action', { event: 'installation', action: null }],
  ])('of %s is not', async (_, twist) => {
    attempt(twist);
    await sweep();
    expect(orders).toEqual([]);
  });

  it('from before the three days that GitHub keeps is not', async () => {
    attempt({ deliveredAt: now - 73 * hour });
    await sweep();
    expect(orders).toEqual([]);
  });
});

describe('what was missed', () => {
  it('is asked for in the order in which it happened', async () => {
    const [first, second] = [attempt({ deliveredAt: now - 2000 }), attempt({ deliveredAt: now - 1000 })];
    await sweep();
    expect(orders).toEqual([first.id, second.id]);
  });

  it('is asked for again with growing pauses, seven times, and never after that', async () => {
    const lost = attempt();
    const hours: number[] = [];
    for (; now < start + 120 * hour; now += 10 * minute) {
      const before = orders.length;
      await sweep();
      if (orders.length === before) continue;
      hours.push((now - start) / hour);
      attempt({ guid: lost.guid });
    }
    expect(hours.map(Math.floor)).toEqual([0, 0, 0, 1, 7, 19, 37]);
  });

  it('is not asked for again once it has come', async () => {
    const known = delivery(1);
    attempt({ guid: known.id });
    await sweep();
    await ledger.receive(known);
    now += hour;
    await sweep();
    expect(orders).toHaveLength(1);
  });

  it('is asked for fifty at a time, the rest by the next sweep', async () => {
    attempts(70);
    await sweep();
    expect(orders).toHaveLength(50);
    now += 1000;
    await sweep();
    expect(new Set(orders).size).toBe(70);
  });

  it('ID-11: waits where GitHub’s limit is met, and that is no try', async () => {
    attempts(3);
    fault = { code: 'refused', status: 429, what: 'limited', retryAfterMs: 1000 };
    await sweep();
    expect(orders).toHaveLength(1);
    fault = null;
    now += minute;
    await sweep();
    expect(orders).toHaveLength(4);
  });
});

describe('a long log', () => {
  it('is read five pages from its head, and on from there by the next sweeps', async () => {
    const lost = attempt();
    attempts(1400, { arrived: true });
    now += 5 * minute;
    await sweep();
    expect(pages).toHaveLength(10);
    expect(orders).toEqual([]);
    pages = [];
    now += 5 * minute;
    await sweep();
    expect(pages).toHaveLength(6);
    expect(orders).toEqual([lost.id]);
  });

  it('is read once: a quiet sweep asks for one page', async () => {
    attempts(450, { arrived: true });
    now += 5 * minute;
    await sweep();
    now += 5 * minute;
    pages = [];
    await sweep();
    expect(pages).toEqual([null]);
  });

  it('whose place GitHub has forgotten is let go', async () => {
    attempts(1500, { arrived: true });
    await sweep();
    log = [];
    now += 5 * minute;
    await sweep();
    pages = [];
    now += 5 * minute;
    await sweep();
    expect(pages).toEqual([null]);
  });

  it('full of what failed stays bounded, and says what it drops', async () => {
    for (let round = 0; round < 8; round += 1) {
      attempts(490);
      now += minute;
      await sweep();
    }
    const kept = JSON.parse((await ledger.cursor({ name: 'deliveries' })) ?? '{}');
    expect(kept.missed).toHaveLength(1500);
    expect(words).toContain('sweep.deliveries_dropped');
  });
});

describe('a note that does not read', () => {
  it.each(['', 'x', '{}', '{"until":"now","missed":[{"guid":1}],"backlog":{}}'])(
    'begins anew: %s',
    async (value) => {
      await ledger.setCursor({ name: 'deliveries', value });
      const lost = attempt({ deliveredAt: now - 70 * hour });
      await sweep();
      expect(orders).toEqual([lost.id]);
    },
  );
});
