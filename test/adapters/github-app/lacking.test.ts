import { expect, it } from 'vitest';
import type { AuthenticatedClient } from '../../../lib/adapters/github-app/installation-clients.ts';
import { installationClients } from '../../../lib/adapters/github-app/installation-clients.ts';
import { lacking } from '../../../lib/adapters/github-app/lacking.ts';
import type { PermissionNeed } from '../../../lib/core/action/permission-need.ts';
import { octokit } from './support.ts';

const needs: readonly PermissionNeed[] = [{ name: 'actions', level: 'write' }];

/** A client whose tokens carry these permissions, one after the other, and how many were asked for anew. */
async function scene(answers: readonly unknown[]): Promise<{
  readonly lacks: ReturnType<typeof lacking>;
  readonly asked: readonly boolean[];
}> {
  const asked: boolean[] = [];
  const auth: AuthenticatedClient['auth'] = async ({ refresh = false }) => {
    const permissions = answers[asked.length];
    asked.push(refresh);
    if (permissions === 'down') throw new Error('no answer');
    return { token: `t${asked.length}`, expiresAt: '2026-11-30T15:00:00Z', permissions };
  };
  const connect = installationClients({
    authenticate: async () => ({ request: octokit().request, auth }),
    exchange: async () => ({ status: 500, headers: {}, text: '' }),
    spacing: 'off',
    now: () => Date.parse('2026-11-30T14:00:00Z'),
  });
  return { lacks: lacking(await connect('5')), asked };
}

it('what the token at hand carries costs no further token', async () => {
  const { lacks, asked } = await scene([{ actions: 'write' }]);
  expect(await lacks(needs)).toEqual({ ok: true, value: [] });
  expect(await lacks(needs)).toEqual({ ok: true, value: [] });
  expect(asked).toEqual([false]);
});

it('what it lacks is looked for in a new one, which may be younger than the grant', async () => {
  const { lacks, asked } = await scene([{ actions: 'read' }, { actions: 'write' }]);
  expect(await lacks(needs)).toEqual({ ok: true, value: [] });
  expect(await lacks(needs)).toEqual({ ok: true, value: [] });
  expect(asked).toEqual([false, true]);
});

it('what the new one lacks too is missing', async () => {
  const { lacks } = await scene([{ issues: 'write' }, { issues: 'write' }]);
  expect(await lacks(needs)).toEqual({ ok: true, value: needs });
});

it.each([[undefined], [null], [{}], [{ actions: 1 }]])(
  'what nobody can tell, as permissions are %j, is not missing',
  async (permissions) => {
    const { lacks, asked } = await scene([permissions]);
    expect(await lacks(needs)).toEqual({ ok: true, value: [] });
    expect(asked).toEqual([false]);
  },
);

it('a token that is not to be had is a fault, and no answer', async () => {
  const { lacks } = await scene([{ actions: 'read' }, 'down']);
  expect(await lacks(needs)).toMatchObject({ ok: false, fault: { code: 'unreadable' } });
});

it('a client that tells no permissions lacks none', async () => {
  expect(await lacking(octokit())(needs)).toEqual({ ok: true, value: [] });
});
