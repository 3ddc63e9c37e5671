import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import { meaningOf, readIncoming } from '../../../lib/core/webhook/incoming.ts';

const hash = 'a3'.repeat(32);
const checkRun: JsonObject = {
  id: 8800,
  node_id: 'CR_8800',
  html_url: 'https://github.com/acme/payments/runs/8800',
  url: 'https://api.github.com/repos/acme/payments/check-runs/8800',
  name: 'Countersign',
  head_sha: 'c0'.repeat(20),
  external_id: hash,
  app: { id: 77 },
};
const pressed: JsonObject = {
  action: 'requested_action',
  requested_action: { identifier: 'approve' },
  check_run: checkRun,
  installation: { id: 5 },
  repository: { id: 701, full_name: 'acme/payments', owner: { id: 77 } },
  sender: { id: 1002, login: 'octo-kim', type: 'User' },
};
const { requested_action: _, ...withoutButton } = pressed;
const rerequested: JsonObject = { ...withoutButton, action: 'rerequested' };

describe('a delivery about a check run', () => {
  it('tells a press: which button, of which check run, by whom', () => {
    expect(readIncoming('check_run', pressed)).toEqual({
      kind: 'button_pressed',
      place: { installation: '5', repository: { id: '701', ownerId: '77', name: 'acme/payments' } },
      checkRun: {
        id: '8800',
        nodeId: 'CR_8800',
        url: 'https://github.com/acme/payments/runs/8800',
        name: 'Countersign',
        sha: 'c0'.repeat(20),
        externalId: hash,
        appId: '77',
      },
      button: 'approve',
      sender: { id: '1002', login: 'octo-kim', type: 'User' },
    });
  });

  it('tells that it was asked for again', () => {
    expect(readIncoming('check_run', rerequested)).toMatchObject({
      kind: 'check_run_rerequested',
      checkRun: { id: '8800', externalId: hash },
    });
  });

  it('reads one without a page of its own, or without an external id', () => {
    const bare = { ...checkRun, html_url: null, external_id: null };
    expect(readIncoming('check_run', { ...rerequested, check_run: bare })).toMatchObject({
      checkRun: { url: 'https://api.github.com/repos/acme/payments/check-runs/8800', externalId: null },
    });
  });

  it.each([
    ['made or ended, as every check run is', { ...pressed, action: 'completed' }],
    ['without an action', { ...pressed, action: null }],
    ['with a button that is none of ours', { ...pressed, requested_action: { identifier: 'fix' } }],
    [
      'with a button that only begins like ours',
      { ...pressed, requested_action: { identifier: 'approve ' } },
    ],
    ['without a button', { ...pressed, requested_action: null }],
    ['without an installation', { ...pressed, installation: null }],
    ['without a sender', { ...pressed, sender: null }],
    ['without an App', { ...pressed, check_run: { ...checkRun, app: null } }],
    ['whose App has no number', { ...pressed, check_run: { ...checkRun, app: { id: '77' } } }],
    ['without an id', { ...pressed, check_run: { ...checkRun, id: null } }],
    ['without a node id', { ...pressed, check_run: { ...checkRun, node_id: null } }],
    ['without a name', { ...pressed, check_run: { ...checkRun, name: null } }],
    ['without a commit', { ...pressed, check_run: { ...checkRun, head_sha: null } }],
    ['without any address', { ...pressed, check_run: { ...checkRun, html_url: null, url: null } }],
  ] as ReadonlyArray<readonly [string, JsonObject]>)('%s is noise', (_name, payload) => {
    expect(readIncoming('check_run', payload)).toBe('noise');
  });

  it('means nothing that comes only once: pressed, voided, and pressed again', () => {
    for (const payload of [pressed, rerequested]) {
      const incoming = readIncoming('check_run', payload);
      if (typeof incoming === 'string') throw new Error(incoming);
      expect(meaningOf(incoming)).toBeNull();
    }
  });
});
