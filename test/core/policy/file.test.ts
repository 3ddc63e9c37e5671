import { describe, expect, it } from 'vitest';
import {
  hasOrganisation,
  policyFields,
  readPolicyEntry,
  readPolicyFile,
} from '../../../lib/core/policy/file.ts';

const commit = 'c'.repeat(40);
const text = 'version: 1\n';
const blob = { kind: 'Blob', isBinary: false, isTruncated: false, byteSize: 11, text };

describe('a policy file as GitHub tells it', () => {
  it('PO-01: is asked for at the default branch’s head, with the commit that this is', () => {
    expect(policyFields).toContain('"HEAD:.github/countersign.yml"');
    expect(readPolicyFile({ head: { oid: commit }, policy: blob })).toEqual({
      ok: true,
      value: { commit, text },
    });
  });

  it.each([
    ['a repository without it', { head: { oid: commit }, policy: null }],
    ['a repository without a commit', { head: null, policy: null }],
    ['an answer that does not name it', { head: { oid: commit } }],
  ])('is not there in %s', (_, repository) => {
    expect(readPolicyFile(repository)).toEqual({ ok: true, value: null });
  });

  it('is not there where a commit has no such entry', () => {
    for (const entry of [null, undefined])
      expect(readPolicyEntry(commit, entry)).toEqual({ ok: true, value: null });
  });

  it.each([
    ['a folder', { kind: 'Tree' }],
    ['a binary file', { ...blob, isBinary: true, text: null }],
    ['a file that may be binary', { ...blob, isBinary: null }],
    ['a file cut short', { ...blob, isTruncated: true }],
    ['65,537 bytes', { ...blob, byteSize: 65_537 }],
    ['an unknown number of bytes', { ...blob, byteSize: null }],
    ['a text longer than it should be', { ...blob, text: 'x'.repeat(65_537) }],
    ['a file without its text', { ...blob, text: null }],
  ])('PO-02: that is %s is there, and nobody can read it', (_, entry) => {
    expect(readPolicyEntry(commit, entry)).toEqual({ ok: true, value: { commit, text: null } });
  });

  it.each([
    ['without its commit', { head: null, policy: blob }],
    ['with a short commit', { head: { oid: 'abc' }, policy: blob }],
    ['that is a text', { head: { oid: commit }, policy: 'x' }],
    ['that is a list', { head: { oid: commit }, policy: [] }],
    ['without a kind', { head: { oid: commit }, policy: {} }],
    ['without a word on binary', { head: { oid: commit }, policy: { ...blob, isBinary: 'no' } }],
    ['without a word on its end', { head: { oid: commit }, policy: { ...blob, isTruncated: null } }],
    ['whose text is none', { head: { oid: commit }, policy: { ...blob, text: 7 } }],
    ['with half a letter', { head: { oid: commit }, policy: { ...blob, text: '\ud800' } }],
  ])('PO-02: %s is no answer', (_, repository) => {
    expect(readPolicyFile(repository)).toEqual({ ok: false, fault: 'unreadable' });
  });

  it('has the organisation’s above it, but for the organisation’s own', () => {
    expect(['acme/payments', 'acme/x.github', 'acme/.GitHub'].map(hasOrganisation)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
