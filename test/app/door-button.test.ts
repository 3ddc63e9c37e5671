import { describe, expect, it } from 'vitest';
import { known, openDoor, post, sign, user } from './door-support.ts';

const pressed = {
  action: 'requested_action',
  requested_action: { identifier: 'approve' },
  check_run: {
    id: 8800,
    node_id: 'CR_8800',
    html_url: 'https://github.com/acme/payments/runs/8800',
    name: 'Countersign',
    head_sha: 'c0'.repeat(20),
    external_id: known.hash,
    app: { id: 77 },
  },
  installation: { id: 5 },
  repository: { id: 701, full_name: 'acme/payments', owner: { id: 77 } },
  sender: user,
};

async function deliver(payload: object): Promise<{ readonly status: number; readonly issue: string | null }> {
  const door = await openDoor();
  const text = JSON.stringify(payload);
  const headers = { 'x-github-event': 'check_run', 'x-hub-signature-256': sign(text) };
  const status = await post(door, { text, headers });
  return { status, issue: door.received[0]?.issue ?? null };
}

describe('a press, at the door', () => {
  it('is stored for the issue of the proposal whose hash the check run names', async () => {
    expect(await deliver(pressed)).toEqual({ status: 202, issue: '701#7' });
  });

  it('is stored so for a request to run it again, too', async () => {
    expect(await deliver({ ...pressed, action: 'rerequested' })).toEqual({ status: 202, issue: '701#7' });
  });

  it.each([
    ['on another App’s check run', { check_run: { ...pressed.check_run, app: { id: 15_368 } } }],
    ['on a check run without our hash', { check_run: { ...pressed.check_run, external_id: 'build-7' } }],
    ['on a check run without any', { check_run: { ...pressed.check_run, external_id: null } }],
    ['on a proposal that nobody knows', { check_run: { ...pressed.check_run, external_id: '0'.repeat(64) } }],
    ['of a proposal of another repository', { repository: { ...pressed.repository, id: 702 } }],
    ['of a button that is none of ours', { requested_action: { identifier: 'fix' } }],
    ['by a bot', { sender: { ...user, type: 'Bot' } }],
    ['of a check run that was only made or ended', { action: 'completed' }],
  ])('%s is dropped', async (_, twist) => {
    expect(await deliver({ ...pressed, ...twist })).toEqual({ status: 200, issue: null });
  });

  it('AP-50: is taken once under one delivery id', async () => {
    const door = await openDoor();
    const text = JSON.stringify(pressed);
    const headers = { 'x-github-event': 'check_run', 'x-hub-signature-256': sign(text) };
    expect([await post(door, { text, headers }), await post(door, { text, headers })]).toEqual([202, 200]);
  });

  it('and each under its own: a press may truly come twice', async () => {
    const door = await openDoor();
    const text = JSON.stringify(pressed);
    for (const id of ['d-1', 'd-2']) {
      const headers = {
        'x-github-event': 'check_run',
        'x-github-delivery': id,
        'x-hub-signature-256': sign(text),
      };
      expect(await post(door, { text, headers })).toBe(202);
    }
    expect(door.received.map(({ meaning }) => meaning)).toEqual([null, null]);
  });
});
