import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { CheckRunView } from '../github/views.ts';
import { approveMeanwhile, decide, needTwo, ownRequests, waiting } from './deeds.ts';
import { answers, repository, tickets, typesOf, type House } from './house.ts';
import { holdTime } from './time.ts';

async function shown(): Promise<Awaited<ReturnType<typeof waiting>> & { readonly page: CheckRunView }> {
  const { house, proposal } = await waiting();
  return { house, proposal, page: checkRun(house) };
}

function checkRun(house: House): CheckRunView {
  const [page] = house.world.checkRuns(repository);
  if (page === undefined) throw new Error('there is no check run');
  return page;
}

async function press(house: House, login: string, button: string, page = checkRun(house)): Promise<void> {
  await house.world.as(login).press(repository, page.id, button);
  await house.settled();
}

describe('the buttons of a check run', () => {
  it('approve exactly what it shows: done once, by a press that the audit keeps', async () => {
    const { house, proposal, page } = await shown();
    await press(house, 'kim', 'approve');
    expect(tickets(house)).toBe(1);
    const run = await house.run(proposal.hash);
    const approval = run?.entries.find(({ type }) => type === 'approval.recorded');
    expect(approval).toMatchObject({
      actor: { kind: 'person', login: 'kim' },
      data: { hash: proposal.hash, source: { kind: 'button', id: String(page.id), url: page.url } },
    });
    expect(typesOf(run)).toContain('readback.equal');
    expect(house.world.issue(repository, proposal.number)).toMatchObject({ state: 'closed' });
    expect(house.github.violations).toEqual([]);
  });

  it('reject it, by anyone with a say', async () => {
    const { house, proposal } = await waiting();
    await press(house, 'dana', 'reject');
    expect(typesOf(await house.run(proposal.hash))).toContain('run.rejected');
    expect(house.world.issue(repository, proposal.number)).toMatchObject({ stateReason: 'not_planned' });
    expect(tickets(house)).toBe(0);
  });

  it('are there while the run waits, go while it is held, come back, and are gone at its end', async () => {
    const { house, proposal } = await waiting();
    const { number, body } = proposal;
    expect(checkRun(house).actions).toHaveLength(2);
    await house.world.as('dana').editIssue(repository, number, { body: `${body}\n` });
    await house.settled();
    expect(checkRun(house).actions).toHaveLength(0);
    await house.world.as('dana').editIssue(repository, number, { body });
    await house.settled();
    expect(checkRun(house).actions).toHaveLength(2);
    await press(house, 'ana', 'reject');
    expect(checkRun(house).actions).toHaveLength(0);
  });

  it('pressed twice in a moment are one press, and later are answered', async () => {
    const time = holdTime();
    const { house, proposal, page } = await shown();
    const again = (): Promise<void> =>
      house.world.as('kim').press(repository, page.id, 'approve', 'of before');
    await press(house, 'kim', 'approve');
    const told = answers(house, proposal.number).length;
    time.pass(500);
    await again();
    await house.settled();
    expect(answers(house, proposal.number)).toHaveLength(told);
    time.pass(60_000);
    await again();
    await house.settled();
    expect(answers(house, proposal.number).at(-1)).toContain('`not_waiting`');
    expect(tickets(house)).toBe(1);
  });

  it('AP-38: count with comments, one person once', async () => {
    const { house, proposal } = await waiting();
    const { number } = proposal;
    needTwo(house);
    await press(house, 'kim', 'approve');
    expect(checkRun(house).actions).toHaveLength(2);
    await decide(house, 'kim', proposal, 'approve');
    expect(answers(house, number).at(-1)).toContain('`already_approved`');
    expect(tickets(house)).toBe(0);
    await decide(house, 'ana', proposal, 'approve');
    expect(tickets(house)).toBe(1);
    expect(house.world.checkRuns(repository)[0]?.summary).toContain('approved, by button');
  });

  it('AP-50: delivered again approve once', async () => {
    const { house } = await waiting();
    const doubled = house.github.hooks.double({ event: 'check_run', action: 'requested_action' });
    await press(house, 'kim', 'approve');
    doubled.remove();
    const told = house.github.hooks.deliveries.find(({ action }) => action === 'requested_action');
    await house.github.hooks.redeliver(told?.id ?? 0);
    await house.settled();
    expect(tickets(house)).toBe(1);
  });

  it('AP-51: delivered again when the inbox forgot it, approve once', async () => {
    const { house, proposal } = await waiting();
    await press(house, 'kim', 'approve');
    await house.restart(async () => {
      const database = new DatabaseSync(house.settings.ledgerPath);
      database.exec('DELETE FROM inbox');
      database.close();
    });
    const before = typesOf(await house.run(proposal.hash));
    const told = house.github.hooks.deliveries.find(({ action }) => action === 'requested_action');
    await house.github.hooks.redeliver(told?.id ?? 0);
    await house.settled();
    expect(typesOf(await house.run(proposal.hash))).toEqual(before);
    expect(tickets(house)).toBe(1);
  });

  it('AP-55: that nobody heard are asked for again, and counted as of then', async () => {
    const { house, proposal } = await waiting();
    const lost = house.github.hooks.drop({ event: 'check_run', action: 'requested_action' });
    await press(house, 'kim', 'approve');
    expect(tickets(house)).toBe(0);
    lost.remove();
    await house.app.sweep();
    await house.settled();
    expect(typesOf(await house.run(proposal.hash))).toContain('readback.equal');
  });
});

