import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readExport } from '../../lib/core/export/read.ts';
import { stateOf } from '../core/policy/files.ts';
import { approveMeanwhile, decide, ownRequests } from './deeds.ts';
import { approve, made, proposeThere, reaching, startPair, there } from './elsewhere.ts';
import { answers, repository, tickets, typesOf } from './house.ts';
import { policyPath, writePolicy } from './under-policy.ts';

describe('a private repository that decides for a public one', () => {
  it('acts there once, and tells here what it made and where', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    expect(house.world.issue(repository, proposal.number).body).toContain(
      '**In another repository:** it is decided here and done in `acme/public`',
    );
    await approve(house, proposal);
    expect([made(house), tickets(house)]).toEqual([1, 0]);
    const [result] = answers(house, proposal.number);
    expect(result).toContain(`[acme/public#1](${house.github.webUrl}/acme/public/issues/1)`);
    expect(result).toContain('all 5 fields are equal');
    expect(house.world.issue(repository, proposal.number)).toMatchObject({ state: 'closed' });
    expect(typesOf(await house.run(proposal.hash)).at(-1)).toBe('published');
    expect(house.github.violations).toEqual([]);
  });

  it('says nothing there but the action: neither who decides nor where', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    await approve(house, proposal);
    const issue = house.world.issue(there, 1);
    expect(`${issue.title}\n${issue.body}`).not.toContain(repository);
    expect(`${issue.title}\n${issue.body}`).not.toContain(proposal.hash);
    expect(house.world.comments(there, 1)).toEqual([]);
    expect(house.world.checkRuns(there).map(({ name }) => name)).toEqual(['Countersign policy']);
  });

  it('is accepted for a whole organisation by its own file, of which a repository may take less', async () => {
    const house = await startPair(() => null);
    const { world } = house;
    const above = `version: 1\naccepts: {${repository}: ${world.repositoryNow(repository).id}}\n`;
    world.repository({ fullName: 'acme/.github', files: { [policyPath]: above } });
    const { source, rule } = writePolicy(house, reaching);
    const state = stateOf(reaching, above);
    if (source === 'default' || state.kind !== 'written') throw new Error('both files are there');
    const policy = { rule, source: { ...source, digest: state.digest } };
    const proposal = await proposeThere(house, {}, policy);
    world.commit({ repository: there, path: policyPath, text: 'version: 1\naccepts: none\n' });
    await approve(house, proposal);
    expect(answers(house, proposal.number)[0]).toContain('`target_unaccepted`');
    world.commit({ repository: there, path: policyPath, text: 'version: 1\n' });
    await approve(house, proposal);
    expect(made(house)).toBe(1);
  });

  it('costs six questions more than another: two before it is taken in, one with the approval, three before the write', async () => {
    const house = await startPair();
    const policy = writePolicy(house, reaching);
    await house.settled();
    house.github.resetRequests();
    await approve(house, await proposeThere(house, {}, policy));
    const own = ownRequests(house);
    const asApp = house.github.requests.filter(({ route }) => route.endsWith('/installation'));
    expect(asApp).toHaveLength(2);
    expect(own.filter(({ creates }) => creates)).toHaveLength(3);
    expect(own.length + asApp.length).toBe(21);
  });

  it('keeps an export that names the target, which the intent and the result are held against', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    await approve(house, proposal);
    const folder = join(house.settings.exportsPath, String(house.world.repositoryNow(repository).id));
    const [file = ''] = readdirSync(folder);
    const read = readExport(readFileSync(join(folder, file), 'utf8'));
    expect(read).toMatchObject({
      value: {
        statement: { summary: { effect: { url: expect.stringContaining('/acme/public/issues/1') } } },
      },
    });
    const id = String(house.world.repositoryNow(there).id);
    const intent = (await house.run(proposal.hash))?.entries.find(({ type }) => type === 'intent.recorded');
    expect(intent?.data).toMatchObject({ repositoryId: id });
  });

  it('compares a precondition at the target, whose authors can’t approve', async () => {
    const house = await startPair();
    const sha = house.world.commit({ repository: there, path: 'a', text: 'a', author: 'kim' });
    const precondition = { ref: { name: 'refs/heads/main', sha } };
    const proposal = await proposeThere(house, { precondition });
    await approve(house, proposal);
    expect(answers(house, proposal.number)[0]).toContain('`author_excluded`');
    await approveMeanwhile(
      house,
      proposal,
      () => house.world.commit({ repository: there, path: 'a', text: 'b', author: 'dana' }),
      () => house.world.as('ana').comment(repository, proposal.number, `/approve ${proposal.hash}`),
    );
    expect(made(house)).toBe(0);
    expect(answers(house, proposal.number).at(-1)).toContain('`precondition_failed`');
  });
});

