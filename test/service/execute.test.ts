import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { AppHost } from '../../lib/core/port/app-host.ts';
import type { EffectAdapter } from '../../lib/core/port/effects.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { created, replay } from '../../lib/core/run/advance.ts';
import type { AppPorts } from '../../lib/service/app-ports.ts';
import { execute } from '../../lib/service/execute.ts';
import { appendEvents, loadRun, rowOf, type LiveRun } from '../../lib/service/live-run.ts';
import { defaultPolicy } from '../../lib/core/policy/defaults.ts';
import { createStrangers } from '../../lib/service/strangers.ts';
import { event, kim, sourceOf } from '../support/entry.ts';
import { wholeRun, type Story } from '../support/whole-run.ts';

const claimed: Story = ({ read, approval }) => [
  event('approval.recorded', {
    hash: read.hash,
    source: sourceOf('13', { bodyDigest: digestText(approval), at: read.proposal.issuedAt }),
  }),
  event('intent.recorded', {
    type: read.proposal.action.type,
    idempotencyKey: read.proposal.action.idempotencyKey,
  }),
  event('claim.taken'),
];

interface Scene {
  readonly ports: AppPorts;
  readonly live: LiveRun;
  /** How many requests left. */
  readonly sent: () => number;
}

/** A claimed run whose first request meets a rate limit; `meanwhile` happens while that is waited out. */
async function scene(meanwhile: (ports: AppPorts, run: string) => Promise<void>): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'execute-'));
  const ledger = await openSqliteLedger(join(folder, 'ledger.sqlite'));
  onTestFinished(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  });
  const whole = wholeRun(claimed, {}, true);
  const { read, record, entries, issue, approval } = whole;
  const { repository } = read.proposal;
  const run = entries[0]?.run ?? '';
  const state = replay(entries, created);
  await ledger.open({
    run,
    repositoryId: repository.id,
    installation: '5',
    hash: read.hash,
    record,
    slot: 's',
    origin: 'o',
    entries,
    row: rowOf(state, null),
  });
  let sent = 0;
  const adapter: EffectAdapter = {
    type: read.proposal.action.type,
    find: async () => ok(null),
    perform: async ({ confirm }) => {
      if (confirm !== undefined && !(await confirm()))
        return refused({ code: 'refused', status: null, what: 'not sent' });
      sent += 1;
      if (sent === 1) return refused({ code: 'refused', status: 403, what: 'limited', retryAfterMs: 1000 });
      return ok({ id: '555', number: 8, url: 'https://github.com/acme/payments/issues/8', status: 201 });
    },
    readBack: async () => ok({}),
  };
  const host: Pick<AppHost, 'lacking' | 'thread' | 'permissionOf'> = {
    lacking: async () => ok([]),
    thread: async () =>
      ok({
        issue: {
          ...issue,
          open: true,
          locked: false,
          repositoryId: repository.id,
          labels: [],
          lastEditedAt: null,
        },
        comments: [{ nodeId: 'IC_13', body: approval, authorId: kim.id, lastEditedAt: null, hidden: false }],
        repositoryId: repository.id,
        isPublic: false,
        policy: { repository: null, organisation: null },
      }),
    permissionOf: async () => ok({ account: kim, type: 'User', role: 'maintain', roleName: 'maintain' }),
  };
  const clock = {
    now: () => Date.parse(read.proposal.issuedAt) + 60_000,
    sleep: async () => meanwhile(ports, run),
  };
  const ports: AppPorts = {
    ledger,
    // Executing asks these questions and no others.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    hosts: { installation: async () => host as AppHost },
    effects: { of: async () => adapter },
    policies: {
      read: (sources) =>
        sources.repository === null && sources.organisation === null
          ? { kind: 'default', policy: defaultPolicy }
          : { kind: 'faulty', faults: [] },
    },
    seals: { verify: async () => ({ ok: false, code: 'seal_missing' }) },
    signer: {
      keyId: 'k',
      sign: () => '',
      signPayload: () => '',
      jwks: () => ({ keys: [] }),
      mark: () => digestText('mark'),
    },
    codec: recordCodec,
    clock,
    log: { info: () => undefined, warn: () => undefined },
    installations: {
      repository: async () => refused({ code: 'unreadable', status: null, what: 'no other repository' }),
    },
    strangers: createStrangers(clock),
    wakes: {
      hint: async () => undefined,
      start: async () => undefined,
      idle: async () => undefined,
      stop: async () => undefined,
    },
    host: 'https://github.com',
    docsUrl: 'https://countersign.example/refusals',
    worker: 'worker-1',
  };
  const live = await loadRun(ports, run);
  if (live === null) throw new Error('the run was opened');
  return { ports, live, sent: () => sent };
}

describe('an order that met a rate limit', () => {
  it('is sent again when it is waited out, after everything was read anew', async () => {
    const { ports, live, sent } = await scene(async () => undefined);
    const answer = await execute(ports, live);
    expect(sent()).toBe(2);
    if (typeof answer === 'string') throw new Error(answer);
    const types = answer.stored.entries.slice(live.stored.entries.length).map(({ type }) => type);
    expect(types).toEqual([
      'policy.read',
      'rights.read',
      'write.started',
      'policy.read',
      'rights.read',
      'write.answered',
    ]);
  });

  it('ID-07: is not sent again when another worker took the run meanwhile', async () => {
    const { ports, live, sent } = await scene(async (taken, run) => {
      const now = await loadRun(taken, run);
      if (now === null) throw new Error('the run is there');
      const claim = { type: 'claim.taken', data: { fence: now.run.fence + 1, worker: 'worker-2' } } as const;
      await appendEvents(taken, now, [{ event: claim }]);
    });
    expect(await execute(ports, live)).toBe('conflict');
    expect(sent()).toBe(1);
  });
});
