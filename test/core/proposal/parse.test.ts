import { describe, expect, test } from 'vitest';
import { canonical } from '../../../lib/core/json/canonical.ts';
import { digestDocument, digestText } from '../../../lib/core/json/digest.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../lib/core/json/value.ts';
import { parseProposal } from '../../../lib/core/proposal/parse.ts';
import type { Proposal } from '../../../lib/core/proposal/proposal.ts';
import { hashProposal, writeProposal } from '../../../lib/core/proposal/write.ts';
import { buildProposal, type Twist } from '../../support/proposal.ts';

const { proposal } = buildProposal();
const text = writeProposal(proposal);
const document: JsonObject = JSON.parse(text);

const codeOf = (written: string): string => {
  const parsed = parseProposal(written);
  return parsed.ok ? 'accepted' : parsed.fault.code;
};
const faultsOf = (twist: Twist): readonly string[] => {
  const parsed = parseProposal(writeProposal(buildProposal(twist).proposal));
  return parsed.ok ? [] : [parsed.fault.code, ...parsed.fault.faults.map(({ path }) => path)];
};

describe('a proposal', () => {
  test('is read from its canonical text, whole', () => {
    expect(parseProposal(text)).toEqual({ ok: true, value: proposal });
  });

  test('has the SHA-256 of that text as its hash', () => {
    expect(hashProposal(text)).toBe(digestText(text));
    expect(hashProposal(text)).toBe(digestDocument({ ...document, kind: 'countersign/proposal@1' }));
  });

  test('may come from an agent, without a bundle', () => {
    const origin = { agent: { principal: 'agent:triage', key: 'k-1', minter: '1001' } };
    expect(faultsOf({ proposal: { origin, bundle: null } })).toEqual([]);
  });

  test('may never expire, and may be decided under a policy file', () => {
    const source = { commit: 'a'.repeat(64), digest: digestText('policy') };
    const { rule } = proposal.policy;
    expect(faultsOf({ proposal: { expiresAt: null, policy: { source, rule } } })).toEqual([]);
  });

  test('may act on another repository of the same owner', () => {
    const repository = { id: '702', ownerId: '77', name: 'acme/runbooks' };
    expect(faultsOf({ action: { target: { repository } } })).toEqual([]);
  });
});

describe('CA-18: a proposal with a member too few or too many is refused', () => {
  const refuses = (path: string, change: Change): void => {
    expect(codeOf(canonical(changed(document, path.split('.'), change)))).not.toBe('accepted');
  };

  test.each(membersOf(document))('without %s', (path) => {
    refuses(path, (holder, name) => without(holder, name));
  });

  test.each(membersOf(document))('with one more beside %s', (path) => {
    refuses(path, (holder) => ({ ...holder, more: null }));
  });

  test.each(membersOf(document))('with %s of another kind', (path) => {
    refuses(path, (holder, name) => ({ ...holder, [name]: Array.isArray(holder[name]) ? 'x' : [[]] }));
  });
});

describe('CA-17: a document of another kind is refused where a proposal is due', () => {
  test.each(['countersign/entry@1', 'countersign/record@1', 'countersign/proposal@2', ''])('%s', (kind) => {
    expect(codeOf(canonical({ ...document, kind }))).toBe('proposal_malformed');
    expect(hashProposal(canonical({ ...document, kind }))).not.toBe(hashProposal(text));
  });
});

describe('a text that is not the canonical one is refused', () => {
  test.each([
    ['empty', ''],
    ['a line feed behind it', `${text}\n`],
    ['a blank inside', text.replace('{', '{ ')],
    ['CA-01: a member twice', text.replace('{', '{"risk":"low",')],
    ['another order', `{"risk":"medium",${text.slice(1).replace(',"risk":"medium"', '')}`],
    ['an escape that needs none', text.replace('acme', String.raw`\u0061cme`)],
    ['CA-09: a byte order mark', `﻿${text}`],
    ['CA-03: another spelling of a number', text.replace('"attempt":1', '"attempt":1.0')],
    ['not an object', '[]'],
    ['not JSON', 'approve'],
  ])('%s', (_, written) => {
    expect(codeOf(written)).toBe('proposal_malformed');
  });
});