describe('whoever presses is looked at like whoever comments', () => {
  it('AP-37: who started the run is refused, and told in the issue', async () => {
    const { house, proposal } = await waiting();
    await press(house, 'dana', 'approve');
    expect(answers(house, proposal.number)).toHaveLength(1);
    expect(answers(house, proposal.number)[0]).toContain('`initiator_excluded`');
    expect(tickets(house)).toBe(0);
  });

  it('AP-32: who may write and is no approver is refused', async () => {
    const { house, proposal } = await waiting();
    house.world.grant({ repository, login: 'bo', role: 'write' });
    await press(house, 'bo', 'approve');
    expect(answers(house, proposal.number)[0]).toContain('`not_eligible`');
  });

  it('AP-31, AP-56: a reader gets no answer, and costs one look at their right a minute', async () => {
    const { house, proposal } = await waiting();
    house.github.resetRequests();
    for (const button of ['approve', 'reject', 'approve']) await press(house, 'bo', button);
    expect(answers(house, proposal.number)).toEqual([]);
    expect(ownRequests(house)).toHaveLength(1);
    expect(typesOf(await house.run(proposal.hash))).not.toContain('command.refused');
  });

  it('AP-41: a right that is lost before the write is no right', async () => {
    const { house, proposal, page } = await shown();
    await approveMeanwhile(
      house,
      proposal,
      () => house.world.grant({ repository, login: 'kim', role: 'read' }),
      () => house.world.as('kim').press(repository, page.id, 'approve'),
    );
    expect(answers(house, proposal.number).at(-1)).toContain('`right_lost`');
    expect(tickets(house)).toBe(0);
  });

  it('AP-24: a proposal that is edited before the write is not carried out', async () => {
    const { house, proposal, page } = await shown();
    const { number, body } = proposal;
    await approveMeanwhile(
      house,
      proposal,
      () => house.world.as('dana').editIssue(repository, number, { body: body.replace('5xx', '4xx') }),
      () => house.world.as('kim').press(repository, page.id, 'approve'),
    );
    expect(typesOf(await house.run(proposal.hash))).toContain('execution.failed');
    expect(tickets(house)).toBe(0);
  });

  it('AP-46, AP-48: too late is refused with where it stands', async () => {
    const { house, proposal, page } = await shown();
    await press(house, 'ana', 'reject');
    await house.world.as('kim').press(repository, page.id, 'approve', 'of before');
    await house.settled();
    expect(answers(house, proposal.number).at(-1)).toContain('`not_waiting`');
    expect(tickets(house)).toBe(0);
  });
});

