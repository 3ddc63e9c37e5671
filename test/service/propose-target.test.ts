import { describe, expect, it } from 'vitest';
import type { Propose } from '../../lib/core/bundle/bundle.ts';
import type { ActionsRun, HostFault, RunnerHost, SeenRepository } from '../../lib/core/port/runner-host.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import type { RunnerFault } from '../../lib/service/gather-fault.ts';
import { findTarget } from '../../lib/service/propose-target.ts';
import { bundleOf, expressions, written } from '../core/bundle/written.ts';

const control: SeenRepository = { id: '501', ownerId: '77', name: 'acme/control', isPublic: false };
const there: SeenRepository = { id: '601', ownerId: '77', name: 'acme/public', isPublic: true };
const hidden: HostFault = { code: 'unreadable', status: 404, what: 'answered 404' };
const bundle = bundleOf(written);

async function find(
  propose: Partial<Propose>,
  answer: Result<SeenRepository, HostFault> = ok(there),
): Promise<{ readonly found: Result<SeenRepository, RunnerFault>; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const answers: Pick<RunnerHost, 'repository'> = {
    repository: async ({ name }) => {
      asked.push(name);
      return answer;
    },
  };
  // Of the run and of GitHub only these are needed to find a target.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [run, host] = [{ repository: control } as ActionsRun, answers as RunnerHost];
  const contexts = { params: { service: 'public' }, github: {} };
  const found = await findTarget({ ...bundle, propose: { ...bundle.propose, ...propose } }, contexts, run, {
    host,
    expressions,
  });
  return { found, asked };
}

describe('the repository that a bundle’s action is for', () => {
  it.each([null, 'acme/control', 'Acme/Control'])(
    'is the one that decides, without a question, where the target is %s',
    async (target) => {
      expect(await find({ target })).toEqual({ found: ok(control), asked: [] });
    },
  );

  it('is read, with the id and the name that it has now', async () => {
    const renamed = ok({ ...there, name: 'acme/open' });
    expect(await find({ target: 'acme/${{ params.service }}' }, renamed)).toEqual({
      found: renamed,
      asked: ['acme/public'],
    });
    expect((await find({ target: 'acme/public', targetId: '601' })).found).toEqual(ok(there));
  });

  it('may be a private one that the job’s token can’t read, where the bundle says its id', async () => {
    const propose = { target: 'acme/secret', targetId: '602' };
    expect((await find(propose, refused(hidden))).found).toEqual(
      ok({ id: '602', ownerId: '77', name: 'acme/secret', isPublic: false }),
    );
  });

  it.each<[string, Partial<Propose>, Result<SeenRepository, HostFault>, string, string]>([
    [
      'it can’t be read and has no id',
      { target: 'acme/secret' },
      refused(hidden),
      'target_unreadable',
      '404',
    ],
    [
      'it could not be read this once, whatever id it has',
      { target: 'acme/public', targetId: '601' },
      refused({ code: 'unreadable', status: 502, what: 'answered 502' }),
      'target_unreadable',
      '502',
    ],
    [
      'its id is another than the bundle’s',
      { target: 'acme/public', targetId: '602' },
      ok(there),
      'target_moved',
      'has the id 601, and the bundle says 602',
    ],
    [
      'the one that decides has another id than the bundle’s',
      { target: 'acme/control', targetId: '602' },
      ok(there),
      'target_moved',
      'has the id 501',
    ],
    [
      'OI-08: it belongs to another account',
      { target: 'umbra/open' },
      ok({ ...there, ownerId: '78' }),
      'target_missing',
      'another account than acme/control',
    ],
    [
      'its name can’t be filled in',
      { target: '${{ params.other }}' },
      ok(there),
      'bundle_invalid',
      'propose.target',
    ],
    ['its name is no text', { target: "${{ fromJSON('7') }}" }, ok(there), 'bundle_invalid', 'owner/name'],
  ])('is none, before anything is started, where %s', async (_, propose, answer, code, what) => {
    const { found } = await find(propose, answer);
    expect(found).toMatchObject({ ok: false, fault: { code, what: expect.stringContaining(what) } });
  });
});
