import { describe, expect, it } from 'vitest';
import { foundId, foundPayload, signedDelivery } from '../../../lib/core/webhook/found.ts';
import { meaningOf, readIncoming } from '../../../lib/core/webhook/incoming.ts';
import type { FoundComment } from '../../../lib/core/port/app-host.ts';

const hash = 'a3'.repeat(32);
const found: FoundComment = {
  id: '5',
  nodeId: 'IC_5',
  url: 'https://github.com/acme/payments/issues/7#issuecomment-5',
  issueNumber: 7,
  body: `/approve ${hash}`,
  createdAt: '2026-11-30T14:11:00Z',
  updatedAt: '2026-11-30T14:11:01Z',
  author: { id: '1002', login: 'octo-kim', type: 'User' },
  throughApp: false,
};
const at = {
  installation: '5',
  issue: '701#7',
  repository: { id: '701', ownerId: '3', name: 'acme/payments' },
  at: { number: 7, id: '70', nodeId: 'I_7' },
};

function read(twist: Partial<FoundComment> = {}): ReturnType<typeof readIncoming> {
  return readIncoming('issue_comment', JSON.parse(foundPayload({ ...found, ...twist }, at)));
}

describe('a found comment', () => {
  it('reads as the delivery that should have told of it', () => {
    expect(read()).toMatchObject({
      kind: 'comment_created',
      place: { installation: '5', repository: at.repository },
      issue: { number: 7, id: '70', nodeId: 'I_7', url: 'https://github.com/acme/payments/issues/7' },
      comment: {
        id: '5',
        nodeId: 'IC_5',
        body: found.body,
        createdAt: found.createdAt,
        author: found.author,
        throughApp: false,
      },
      sender: found.author,
    });
  });

  it('AP-55: means what its webhook means, so that the two are one', () => {
    const incoming = read();
    if (typeof incoming === 'string') throw new Error(incoming);
    expect(meaningOf(incoming)).toBe(`701:comment:5:approve:${hash}`);
  });

  it('stays marked as one that an App posted', () => {
    expect(read({ throughApp: true })).toMatchObject({ comment: { throughApp: true } });
  });

  it('has an id that no delivery of GitHub has, another one for another text', () => {
    const id = foundId(found);
    expect(id).not.toMatch(/^[0-9A-Za-z-]+$/);
    expect(foundId({ ...found, body: '/reject' })).not.toBe(id);
    expect(signedDelivery(id)).toBeNull();
    expect(signedDelivery('d0c5f4ae-0000-4000-8000-000000000001')).toBe(
      'd0c5f4ae-0000-4000-8000-000000000001',
    );
  });

  it('without an author is a fault of the caller', () => {
    expect(() => read({ author: null })).toThrow(TypeError);
  });
});