describe('a button that is not the run’s own', () => {
  it('does nothing, on a check run that another one has replaced; its presser is told', async () => {
    const { house, proposal, page } = await shown();
    house.world.deleteCheckRuns(repository);
    await house.world.as('dana').comment(repository, proposal.number, '/status');
    await house.settled();
    expect(checkRun(house).id).not.toBe(page.id);
    await forgePress(house, page, {});
    expect(answers(house, proposal.number).at(-1)).toContain('`button_outdated`');
    expect(tickets(house)).toBe(0);
  });

  it.each([
    ['under another name', { name: 'Countersign policy' }],
    ['on another commit', { head_sha: 'd'.repeat(40) }],
    ['of another App', { app: { id: 15_368 } }],
    ['with part of the hash', { external_id: 'a3a3a3a3' }],
  ])('does nothing, %s, and costs no request', async (_, twist) => {
    const { house, proposal, page } = await shown();
    house.github.resetRequests();
    await forgePress(house, page, twist);
    expect(ownRequests(house)).toEqual([]);
    expect(answers(house, proposal.number)).toEqual([]);
    expect(tickets(house)).toBe(0);
  });
});

/** A press as somebody sends it who knows the webhook secret: signed, and about another check run. */
async function forgePress(house: House, page: CheckRunView, twist: object): Promise<void> {
  const known = house.github.hooks.deliveries.findLast(({ event }) => event === 'check_run');
  if (known === undefined) throw new Error('no check run was told of');
  const told: { readonly check_run: object } = JSON.parse(known.payload);
  const sender = { id: Number(house.idOf('kim')), login: 'kim', type: 'User' };
  const own = { ...told.check_run, id: page.id, head_sha: page.sha, external_id: page.externalId };
  const payload = JSON.stringify({
    ...told,
    action: 'requested_action',
    requested_action: { identifier: 'approve' },
    sender,
    check_run: { ...own, ...twist },
  });
  const [secret = ''] = house.settings.webhookSecrets;
  await house.github.hooks.forge({ app: 'countersign', event: 'check_run', payload, secret });
  await house.settled();
}

describe('a check run that is asked for again', () => {
  it('is told anew from the ledger, for who has a say', async () => {
    const { house, proposal, page } = await shown();
    const before = typesOf(await house.run(proposal.hash));
    house.github.resetRequests();
    await house.world.as('dana').rerequest(repository, page.id);
    await house.settled();
    expect(ownRequests(house).filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect(checkRun(house)).toMatchObject({ id: page.id, conclusion: 'neutral', status: 'completed' });
    expect(typesOf(await house.run(proposal.hash))).toEqual(before);
  });

  it('shows what an edit did that no delivery told of', async () => {
    const { house, proposal, page } = await shown();
    const { number, body, hash } = proposal;
    const lost = house.github.hooks.drop({ event: 'issues', action: 'edited' });
    await house.world.as('dana').editIssue(repository, number, { body: body.replace('5xx', '4xx') });
    await house.world.as('kim').rerequest(repository, page.id);
    await house.settled();
    expect(typesOf(await house.run(hash))).toContain('run.held');
    expect(checkRun(house).actions).toHaveLength(0);
    await house.world.as('dana').editIssue(repository, number, { body });
    await house.world.as('kim').rerequest(repository, page.id);
    await house.settled();
    lost.remove();
    expect(typesOf(await house.run(hash))).toContain('run.released');
    expect(checkRun(house).actions).toHaveLength(2);
  });

  it('is told anew at its end, too, and decides nothing', async () => {
    const { house, proposal, page } = await shown();
    await press(house, 'kim', 'approve');
    const before = typesOf(await house.run(proposal.hash));
    await house.world.as('kim').rerequest(repository, page.id);
    await house.settled();
    expect(typesOf(await house.run(proposal.hash))).toEqual(before);
    expect(checkRun(house)).toMatchObject({ conclusion: 'success', actions: [] });
    expect(tickets(house)).toBe(1);
  });
});
