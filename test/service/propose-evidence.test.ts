import { describe, expect, it } from 'vitest';
import { digestPieces } from '../../lib/core/json/digest.ts';
import type { JsonValue } from '../../lib/core/json/value.ts';
import type { Artifacts, KeptFile } from '../../lib/core/port/artifacts.ts';
import type { SeenRepository } from '../../lib/core/port/runner-host.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { redact } from '../../lib/core/evidence/redact.ts';
import { propose, type ProposeOrder, type Proposed } from '../../lib/service/propose.ts';
import { bundleOf, lockOf, twisted } from '../core/bundle/written.ts';
import { answerOf, jobOf, type Job, type Twist } from './propose-support.ts';

const repository = { id: '501', ownerId: '77', name: 'acme/payments', isPublic: true };
const artifact = 'd'.repeat(64);

/** The bundle with something else proposed. Its body holds no evidence, unless it is twisted in. */
function bundled(path: readonly (string | number)[], value: JsonValue): Partial<ProposeOrder> {
  const bundle = bundleOf(twisted(path, value));
  return { bundle, lock: lockOf(bundle) };
}
const plain = bundled(['propose', 'input', 'body'], 'Service ${{ code(params.service) }}');

async function proposed({ order, ports }: Job): Promise<Proposed> {
  const result = await propose(order, ports);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.what} ${result.fault.detail}`);
  return result.value;
}

async function faultOf(job: Job): Promise<unknown> {
  const result = await propose(job.order, job.ports);
  return result.ok ? 'proposed' : result.fault;
}

/** A job of a public repository whose policy says this. */
function open(policy: string | null, twist: Twist = {}, target: SeenRepository | null = null): Job {
  const job = jobOf({ run: { repository }, ...twist });
  const text = policy === null ? null : { commit: 'c'.repeat(40), text: policy };
  const host = {
    ...job.ports.host,
    policies: async () => ok({ repository: text, organisation: null, target }),
  };
  return { ...job, ports: { ...job.ports, host } };
}

const secretive = { answer: () => answerOf('a private matter') };
const unstarted = ['read run', 'list issues'];

describe('evidence on a public repository', () => {
  it('SE-08: leaves the runner as digests only, and is not kept', async () => {
    const job = open(null, { order: { ...plain, keeping: 'auto' }, ...secretive });
    const { evidence, issue, proposal } = await proposed(job);
    expect(evidence).toMatchObject([
      { flags: ['withheld'], artifact: null, bytes: { excerpt: 0, output: 55 } },
      { flags: ['withheld'], artifact: null },
    ]);
    expect(evidence[0]?.output).toMatch(/^[0-9a-f]{64}$/);
    expect(`${issue.body} ${proposal}`).not.toContain('matter');
    expect(issue.body).toContain('### Evidence (not shown)');
    expect(job.log).not.toContain('keep countersign-evidence-501-8809-1-01234567');
  });

  it('SE-08: is shown and kept where the policy says that anybody may read it', async () => {
    const job = open('version: 1\nevidence: public\n', { order: { keeping: 'auto' }, ...secretive });
    const { evidence, issue } = await proposed(job);
    expect(evidence).toMatchObject([{ flags: [], artifact }, { artifact }]);
    expect(issue.body).toContain('a private matter');
  });

  it.each<[string, Partial<ProposeOrder>]>([
    ['as a quote', {}],
    [
      'as a word in a line',
      bundled(['propose', 'input', 'body'], "${{ code(match(evidence.status.data.state, '[a-z]+')) }}"),
    ],
    ['as a word', bundled(['propose', 'input', 'labels'], ["${{ match(evidence.status.text, '[a-z]+') }}"])],
    [
      'in what must still hold',
      bundled(['propose', 'precondition'], {
        ref: { name: 'refs/heads/main', sha: "${{ match(evidence.status.text, '[0-9a-f]{40}') }}" },
      }),
    ],
  ])('SE-08: is no part of what is proposed, %s, and nothing is started', async (_, order) => {
    const job = open(null, { order });
    expect(await faultOf(job)).toMatchObject({
      code: 'evidence_private',
      what: 'acme/payments is public, the policy does not say `evidence: public`, and the bundle incident-response puts evidence into what it proposes.',
    });
    expect(job.log).toEqual(unstarted);
    expect(await faultOf(open('version: 1\nevidence: public\n', { order }))).not.toMatchObject({
      code: 'evidence_private',
    });
  });

  it('SE-08: goes from a private repository to a public one only as the policy says, too', async () => {
    const target = 'acme/website';
    const elsewhere = (policy: string, order: Partial<ProposeOrder>): Job =>
      open(
        `version: 1\nactions: {github.issue.create: {targets: [${target}]}}\n${policy}`,
        { run: { repository: { ...repository, isPublic: false } }, order },
        { id: '601', ownerId: '77', name: target, isPublic: true },
      );
    const quoting = bundled(['propose', 'target'], target);
    expect(await faultOf(elsewhere('', quoting))).toMatchObject({
      code: 'evidence_private',
      what: expect.stringMatching(/^acme\/website is public/),
    });
    expect(await faultOf(elsewhere('evidence: public\n', quoting))).toBe('proposed');
  });

  it('SE-08: is not in the log either, where a tool that was asked fails', async () => {
    const answer = (): ReturnType<typeof answerOf> => ({ ...answerOf('a private matter'), isError: true });
    const fault = await faultOf(open(null, { order: plain, answer }));
    expect(fault).toMatchObject({ code: 'tool_failed', detail: null });
    expect(JSON.stringify(fault)).toContain('anybody can read this log');
    const shown = await faultOf(open('version: 1\nevidence: public\n', { answer }));
    expect(shown).toMatchObject({ code: 'tool_failed', detail: 'a private matter' });
  });

  it('what was wrong with a server before it was asked anything is told all the same', async () => {
    const unable = {
      code: 'server_unavailable',
      server: 'ops',
      what: 'did not start',
      stderr: 'no such module',
    } as const;
    const servers = { start: async () => refused(unable) };
    expect(await faultOf(open(null, { order: plain, ports: { servers } }))).toMatchObject({
      code: 'server_unavailable',
      detail: 'no such module',
    });
  });

  it('can’t be kept where it must be: that is said before anything is started', async () => {
    const job = open(null, { order: { ...plain, keeping: 'required' } });
    expect(await faultOf(job)).toMatchObject({ code: 'evidence_not_kept' });
    expect(job.log).toEqual(unstarted);
  });
});

/** A place for artifacts that takes what it is given. */
function taking(): { readonly artifacts: Artifacts; readonly files: () => readonly KeptFile[] } {
  let taken: readonly KeptFile[] = [];
  return {
    files: () => taken,
    artifacts: {
      keep: async ({ files }) => {
        taken = files;
        return ok(artifact);
      },
    },
  };
}

const failed = refused({ kind: 'failed', what: 'no answer' } as const);

describe('whole evidence', () => {
  it('SE-09: is kept under the run’s name when every server has stopped, before a hash or a token is there', async () => {
    const job = jobOf({ order: { keeping: 'auto' } });
    expect((await proposed(job)).evidence.map((receipt) => receipt.artifact)).toEqual([artifact, artifact]);
    expect(job.log.slice(-4)).toEqual([
      'stop files',
      'keep countersign-evidence-501-8809-1-01234567',
      'seal',
      'open',
    ]);
  });

  it('SE-06: is one file for each answer, whose digest is the receipt’s, without secrets', async () => {
    const { artifacts, files } = taking();
    const secret = 'sesame-open-0123456789';
    const job = jobOf({
      order: { keeping: 'auto' },
      answer: () => answerOf(`the word is ${secret}`),
      ports: { artifacts, redact: (text) => redact(text, [secret]) },
    });
    const { evidence } = await proposed(job);
    expect(files().map(({ name }) => name)).toEqual(['01-status.json', '02-dotted.json']);
    expect(files().map(({ pieces }) => digestPieces(pieces()).digest)).toEqual(
      evidence.map(({ redacted }) => redacted),
    );
    expect(files().flatMap(({ pieces }) => [...pieces()])).toEqual(
      Array.from({ length: 2 }, () => '{"content":[{"type":"text","text":"the word is [redacted]"}]}'),
    );
    expect(evidence[0]?.output).not.toBe(evidence[0]?.redacted);
  });

  it('EV-16: is kept whole, whatever is shown of it', async () => {
    const { artifacts, files } = taking();
    const text = 'long '.repeat(5_000);
    await proposed(jobOf({ order: { keeping: 'auto' }, answer: () => answerOf(text), ports: { artifacts } }));
    expect([...(files()[0]?.pieces() ?? [])].join('')).toContain(text);
  });

  it('that could not be kept leaves receipts that name no artifact, and is told', async () => {
    const { evidence, unkept } = await proposed(jobOf({ order: { keeping: 'auto' }, keep: failed }));
    expect(evidence.map((receipt) => receipt.artifact)).toEqual([null, null]);
    expect(unkept).toEqual({ kind: 'failed', what: 'no answer' });
  });

  it('that could not be kept and must be ends the run, with nothing sealed or opened', async () => {
    const job = jobOf({ order: { keeping: 'required' }, keep: failed });
    expect(await faultOf(job)).toMatchObject({
      code: 'evidence_not_kept',
      what: 'The whole evidence must be kept, and is not: no answer.',
    });
    expect(job.log.at(-1)).toBe('keep countersign-evidence-501-8809-1-01234567');
  });

  it('SE-01: that still holds a credential of ours is not kept', async () => {
    const job = jobOf({
      order: { keeping: 'auto' },
      ports: { holdsCredential: (text) => text.startsWith('{"content"') },
    });
    expect((await proposed(job)).unkept).toMatchObject({ kind: 'failed' });
    expect(job.log).not.toContain('keep countersign-evidence-501-8809-1-01234567');
  });

  it('is not kept for what makes no proposal', async () => {
    const order = { ...bundled(['propose', 'input', 'title'], 'x'.repeat(300)), keeping: 'auto' } as const;
    const job = jobOf({ order });
    expect(await faultOf(job)).toMatchObject({ code: 'action_refused' });
    expect(job.log).not.toContain('keep countersign-evidence-501-8809-1-01234567');
  });

  it('ends with the job that is stopped while it is kept', async () => {
    const stop = new AbortController();
    const artifacts: Artifacts = {
      keep: async () => {
        stop.abort();
        return failed;
      },
    };
    const job = jobOf({ order: { keeping: 'auto', signal: stop.signal }, ports: { artifacts } });
    expect(await faultOf(job)).toMatchObject({ code: 'stopped' });
    expect(job.log).not.toContain('seal');
  });
});
