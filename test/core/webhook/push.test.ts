import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { isHandled, meaningOf, readIncoming } from '../../../lib/core/webhook/incoming.ts';

const before = 'b'.repeat(40);
const after = 'a'.repeat(40);
const place = { installation: '5', repository: { id: '7', ownerId: '3', name: 'acme/payments' } };

function payload(twist: JsonObject = {}): JsonValue {
  return {
    ref: 'refs/heads/main',
    before,
    after,
    deleted: false,
    forced: false,
    commits: [
      { added: [], modified: ['README.md'], removed: [] },
      { added: [], modified: ['.github/countersign.yml'], removed: [] },
    ],
    repository: { id: 7, full_name: 'acme/payments', default_branch: 'main', owner: { id: 3 } },
    installation: { id: 5 },
    ...twist,
  };
}

const other = [{ added: ['x'], modified: [], removed: [] }, 'x', { added: 'x' }];

describe('PO-01: a push', () => {
  test.each<[string, JsonObject]>([
    ['changes the file', {}],
    ['adds it', { commits: [{ added: ['.github/countersign.yml'], modified: [], removed: [] }] }],
    ['removes it', { commits: [{ added: [], modified: [], removed: ['.github/countersign.yml'] }] }],
    ['is forced, which may take anything away', { forced: true, commits: [] }],
    ['brings more than is told', { commits: Array.from({ length: 2048 }, () => ({})) }],
  ])('that %s is one of the policy', (_, twist) => {
    const incoming = readIncoming('push', payload(twist));
    expect(incoming).toEqual({ kind: 'policy_pushed', place, before, after });
    expect(typeof incoming === 'string' ? null : meaningOf(incoming)).toBe(`7:push:${before}:${after}`);
  });

  test('that makes the branch has nothing before it', () => {
    const incoming = readIncoming('push', payload({ before: '0'.repeat(40) }));
    expect(incoming).toMatchObject({ before: null });
    expect(typeof incoming === 'string' ? null : meaningOf(incoming)).toBe(`7:push::${after}`);
  });

  test.each<[string, JsonObject]>([
    ['another branch', { ref: 'refs/heads/topic' }],
    ['a tag of its name', { ref: 'refs/tags/main' }],
    ['other files', { commits: other }],
    ['a branch that is deleted', { deleted: true }],
    ['no commit', { after: '0'.repeat(40) }],
    ['a half commit', { after: 'abc' }],
    ['no list of commits', { commits: null }],
    ['no installation', { installation: null }],
    ['no repository', { repository: null }],
    ['a repository without a branch', { repository: { id: 7, full_name: 'a/b', owner: { id: 3 } } }],
  ])('of %s is noise', (_, twist) => {
    expect(readIncoming('push', payload(twist))).toBe('noise');
  });

  test('is none under the name of another event', () => {
    expect(readIncoming('star', payload())).toBe('noise');
    expect(readIncoming('issues', payload())).toBe('malformed');
  });

  test('is read whatever it says: it has no action', () => {
    expect(isHandled('push', null)).toBe(true);
  });
});
