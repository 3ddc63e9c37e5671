import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../lib/core/policy/defaults.ts';
import { parseProposal } from '../../lib/core/proposal/parse.ts';
import type { PolicySources } from '../../lib/core/policy/policy.ts';
import { ok, refused } from '../../lib/core/result.ts';
import { propose } from '../../lib/service/propose.ts';
import { commit, stateOf } from '../core/policy/files.ts';
import { jobOf, type Job, type Twist } from './propose-support.ts';

/** A job whose repository has this policy. */
function under(text: string | null, twist: Twist = {}): Job {
  const job = jobOf(twist);
  const sources: PolicySources = { repository: text === null ? null : { commit, text }, organisation: null };
  return {
    ...job,
    ports: {
      ...job.ports,
      host: { ...job.ports.host, policies: async () => ok({ ...sources, target: null }) },
    },
  };
}

async function faultOf({ order, ports }: Job): Promise<unknown> {
  const proposed = await propose(order, ports);
  return proposed.ok ? null : proposed.fault;
}

describe('what a run proposes', () => {
  it('carries the policy’s rule, risk, time and digest', async () => {
    const text = `version: 1
bundles: {${jobOf().order.bundle.id}: {refs: [main]}}
actions: {github.issue.create: {risk: high, expires: 2h, rule: {low: default, medium: default, high: two}}}
rules: {two: {teams: [acme/sre], count: 2}}
`;
    const { order, ports } = under(text);
    const proposed = await propose(order, ports);
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.fault));
    const state = stateOf(text);
    const proposal = parseProposal(proposed.value.proposal);
    expect(proposal).toMatchObject({
      ok: true,
      value: {
        risk: 'high',
        issuedAt: '2026-11-30T14:10:00.000Z',
        expiresAt: '2026-11-30T16:10:00.000Z',
        policy: {
          source: { commit, digest: state.kind === 'written' ? state.digest : '' },
          rule: { name: 'two', teams: ['acme/sre'], count: 2 },
        },
      },
    });
  });

  it('waits without end only where the policy says so', async () => {
    const { order, ports } = under('version: 1\nactions: {github.issue.create: {expires: never}}\n');
    const proposed = await propose(order, ports);
    expect(proposed.ok && parseProposal(proposed.value.proposal)).toMatchObject({
      value: { expiresAt: null },
    });
  });
});

describe('a run is refused before anything is started', () => {
  it.each([
    [
      'by a policy with faults, all of which it names',
      'version: 1\nfreeze: x\nremind: 1y\n',
      'policy_invalid',
      /^\.github\/countersign\.yml:2:1 freeze: expected .*; \.github\/countersign\.yml:3:1 remind: expected .*\.$/,
    ],
    [
      'for its event',
      'version: 1\nevents: [schedule]\n',
      'event_refused',
      /^The event workflow_dispatch may not propose; schedule may\.$/,
    ],
    [
      'for its kind of seal',
      'version: 1\nseals: [oidc]\n',
      'seal_kind_refused',
      /^The policy lets seals of the kind oidc count only\.$/,
    ],
    [
      'for its bundle, or the ref it runs from',
      'version: 1\nbundles: {other: {}}\n',
      'bundle_refused',
      / propose from refs\/heads\/main\.$/,
    ],
    [
      'for its target',
      'version: 1\nactions: {github.issue.create: {targets: [acme/ops]}}\n',
      'target_disallowed',
      /^The policy does not let github\.issue\.create be done in acme\/payments\.$/,
    ],
  ])('%s', async (_, text, code, what) => {
    const job = under(text);
    expect(await faultOf(job)).toMatchObject({ code, what: expect.stringMatching(what) });
    expect(job.log.filter((line) => line.startsWith('start') || line === 'launches')).toEqual([]);
  });

  it('for an action type that the policy does not list', async () => {
    const job = under('version: 1\n');
    const { order, ports } = job;
    const policies = {
      read: () => ({ kind: 'default', policy: { ...defaultPolicy, actions: [] } }) as const,
    };
    expect(await faultOf({ ...job, order, ports: { ...ports, policies } })).toMatchObject({
      code: 'action_refused',
      what: 'The policy does not let github.issue.create be proposed.',
    });
  });

  it('PO-02: when the policy could not be read', async () => {
    const job = jobOf();
    const host = {
      ...job.ports.host,
      policies: async () =>
        refused({ code: 'unreadable', status: 502, what: 'GitHub answered 502' } as const),
    };
    expect(await faultOf({ ...job, ports: { ...job.ports, host } })).toMatchObject({
      code: 'policy_invalid',
      what: 'The policy could not be read: GitHub answered 502.',
    });
  });
});
