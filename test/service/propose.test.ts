import { describe, expect, it } from 'vitest';
import { refused } from '../../lib/core/result.ts';
import { propose, type Proposed } from '../../lib/service/propose.ts';
import { answerOf, jobOf, lost, refusedWith, tool, type Job, type Twist } from './propose-support.ts';

async function proposed(job: Job): Promise<Proposed> {
  const result = await propose(job.order, job.ports);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.what} ${result.fault.detail}`);
  return result.value;
}

async function faultOf(
  twist: Twist,
): Promise<{ readonly code: string; readonly what: string; readonly job: Job }> {
  const job = jobOf(twist);
  const result = await propose(job.order, job.ports);
  if (result.ok) throw new Error('proposed');
  return { ...result.fault, job };
}

describe('from an Actions run to one open proposal', () => {
  it('looks first, asks in order, stops every server, and only then seals and opens', async () => {
    const job = jobOf();
    await proposed(job);
    expect(job.log).toEqual([
      'read run',
      'list issues',
      'read policy',
      'launches',
      'start ops',
      'start files',
      'list ops',
      'list files',
      'servers_ready',
      'call ops.service-status',
      'answered',
      'call files.a.b',
      'answered',
      'list ops',
      'list files',
      'stop ops',
      'stop files',
      'seal',
      'open',
    ]);
  });

  it('takes ids, times and people from GitHub, and everything else from what it gathered', async () => {
    const { proposal, run, hash, sentence, found } = await proposed(jobOf());
    expect(found).toBe(false);
    expect(run).toBe('501-8809-1-01234567');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(sentence).toBe(
      'create the issue `Incident: payments` in `acme/payments`, with the label `incident`',
    );
    expect(JSON.parse(proposal)).toMatchObject({
      issuedAt: '2026-11-30T14:10:00.000Z',
      expiresAt: '2026-12-01T14:10:00.000Z',
      origin: { actions: { actor: '1001', sha: 'a'.repeat(40) } },
      bundle: { id: 'incident-response', digest: 'b'.repeat(64) },
      policy: { source: 'default' },
      evidence: [{ step: 'status', authors: 'unknown', artifact: null }, { step: 'dotted' }],
      events: { count: 11 },
    });
  });

  it('the same ingredients give the same bytes', async () => {
    expect((await proposed(jobOf())).proposal).toBe((await proposed(jobOf())).proposal);
  });

  it('finds the open proposal of the same Actions run, of another attempt too, and starts nothing', async () => {
    const first = jobOf();
    const { issue, hash } = await proposed(first);
    const again = jobOf({ run: { attempt: 2 }, list: { ok: true, value: [issue] } });
    const found = await proposed(again);
    expect(found).toMatchObject({ found: true, hash, issue: { number: 1 }, planted: [] });
    expect(again.log).toEqual(['read run', 'list issues']);
  });

  it('leaves issues alone that claim its run without a seal, and tells their numbers', async () => {
    const { issue } = await proposed(jobOf());
    const planted = { ...issue, number: 7, body: issue.body.replace(/\n<!-- countersign:seal.*$/, '') };
    const elsewhere = { ...issue, number: 8, title: 'Another title' };
    const prose = { ...issue, number: 9, body: 'See #1' };
    const job = jobOf({ list: { ok: true, value: [prose, planted, elsewhere] } });
    const result = await proposed(job);
    expect(result.found).toBe(false);
    expect(result.planted).toEqual([
      { number: 7, code: 'seal_missing' },
      { number: 8, code: 'body_differs' },
    ]);
  });

  it('a proposal of another Actions run is none of ours', async () => {
    const { issue } = await proposed(jobOf());
    const job = jobOf({ run: { id: '8810' }, order: { runId: '8810' }, list: { ok: true, value: [issue] } });
    expect(await proposed(job)).toMatchObject({ found: false, planted: [] });
  });

  it('a server that offers another one’s tool does not get its calls', async () => {
    const every = [tool('service-status'), tool('a.b'), tool('read_text_file')];
    const job = jobOf({ tools: () => every });
    await proposed(job);
    expect(job.log.filter((what) => what.startsWith('call'))).toEqual([
      'call ops.service-status',
      'call files.a.b',
    ]);
  });

  it('a lost answer is looked up, and the issue is not opened twice', async () => {
    const job = jobOf({ open: () => refusedWith(lost) });
    expect((await proposed(job)).issue.number).toBe(1);
    expect(job.log.slice(-2)).toEqual(['open', 'list issues']);
  });
});

describe('a run that may not propose', () => {
  it.each([
    ['an event beyond the list', { run: { event: 'pull_request_target' } }, 'event_refused'],
    ['a run of another id', { run: { id: '1' } }, 'run_mismatch'],
    ['another workflow file', { run: { path: '.github/workflows/other.yml' } }, 'run_mismatch'],
    [
      'open issues that can’t be listed',
      { list: refused({ code: 'unreadable', status: 500, what: 'x' } as const) },
      'issue_not_opened',
    ],
  ] as const)('%s ends it before any server starts', async (_, twist, code) => {
    const fault = await faultOf(twist);
    expect(fault.code).toBe(code);
    expect(fault.job.log).not.toContain('launches');
  });

  it('a run that can’t be read ends it', async () => {
    const base = jobOf();
    const host = {
      ...base.ports.host,
      actionsRun: () => Promise.resolve(refusedWith({ ...lost, code: 'unreadable' })),
    };
    expect((await faultOf({ ports: { host } })).code).toBe('run_unreadable');
  });
});

describe('nothing is posted', () => {
  it.each<readonly [string, Twist, string]>([
    [
      'SE-07: when the action itself holds a credential',
      { order: { parameters: { service: `ghs_${'a'.repeat(36)}`, urgent: false } } },
      'action_refused',
    ],
    [
      'when the text holds one of the job’s own',
      { ports: { holdsCredential: (text) => text.includes('payments') } },
      'action_refused',
    ],
    [
      'when GitHub says no',
      { open: () => refusedWith({ code: 'refused', status: 403, what: 'GitHub answered 403' }) },
      'issue_not_opened',
    ],
    [
      'when sealing fails',
      {
        ports: {
          sealer: {
            kind: 'hmac',
            seal: () => Promise.resolve(refused({ code: 'seal_missing', what: 'No key.' })),
          },
        },
      },
      'seal_missing',
    ],
    ['when a tool fails', { answer: () => ({ ...answerOf('healthy'), isError: true }) }, 'tool_failed'],
    [
      'when a tool is gone afterwards',
      { tools: (_, nth) => (nth === 1 ? [tool('service-status'), tool('a.b'), tool('read_text_file')] : []) },
      'tool_changed',
    ],
    [
      'when a tool only reads by our own word',
      { tools: () => [{ ...tool('service-status'), readOnly: false }] },
      'tool_unavailable',
    ],
    [
      'when the answers are over the budget',
      { answer: () => answerOf('x'.repeat(100_000)) },
      'budget_exceeded',
    ],
    [
      'when servers can’t be resolved',
      {
        order: {
          launches: () =>
            Promise.resolve(
              refused({ code: 'server_unavailable', server: 'ops', what: 'x', stderr: '' } as const),
            ),
        },
      },
      'server_unavailable',
    ],
  ])('%s', async (_, twist, code) => {
    const fault = await faultOf(twist);
    expect(fault.code).toBe(code);
    expect(fault.job.issues).toEqual([]);
    const { log } = fault.job;
    expect(log.filter((what) => what.startsWith('start'))).toHaveLength(
      log.filter((what) => what.startsWith('stop')).length,
    );
  });

  it('when the job is stopped while it gathers', async () => {
    const stop = new AbortController();
    const fault = await faultOf({
      order: { signal: stop.signal },
      answer: () => {
        stop.abort();
        return answerOf('late');
      },
    });
    expect(fault.code).toBe('stopped');
    expect(fault.job.log.slice(-2)).toEqual(['stop ops', 'stop files']);
  });

  it('when the time is over', async () => {
    const job = jobOf();
    let over = (): void => undefined;
    const clock = {
      ...job.ports.clock,
      sleep: () =>
        new Promise<void>((resolve) => {
          over = resolve;
        }),
    };
    const fault = await faultOf({
      ports: { clock },
      answer: () => {
        over();
        return answerOf('late');
      },
    });
    expect(fault).toMatchObject({
      code: 'budget_exceeded',
      what: 'Gathering took longer than the bundle’s 60 s.',
    });
  });
});
