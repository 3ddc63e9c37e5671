import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../lib/core/bundle/bundle.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { PauseAnswer, Pauses } from '../../lib/core/port/pauses.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import { compileBundle, listOffers } from '../../lib/service/compile.ts';
import { propose, type Proposed } from '../../lib/service/propose.ts';
import type { RunnerFault } from '../../lib/service/gather-fault.ts';
import { bundleOf, lockOf, written } from '../core/bundle/written.ts';
import { answerOf, jobOf, tool, type Job, type Twist } from './propose-support.ts';

function twisted(change: JsonObject): Bundle {
  return bundleOf({ ...written, budgets: { calls: 9 }, ...change });
}

async function run(bundle: Bundle, twist: Twist = {}): Promise<Result<Proposed, RunnerFault> & { job: Job }> {
  const job = jobOf({ ...twist, order: { bundle, lock: lockOf(bundle), ...twist.order } });
  return { ...(await propose(job.order, job.ports)), job };
}

const { steps, propose: proposes } = written;
const [status, dotted] = Array.isArray(steps) ? steps : [];
const call = { id: 'status', call: 'ops.service-status' };
const other = { id: 'dotted', call: 'files.a.b' };

function eventsOf(job: Job): readonly string[] {
  const body = job.issues[0]?.body ?? '';
  const packed = /countersign:record:v1 (\S+)/.exec(body)?.[1] ?? '';
  const record = job.ports.codec.decode(packed);
  if (!record.ok) throw new Error('no record');
  return JSON.parse(record.value).events.map((entry: { type: string }) => entry.type);
}

describe('a flow in the audit', () => {
  it('has its engine and budgets before the first call, every step in order, and what it used behind the last', async () => {
    const bundle = twisted({
      steps: [
        { ...call, for: ['x', 'y'], with: { service: '${{ item }}' } },
        { id: 'well', expect: '${{ true }}', otherwise: 'It is not well.' },
        { ...other, if: '${{ false }}' },
      ],
      propose: {
        type: 'github.issue.create',
        risk: 'low',
        input: { title: 'T', body: 'B', labels: [], assignees: [] },
      },
    });
    const done = await run(bundle);
    expect(done.ok).toBe(true);
    expect(eventsOf(done.job)).toEqual([
      'run.started',
      'server.started',
      'server.started',
      'flow.started',
      'tool.called',
      'tool.answered',
      'tool.called',
      'tool.answered',
      'step.expected',
      'step.skipped',
      'flow.ended',
      'servers.stopped',
      'proposal.composed',
    ]);
    expect(done.ok && done.value.evidence.map(({ step }) => step)).toEqual(['status.1', 'status.2']);
  });

  it('two answers to one question are both kept, each with its own receipt', async () => {
    let nth = 0;
    const bundle = twisted({ steps: [call, { ...call, id: 'again' }, other], propose: proposes ?? {} });
    const done = await run(bundle, { answer: () => answerOf(`answer ${(nth += 1)}`) });
    if (!done.ok) throw new Error(done.fault.what);
    const [first, second] = done.value.evidence;
    expect(first?.output).not.toBe(second?.output);
    expect(first?.arguments).toBe(second?.arguments);
  });

  it('only a deterministic planner may act', async () => {
    const job = jobOf();
    const planner = { ...job.ports.planner, deterministic: false };
    await expect(propose(job.order, { ...job.ports, planner })).rejects.toThrow(
      'only a deterministic planner',
    );
    expect(job.log).not.toContain('start ops');
  });

  it('a planner that names a tool which is not allowed ends the run, and nothing is called', async () => {
    const job = jobOf();
    const planner = {
      ...job.ports.planner,
      next: (situation: Parameters<typeof job.ports.planner.next>[0]) => {
        const decided = job.ports.planner.next(situation);
        return decided.ok && decided.value.kind === 'call'
          ? ok({ ...decided.value, step: { ...decided.value.step, tool: 'delete' } })
          : decided;
      },
    };
    await expect(propose(job.order, { ...job.ports, planner })).rejects.toThrow('a tool that is not allowed');
    expect(job.log.filter((line) => line.startsWith('call'))).toEqual([]);
    expect(job.log).toContain('stop ops');
  });

  it('a planner that never ends is ended by the budget of calls', async () => {
    const job = jobOf();
    const next: Job['ports']['planner']['next'] = (one) => job.ports.planner.next(one);
    const planner = {
      ...job.ports.planner,
      next: (one: Parameters<typeof next>[0]) => next({ ...one, position: { ...one.position, step: 0 } }),
    };
    const done = await propose(job.order, { ...job.ports, planner });
    expect(done).toMatchObject({ ok: false, fault: { code: 'budget_exceeded' } });
    expect(job.log.filter((line) => line.startsWith('call'))).toHaveLength(2);
  });
});