describe('members are held against one another', () => {
  test.each<readonly [string, Twist, readonly string[]]>([
    [
      'it expires when it is issued',
      { proposal: { expiresAt: proposal.issuedAt } },
      ['expiry_invalid', 'expiresAt'],
    ],
    [
      'it expires before it is issued',
      { proposal: { expiresAt: '2026-11-30T14:09:59Z' } },
      ['expiry_invalid', 'expiresAt'],
    ],
    ['nobody may approve', { rule: { roles: [] } }, ['proposal_malformed', 'policy.rule']],
    [
      'the target has another owner',
      { action: { target: { repository: { id: '702', ownerId: '78', name: 'acme/x' } } } },
      ['proposal_malformed', 'action.target.repository'],
    ],
    [
      'one id has two names',
      { action: { target: { repository: { id: '701', ownerId: '77', name: 'acme/x' } } } },
      ['proposal_malformed', 'action.target.repository'],
    ],
    [
      'one name has two ids',
      { action: { target: { repository: { id: '702', ownerId: '77', name: 'acme/payments' } } } },
      ['proposal_malformed', 'action.target.repository'],
    ],
    [
      'PO-14: nobody knows the action',
      { action: { type: 'github.repository.delete' } },
      ['action_unknown', 'action.type'],
    ],
    [
      'the action’s input is not its type’s',
      { action: { input: { title: 'x' } } },
      ['action_refused', 'action.input.body', 'action.input.labels', 'action.input.assignees'],
    ],
  ])('%s', (_, twist, faults) => {
    expect(faultsOf(twist)).toEqual(faults);
  });

  test('the idempotency key is recomputed', () => {
    const action = { ...proposal.action, idempotencyKey: `cs-${'0'.repeat(32)}` };
    expect(codeOf(writeProposal({ ...proposal, action }))).toBe('idempotency_key_wrong');
  });
});

test('all faults are listed, each with its place', () => {
  const broken: Proposal = { ...proposal, nonce: 'x', repository: { id: '01', ownerId: '77', name: 'acme' } };
  const parsed = parseProposal(writeProposal(broken));
  expect(!parsed.ok && parsed.fault.faults.map(({ path }) => path)).toEqual([
    'nonce',
    'repository.id',
    'repository.name',
  ]);
});

test('CA-20: a bit flipped in any byte refuses, or gives another hash', () => {
  const bytes = Buffer.from(text);
  const hash = hashProposal(text);
  for (let at = 0; at < bytes.length; at += 1) {
    for (const bit of [0, 3, 5]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      const written = flipped.toString('utf8');
      if (codeOf(written) === 'accepted') expect(hashProposal(written)).not.toBe(hash);
    }
  }
});

function membersOf(value: JsonObject, prefix = ''): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    // What a type of action takes as input is tested with the type.
    if (path === 'action.input') return [path];
    if (isJsonObject(member)) return [path, ...membersOf(member, `${path}.`)];
    return isJsonArray(member) && isJsonObject(member[0])
      ? [path, ...membersOf(member[0], `${path}.0.`)]
      : [path];
  });
}

type Change = (holder: JsonObject, name: string) => JsonObject;

function without(holder: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([one]) => one !== name));
}

/** A copy in which the object that holds the last name of the path is changed. */
function changed(value: JsonValue | undefined, path: readonly string[], change: Change): JsonValue {
  const [name = '', ...rest] = path;
  if (isJsonArray(value)) return value.map((item) => changed(item, rest, change));
  if (!isJsonObject(value)) throw new Error(`there is no ${name}`);
  return rest.length === 0 ? change(value, name) : { ...value, [name]: changed(value[name], rest, change) };
}
