import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { openSqliteLedger } from '../../lib/adapters/store/sqlite.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { AppHost } from '../../lib/core/port/app-host.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { replay } from '../../lib/core/run/advance.ts';
import { advanceRun } from '../../lib/service/advance-run.ts';
import type { AppPorts } from '../../lib/service/app-ports.ts';
import { rowOf } from '../../lib/service/live-run.ts';
import { planReminder } from '../../lib/service/publish-reminder.ts';
import { event } from '../support/entry.ts';
import { wholeRun, type Story } from '../support/whole-run.ts';

const remindAt = Date.parse('2026-12-01T12:10:00.000Z');

const planned: Story = () => [
  event('reminder.planned'),
  event('published', { what: 'check_run' }),
  event('published', { what: 'issue' }),
];

interface Scene {
  readonly ports: AppPorts;
  readonly run: string;
  readonly said: readonly string[];
  readonly at: (now: number) => void;
  /** The next comment is made, and its answer lost. */
  readonly lose: () => void;
}

async function scene(story: Story = planned): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'reminder-'));
  const ledger = await openSqliteLedger(join(folder, 'ledger.sqlite'));
  onTestFinished(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  });
  const { read, record, entries } = wholeRun(story, { rule: { mention: ['acme/sre'] } }, true);
  const run = entries[0]?.run ?? '';
  const place = { repositoryId: read.proposal.repository.id, installation: '5', hash: read.hash };
  const row = rowOf(replay(entries), null);
  await ledger.open({ run, ...place, record, slot: 's', origin: 'o', entries, row });
  const said: string[] = [];
  let now = remindAt - 1;
  let loses = false;
  const made = { id: '9', url: 'https://github.com/acme/payments/issues/7#issuecomment-9' };
  const host: Pick<AppHost, 'comment' | 'findComment' | 'updateCheckRun'> = {
    comment: async ({ body }) => {
      said.push(body);
      if (!loses) return ok(made);
      loses = false;
      return refused({ code: 'ambiguous', status: null, what: 'comment' });
    },
    findComment: async ({ marker }) => ok(said.some((body) => body.endsWith(marker)) ? made : null),
    updateCheckRun: async () => ok({ id: '42', url: 'https://github.com/acme/payments/runs/42' }),
  };
  // What only waits asks nothing of the ports that are left out.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const ports = {
    ledger,
    hosts: { installation: async () => host },
    clock: { now: () => now, sleep: async () => undefined },
    codec: recordCodec,
    signer: { keyId: 'k', sign: () => 's', mark: () => digestText('mark') },
    log: { info: () => undefined, warn: () => undefined },
    host: 'https://github.com',
    docsUrl: 'https://countersign.example/refusals',
  } as unknown as AppPorts;
  return {
    ports,
    run,
    said,
    at: (time) => {
      now = time;
    },
    lose: () => {
      loses = true;
    },
  };
}

describe('a reminder', () => {
  it('is planned so long before the end, and not where that is over or where there is no end', () => {
    const plan = { remindMs: 1000, expiresAt: remindAt, now: remindAt - 2000 };
    expect(planReminder(plan)).toEqual([
      { event: { type: 'reminder.planned', data: { at: '2026-12-01T12:09:59.000Z' } } },
    ]);
    expect(planReminder({ ...plan, now: remindAt - 1000 })).toEqual([]);
    expect(planReminder({ ...plan, remindMs: null })).toEqual([]);
    expect(planReminder({ ...plan, expiresAt: null })).toEqual([]);
  });

  it('comes once, at its time, and mentions whom the rule mentions', async () => {
    const { ports, run, said, at } = await scene();
    await advanceRun(ports, run);
    expect(said).toEqual([]);
    at(remindAt);
    await advanceRun(ports, run);
    await advanceRun(ports, run);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('For the attention of @acme/sre.');
    at(remindAt + 60_000);
    await advanceRun(ports, run);
    expect(said).toHaveLength(1);
  });

  it('is found again where its answer was lost', async () => {
    const { ports, run, said, at, lose } = await scene();
    at(remindAt);
    lose();
    await expect(advanceRun(ports, run)).rejects.toThrow('publish: comment: ambiguous');
    const live = await advanceRun(ports, run);
    expect(said).toHaveLength(1);
    expect(live?.run.remindAt).toBeNull();
  });

  it('does not come once enough people approved, or while the proposal is on hold', async () => {
    const { ports, run, said, at } = await scene((whole) => [...planned(whole), event('run.held')]);
    at(remindAt);
    await advanceRun(ports, run);
    expect(said).toEqual([]);
  });
});
