import { describe, expect, it } from 'vitest';
import type { Propose } from '../../lib/core/bundle/bundle.ts';
import type { ActionsRun, SeenRepository } from '../../lib/core/port/runner-host.ts';
import { ok, type Result } from '../../lib/core/result.ts';
import type { RunnerFault } from '../../lib/service/gather-fault.ts';
import { judgeTarget, nameTarget } from '../../lib/service/propose-target.ts';
import { bundleOf, expressions, written } from '../core/bundle/written.ts';

const control: SeenRepository = { id: '501', ownerId: '77', name: 'acme/control', isPublic: false };
const there: SeenRepository = { id: '601', ownerId: '77', name: 'acme/public', isPublic: true };
const bundle = bundleOf(written);

/** What a bundle's target comes to where this is seen of it, and the name that is asked for. */
function find(
  propose: Partial<Propose>,
  seen: SeenRepository | null = there,
): { readonly found: Result<SeenRepository, RunnerFault>; readonly asked: string | null } {
  // Of the run only its repository is needed to find a target.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const run = { repository: control } as ActionsRun;
  const twisted = { ...bundle, propose: { ...bundle.propose, ...propose } };
  const named = nameTarget(twisted, { params: { service: 'public' }, github: {} }, run, expressions);
  if (!named.ok) return { found: named, asked: null };
  return { found: judgeTarget(twisted, run, named.value, seen), asked: named.value };
}

describe('the repository that a bundle’s action is for', () => {
  it.each([null, 'acme/control', 'Acme/Control'])(
    'is the one that decides, without a question, where the target is %s',
    (target) => {
      expect(find({ target }, null)).toEqual({ found: ok(control), asked: null });
    },
  );

  it('is read, with the id and the name that it has now', () => {
    const renamed = { ...there, name: 'acme/open' };
    expect(find({ target: 'acme/${{ params.service }}' }, renamed)).toEqual({
      found: ok(renamed),
      asked: 'acme/public',
    });
    expect(find({ target: 'acme/public', targetId: '601' }).found).toEqual(ok(there));
  });

  it('may be a private one that the job’s token can’t read, where the bundle says its id', () => {
    const propose = { target: 'acme/secret', targetId: '602' };
    expect(find(propose, null).found).toEqual(
      ok({ id: '602', ownerId: '77', name: 'acme/secret', isPublic: false }),
    );
  });

  it.each<[string, Partial<Propose>, SeenRepository | null, string, string]>([
    [
      'it can’t be read and has no id',
      { target: 'acme/secret' },
      null,
      'target_unreadable',
      'has to say its id',
    ],
    [
      'its id is another than the bundle’s',
      { target: 'acme/public', targetId: '602' },
      there,
      'target_moved',
      'has the id 601, and the bundle says 602',
    ],
    [
      'the one that decides has another id than the bundle’s',
      { target: 'acme/control', targetId: '602' },
      there,
      'target_moved',
      'has the id 501',
    ],
    [
      'OI-08: it belongs to another account',
      { target: 'umbra/open' },
      { ...there, ownerId: '78' },
      'target_missing',
      'another account than acme/control',
    ],
    [
      'its name can’t be filled in',
      { target: '${{ params.other }}' },
      there,
      'bundle_invalid',
      'propose.target',
    ],
    ['its name is no text', { target: "${{ fromJSON('7') }}" }, there, 'bundle_invalid', 'owner/name'],
  ])('is none, before anything is started, where %s', (_, propose, seen, code, what) => {
    const { found } = find(propose, seen);
    expect(found).toMatchObject({ ok: false, fault: { code, what: expect.stringContaining(what) } });
  });
});