describe('OI-07: a target elsewhere is refused at intake', () => {
  it('where the deciding repository’s own policy does not name it, as none does by default', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house, {}, writePolicy(house, 'version: 1\n'));
    expect(answers(house, proposal.number)[0]).toContain('`target_disallowed`');
  });

  it.each<[string, (control: string) => string | null]>([
    ['has no policy', () => null],
    ['accepts nobody', () => 'version: 1\n'],
    ['accepts this name under another id', () => 'version: 1\naccepts: {acme/payments: 1}\n'],
    [
      'accepts it, but not this type of action',
      (control) => `version: 1\naccepts: ${control}\nactions: {github.issue.label: {}}\n`,
    ],
  ])('where the target’s own policy says nothing of it: it %s', async (_, policy) => {
    const house = await startPair(policy);
    const proposal = await proposeThere(house);
    const [answer] = answers(house, proposal.number);
    expect(answer).toContain('`target_unaccepted`');
    expect(answer).toContain('name this repository under `accepts`');
    expect(await house.run(proposal.hash)).toBe(null);
  });

  it('where the target’s policy has faults, of which it tells none', async () => {
    const house = await startPair(() => 'version: 1\nsecret-key: x\n');
    const proposal = await proposeThere(house);
    const [answer] = answers(house, proposal.number);
    expect(answer).toContain('`target_policy_invalid`');
    expect(answer).not.toContain('secret-key');
  });

  it('where the target is frozen', async () => {
    const house = await startPair((control) => `version: 1\naccepts: ${control}\nfrozen: audit week\n`);
    const proposal = await proposeThere(house);
    expect(answers(house, proposal.number)[0]).toContain('`target_frozen`');
  });

  it('where its name and its id disagree', async () => {
    const house = await startPair();
    house.world.repository({ fullName: 'acme/public-2' });
    const { id, ownerId } = house.world.repositoryNow('acme/public-2');
    const target = { repository: { id: String(id), ownerId: String(ownerId), name: there } };
    const proposal = await proposeThere(house, { target });
    expect(answers(house, proposal.number)[0]).toContain('`target_moved`');
  });

  it('where no such repository is', async () => {
    const house = await startPair();
    const { ownerId } = house.world.repositoryNow(there);
    const target = { repository: { id: '4711', ownerId: String(ownerId), name: 'acme/public-3' } };
    const any = writePolicy(house, reaching.replace('public]', 'public-*]'));
    const proposal = await proposeThere(house, { target }, any);
    expect(answers(house, proposal.number)[0]).toContain('`target_missing`');
  });

  it('where the App is not installed on it, though anybody can read it', async () => {
    const house = await startPair();
    house.world.reach({ installation: house.installation, repositories: [repository] });
    const proposal = await proposeThere(house);
    const [answer] = answers(house, proposal.number);
    expect(answer).toContain('`target_missing`');
    expect(answer).toContain('install the App on the target repository');
  });

  it('OI-08: where it belongs to another account, which has the App, too', async () => {
    const house = await startPair();
    const { world } = house;
    world.repository({ fullName: 'umbra/open', visibility: 'public' });
    world.install({ app: 'countersign', account: 'umbra' });
    const control = world.repositoryNow(repository);
    const text = `version: 1\naccepts: {${repository}: ${control.id}}\n`;
    world.commit({ repository: 'umbra/open', path: policyPath, text });
    const { id, ownerId, fullName: name } = world.repositoryNow('umbra/open');
    const own = { id: String(id), ownerId: String(ownerId), name };
    const any = writePolicy(house, reaching.replace('acme/public', 'umbra/*'));
    await expect(proposeThere(house, { target: { repository: own } }, any)).rejects.toThrow(
      'proposal_malformed',
    );
    // Told as the account's own, it is found to be another's.
    const claimed = { ...own, ownerId: String(control.ownerId) };
    const proposal = await proposeThere(house, { target: { repository: claimed } }, any);
    expect(answers(house, proposal.number)[0]).toContain('`target_moved`');
    expect(made(house, 'umbra/open')).toBe(0);
  });
});

describe('a target elsewhere is looked at again when somebody approves', () => {
  it('and the approval is refused, with a next step, where it no longer accepts', async () => {
    const house = await startPair();
    const proposal = await proposeThere(house);
    house.world.commit({ repository: there, path: policyPath, text: 'version: 1\n' });
    await approve(house, proposal);
    const [answer] = answers(house, proposal.number);
    expect(answer).toContain('`target_unaccepted`');
    expect(typesOf(await house.run(proposal.hash))).not.toContain('approval.recorded');
    await decide(house, 'kim', proposal, 'who');
    expect(made(house)).toBe(0);
  });
});
