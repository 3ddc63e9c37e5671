import { describe, expect, it } from 'vitest';
import { policyQuery, readPolicies } from '../../../lib/adapters/github-runner/policy-files.ts';

const commit = 'c'.repeat(40);
const blob = { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 11, text: 'version: 1\n' };
const file = { head: { oid: commit }, policy: blob };
const none = { head: { oid: commit }, policy: null };
const read = { commit, text: 'version: 1\n' };
const unread = { commit, text: null };

describe('the policy files as a runner reads them', () => {
  it('PO-01: come from the default branch’s head, whatever the workflow runs on', () => {
    expect(policyQuery.match(/"HEAD:\.github\/countersign\.yml"/g)).toHaveLength(2);
  });

  it.each([
    ['both', { data: { repository: file, organisation: file } }, { repository: read, organisation: read }],
    ['neither', { data: { repository: none, organisation: none } }, { repository: null, organisation: null }],
    ['its own alone', { data: { repository: file } }, { repository: read, organisation: null }],
    [
      'an empty repository’s',
      { data: { repository: { head: null, policy: null }, organisation: null } },
      { repository: null, organisation: null },
    ],
    [
      'an organisation’s that is gone or not to be seen',
      {
        data: { repository: file, organisation: null },
        errors: [{ type: 'NOT_FOUND', path: ['organisation'] }],
      },
      { repository: read, organisation: null },
    ],
    [
      'a folder',
      { data: { repository: { ...file, policy: { kind: 'Tree' } } } },
      { repository: unread, organisation: null },
    ],
    [
      'a binary file',
      { data: { repository: { ...file, policy: { ...blob, isBinary: true, text: null } } } },
      { repository: unread, organisation: null },
    ],
    [
      'a file cut short',
      { data: { repository: { ...file, policy: { ...blob, isTruncated: true } } } },
      { repository: unread, organisation: null },
    ],
    [
      'a file over 64 KiB',
      { data: { repository: { ...file, policy: { ...blob, byteSize: 65_537 } } } },
      { repository: unread, organisation: null },
    ],
  ])('%s', (_, answer, expected) => {
    expect(readPolicies(answer)).toEqual({ ...expected, target: null });
  });

  const target = {
    databaseId: 601,
    nameWithOwner: 'acme/website',
    isPrivate: false,
    owner: { databaseId: 77 },
  };
  const missing = { type: 'NOT_FOUND', path: ['target'] };

  it('come with the repository that was asked for beside them, or without what is not to be seen', () => {
    expect(readPolicies({ data: { repository: none, target } })).toMatchObject({
      target: { id: '601', ownerId: '77', name: 'acme/website', isPublic: true },
    });
    expect(
      readPolicies({ data: { repository: none, target: { ...target, isPrivate: true } } }),
    ).toMatchObject({
      target: { isPublic: false },
    });
    expect(readPolicies({ data: { repository: none, target: null }, errors: [missing] })).toMatchObject({
      target: null,
    });
  });

  it.each([
    ['without its id', { ...target, databaseId: null }],
    ['with an id that is a text', { ...target, databaseId: '601' }],
    ['without its name', { ...target, nameWithOwner: null }],
    ['without its owner', { ...target, owner: {} }],
    ['that is a text', 'acme/website'],
    ['that does not say whether it is private', { ...target, isPrivate: null }],
  ])('are not read beside another repository %s', (_, seen) => {
    expect(readPolicies({ data: { repository: none, target: seen } })).toBeNull();
  });

  it.each([
    ['no answer', null],
    ['no data', { data: null }],
    [
      'a repository that is gone',
      { data: { repository: null }, errors: [{ type: 'NOT_FOUND', path: ['repository'] }] },
    ],
    [
      'another error',
      { data: { repository: none }, errors: [{ type: 'FORBIDDEN', path: ['organisation'] }] },
    ],
    [
      'an error inside the organisation’s',
      { data: { repository: none }, errors: [{ type: 'NOT_FOUND', path: ['organisation', 'policy'] }] },
    ],
    [
      'another error about the other repository',
      { data: { repository: none }, errors: [{ type: 'FORBIDDEN', path: ['target'] }] },
    ],
    ['an error without a type', { data: { repository: none }, errors: [{ message: 'x' }] }],
    ['a file without its commit', { data: { repository: { head: null, policy: blob } } }],
    ['a file that is a text', { data: { repository: { ...file, policy: 'x' } } }],
    [
      'an organisation’s file without its commit',
      { data: { repository: none, organisation: { head: {}, policy: blob } } },
    ],
  ])('PO-02: %s is no policy and no absence of one', (_, answer) => {
    expect(readPolicies(answer)).toBeNull();
  });
});
