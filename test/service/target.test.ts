import { describe, expect, it } from 'vitest';
import { readYaml } from '../../lib/adapters/yaml/read-yaml.ts';
import { readPolicies } from '../../lib/core/policy/read.ts';
import type { AppHost, SeenTarget } from '../../lib/core/port/app-host.ts';
import type { HostFault } from '../../lib/core/port/runner-host.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import { leadsToTarget, lookAtTarget, reachTarget } from '../../lib/service/target.ts';
import { buildProposal } from '../support/proposal.ts';

const repository = { id: '701', ownerId: '77', name: 'acme/control' };
const there = { id: '702', ownerId: '77', name: 'acme/public' };
const { proposal } = buildProposal({
  proposal: { repository },
  action: { target: { repository: there } },
});
const text = 'version: 1\naccepts: {acme/control: 701}\n';
const seen: SeenTarget = {
  repository: there,
  archived: false,
  policy: { repository: { commit: 'c'.repeat(40), text }, organisation: null },
};
const down: HostFault = { code: 'unreadable', status: 502, what: 'answered 502' };

/** What GitHub says of the target, and of the installation it belongs to; and what it was asked. */
function github(
  target: Result<SeenTarget | null, HostFault> = ok(seen),
  installation: Result<string, HostFault> = ok('5'),
): {
  readonly host: AppHost;
  readonly ports: Parameters<typeof reachTarget>[0];
  readonly asked: string[];
} {
  const asked: string[] = [];
  const answers: Pick<AppHost, 'target'> = {
    target: async ({ repository: name }) => {
      asked.push(`target ${name}`);
      return target;
    },
  };
  // A look at a target asks this one question.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const host = answers as AppHost;
  const ports = {
    hosts: { installation: async () => host },
    installations: {
      repository: async (name: string) => {
        asked.push(`installation of ${name}`);
        return installation;
      },
    },
    policies: { read: (sources: SeenTarget['policy']) => readPolicies(sources, readYaml) },
  };
  return { host, ports, asked };
}

describe('a look at a target', () => {
  it('asks nothing where the repository that decides is the target itself', async () => {
    const { host, ports, asked } = github();
    const own = buildProposal().proposal;
    expect(await lookAtTarget(ports, host, own)).toBe(null);
    expect(await reachTarget(ports, '5', own)).toBe(null);
    expect(await leadsToTarget(ports, host, own)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks for it as it stands, and, before anything begins, for its installation', async () => {
    const { host, ports, asked } = github();
    expect(await lookAtTarget(ports, host, proposal)).toBe(null);
    expect(asked.splice(0)).toEqual(['target acme/public']);
    expect(await reachTarget(ports, '5', proposal)).toBe(null);
    expect(asked).toEqual(['target acme/public', 'installation of acme/public']);
  });

  it.each<[string, Result<string, HostFault>]>([
    ['none', refused({ ...down, status: 404 })],
    ['another account’s', ok('6')],
  ])('OI-08: finds nothing where its installation is %s', async (_, installation) => {
    const { ports } = github(ok(seen), installation);
    expect(await reachTarget(ports, '5', proposal)).toBe('target_missing');
  });

  it('says that it moved rather than that the App is not where it went', async () => {
    const moved = { ...seen, repository: { ...there, ownerId: '78' } };
    const { host, ports } = github(ok(moved), refused({ ...down, status: 404 }));
    expect(await reachTarget(ports, '5', proposal)).toBe('target_moved');
    expect(await leadsToTarget(ports, host, proposal)).toBe(false);
  });

  it('is no yes where GitHub could not be asked: it is tried again', async () => {
    const [first, second] = [github(refused(down)), github(ok(seen), refused(down))];
    await expect(lookAtTarget(first.ports, first.host, proposal)).rejects.toThrow('target: unreadable 502');
    await expect(reachTarget(second.ports, '5', proposal)).rejects.toThrow('installation: unreadable 502');
    expect(await leadsToTarget(first.ports, first.host, proposal)).toBe(false);
  });

  it('leads to it as long as the name does, whatever its policy says by now', async () => {
    const frozen = { ...seen, archived: true };
    const { host, ports } = github(ok(frozen));
    expect(await leadsToTarget(ports, host, proposal)).toBe(true);
    const gone = github(ok(null));
    expect(await leadsToTarget(gone.ports, gone.host, proposal)).toBe(false);
  });
});
