import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { baseInput } from '../support/proposal.ts';
import { decide, sweep } from './deeds.ts';
import { answers, propose, repository, startHouse, tickets, typesOf, type House } from './house.ts';
import { hour, holdTime, minute } from './time.ts';

/** A proposal that waits for a day. */
function long(): Parameters<typeof propose>[1] {
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 23 * hour).toISOString();
  return { twist: { proposal: { expiresAt } } };
}

function routesOf(house: House): readonly string[] {
  return house.github.requests.map(({ method, route }) => `${method} ${route}`);
}

describe('a proposal that waits', () => {
  it('users 64: uses no runner: nobody asks for its Actions run, before and after it is approved', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await propose(house, long());
    house.github.resetRequests();
    for (let passed = 0; passed < 6; passed += 1) {
      time.pass(hour);
      await sweep(house);
    }
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
    expect(routesOf(house).filter((route) => route.includes('/actions/'))).toEqual([]);
  });

  it('users 65: is decided with a token that is made when it is needed, hours after the last one died', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await propose(house, long());
    time.pass(5 * hour);
    house.github.resetRequests();
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
    expect(house.github.requests.filter(({ status }) => status === 401)).toEqual([]);
    expect(routesOf(house)).toContain('POST /app/installations/{installation_id}/access_tokens');
  });

  it('users 66: is not polled: nothing is asked until something comes in, and a sweep asks twice', async () => {
    const house = await startHouse();
    const proposal = await propose(house);
    house.github.resetRequests();
    await house.settled();
    expect(routesOf(house)).toEqual([]);
    await sweep(house);
    expect(routesOf(house)).toHaveLength(2);
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
  });

  it('users 69: holds no lock: another bundle’s proposal is carried out beside it, and a newer one replaces it', async () => {
    const house = await startHouse();
    const waits = await propose(house);
    const bundle = { id: 'another-bundle', version: '1.0.0', digest: 'a'.repeat(64) };
    const other = await propose(house, { twist: { proposal: { bundle } } });
    await decide(house, 'kim', other, 'approve');
    expect(tickets(house)).toBe(1);
    expect(house.world.issue(repository, waits.number).state).toBe('open');
    const newer = await propose(house, { twist: { action: { input: { ...baseInput, title: 'newer' } } } });
    await decide(house, 'kim', newer, 'approve');
    expect(tickets(house)).toBe(2);
    expect(house.world.issue(repository, waits.number).labels).toContain('countersign: superseded');
  });

  it('users 72: uses up no budget: it is carried out 22 hours later like at once', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await propose(house, long());
    time.pass(22 * hour);
    await decide(house, 'kim', proposal, 'approve');
    expect(tickets(house)).toBe(1);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('run.expired');
  });
});

describe('a proposal whose time is over', () => {
  it('users 68: does nothing then or later, and paints nothing green', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await propose(house);
    time.pass(hour + 2 * minute);
    await sweep(house);
    await sweep(house);
    await decide(house, 'kim', proposal, 'approve');
    await decide(house, 'kim', proposal, 'resume');
    await sweep(house);
    expect(tickets(house)).toBe(0);
    expect(house.world.checkRuns(repository).map(({ conclusion }) => conclusion)).toEqual(['neutral']);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('intent.recorded');
  });

  it('users 70: is called expired on every surface, and nowhere rejected', async () => {
    const time = holdTime();
    const house = await startHouse();
    const proposal = await propose(house);
    time.pass(hour + 2 * minute);
    await sweep(house);
    await sweep(house);
    await house.world.as('ana').comment(repository, proposal.number, '/status');
    await house.settled();
    const { labels } = house.world.issue(repository, proposal.number);
    const [checkRun] = house.world.checkRuns(repository);
    const types = typesOf(await house.run(proposal.hash));
    expect(types).toContain('run.expired');
    expect(types).not.toContain('run.rejected');
    expect(labels).toEqual(['countersign', 'countersign: expired']);
    expect(checkRun?.title).toBe('Expired');
    for (const text of [...answers(house, proposal.number), checkRun?.title ?? '']) {
      expect(text).toContain('Expired');
      expect(text.toLowerCase()).not.toContain('rejected');
    }
  });
});

describe('users 46: the job that proposes', () => {
  const folder = resolve(import.meta.dirname, '../../workflows');
  const callers = readdirSync(folder)
    .map((bundle) => join(folder, bundle, 'caller.yml'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

  it('holds a token that can open the proposal’s issue, and write nothing else', () => {
    expect(callers.length).toBeGreaterThan(0);
    for (const { path, text } of callers) {
      const workflow: {
        readonly permissions: object;
        readonly jobs: Record<string, { permissions: object }>;
      } = parse(text);
      expect(workflow.permissions, path).toEqual({});
      for (const { permissions } of Object.values(workflow.jobs)) {
        const writes = Object.entries(permissions).flatMap(([name, level]) =>
          level === 'write' ? [name] : [],
        );
        expect(
          writes.filter((name) => name !== 'issues' && name !== 'id-token'),
          path,
        ).toEqual([]);
      }
    }
  });
});