describe('a pause', () => {
  const bundle = twisted({
    steps: [status ?? call, { id: 'ask', pause: 'Is it worth it?' }, dotted ?? other],
    propose: proposes ?? {},
  });
  const by = { id: '1002', login: 'kim' };
  const answering = (answer: Result<PauseAnswer, string>, asked: unknown[] = []): Twist => {
    const pauses: Pauses = { ask: (question) => Promise.resolve((asked.push(question), answer)) };
    return { ports: { pauses } };
  };

  it('is asked between the steps around it, and the answer is in the audit', async () => {
    const asked: unknown[] = [];
    const item = digestText('shown');
    const done = await run(bundle, answering(ok({ item, action: 'go on', by }), asked));
    expect(asked).toEqual([{ bundle: 'incident-response', step: 'ask', question: 'Is it worth it?' }]);
    expect(done.ok).toBe(true);
    expect(eventsOf(done.job).slice(4, 10)).toEqual([
      'tool.called',
      'tool.answered',
      'attention.asked',
      'attention.answered',
      'tool.called',
      'tool.answered',
    ]);
  });

  it.each([
    ['stopped', ok({ item: digestText('shown'), action: 'stop' as const, by }), 'stopped'],
    ['not answered', refused('nobody answered in time'), 'pause_unavailable'],
  ])('that is %s proposes nothing', async (_, answer, code) => {
    const done = await run(bundle, answering(answer));
    expect(done).toMatchObject({ ok: false, fault: { code } });
    expect(done.job.issues).toEqual([]);
    expect(done.job.log).toContain('stop ops');
  });

  it('where nobody can be asked, nothing is started', async () => {
    const done = await run(bundle);
    expect(done).toMatchObject({ ok: false, fault: { code: 'pause_unavailable' } });
    expect(done.job.log).not.toContain('start ops');
  });
});

describe('the target', () => {
  const aimed = (target: string): Bundle => twisted({ propose: { ...Object(proposes), target } });

  it('is the repository that decides, when it is named too', async () => {
    const done = await run(aimed('${{ github.repository }}'));
    expect(done.ok && JSON.parse(done.value.proposal).action.target.repository.id).toBe('501');
    expect(done.job.log).toContain('read policy');
  });

  it.each([
    ['${{ 7 }}', 'bundle_invalid'],
    ["${{ fromJSON('{') }}", 'bundle_invalid'],
  ])('%s is none', async (target, code) => {
    expect(await run(aimed(target))).toMatchObject({ ok: false, fault: { code } });
  });

  it('that can’t be read ends the run before anything starts', async () => {
    const job = jobOf();
    const host = {
      ...job.ports.host,
      policies: async () => ok({ repository: null, organisation: null, target: null }),
    };
    const done = await run(aimed('acme/other'), { ports: { host } });
    expect(done).toMatchObject({ ok: false, fault: { code: 'target_unreadable' } });
    expect(done.job.log).not.toContain('start ops');
  });
});

describe('compiling', () => {
  const order = (job: Job): Parameters<typeof compileBundle>[0] => ({
    bundle: job.order.bundle,
    files: [
      { path: 'z.md', digest: digestText('z'), bytes: 1 },
      { path: 'bundle.lock.json', digest: digestText('l'), bytes: 1 },
      { path: 'bundle.yml', digest: digestText('b'), bytes: 1 },
    ],
    launches: job.order.bundle.servers.map(({ id }) => ({
      server: id,
      version: id === 'files' ? '1.2.3' : null,
      command: id,
      arguments: [],
      directory: '/',
      environment: {},
    })),
    signal: new AbortController().signal,
  });

  it('pins files but the lock, versions, and the allowed tools, and stops what it started', async () => {
    const job = jobOf();
    const lock = await compileBundle(order(job), job.ports.servers);
    if (!lock.ok) throw new Error(lock.fault.what);
    expect(lock.value.files.map(({ path }) => path)).toEqual(['bundle.yml', 'z.md']);
    expect(
      lock.value.servers.map(({ id, version, tools }) => [id, version, tools.map(({ name }) => name)]),
    ).toEqual([
      ['ops', null, ['service-status']],
      ['files', '1.2.3', ['read_text_file', 'a.b']],
    ]);
    expect(job.log.filter((line) => line.startsWith('call'))).toEqual([]);
    expect(job.log).toEqual(expect.arrayContaining(['stop ops', 'stop files']));
  });

  it('refuses a listed tool that is missing or not read-only', async () => {
    const without = jobOf({ tools: () => [] });
    expect(await compileBundle(order(without), without.ports.servers)).toMatchObject({
      fault: { code: 'tool_unavailable' },
    });
    const writing = jobOf({
      tools: () =>
        ['service-status', 'a.b', 'read_text_file'].map((name) => ({ ...tool(name), readOnly: false })),
    });
    expect(await compileBundle(order(writing), writing.ports.servers)).toMatchObject({
      fault: { code: 'tool_unavailable' },
    });
    expect(writing.log).toContain('stop files');
  });

  it('lists everything that is offered', async () => {
    const job = jobOf();
    const offers = await listOffers(order(job), job.ports.servers);
    expect(
      offers.ok && offers.value.map(({ server, name, listed }) => `${server}.${name} ${listed}`),
    ).toEqual(['ops.service-status true', 'files.a.b true', 'files.read_text_file true']);
  });
});
