/** What an OIDC seal is worth later on: at intake, for a re-run, and when the ledger was lost. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../app/log.ts';
import { rebuildLedger } from '../../app/rebuild.ts';
import type { RebuildLine } from '../../lib/service/rebuild-repository.ts';
import { startIssuer, type Issuer } from '../support/issuer.ts';
import { openPage, type SealedPage } from '../support/sealed-proposal.ts';
import { answers, repository, typesOf, type House } from './house.ts';
import { ask, compose, send, startSealing, tokenOf } from './oidc.ts';
import { writePolicy } from './under-policy.ts';

let issuer: Issuer;
let house: House;
beforeEach(async () => {
  issuer = await startIssuer();
  house = await startSealing(issuer);
});
afterEach(() => issuer.close());

async function open(page: SealedPage): Promise<number> {
  const number = await openPage(house.github, repository, page);
  await house.settled();
  return number;
}

function loseLedger(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${house.settings.ledgerPath}${end}`, { force: true });
}

async function rebuild(): Promise<readonly RebuildLine[]> {
  const lines: RebuildLine[] = [];
  const report = (line: RebuildLine): void => void lines.push(line);
  await rebuildLedger(house.settings, createLogger('silent'), [repository], report);
  return lines;
}

describe('a sealed proposal at intake', () => {
  it('OI-16: of a job on somebody’s own machine is refused, by the default policy', async () => {
    const page = await compose(house);
    const claims = { runner_environment: 'self-hosted' };
    expect((await send(house, page, tokenOf(issuer, house, page, { claims }))).status).toBe(201);
    expect(answers(house, await open(page)).join()).toContain('`runner_refused`');
    expect(await house.run(page.hash)).toBeNull();
  });

  it('OI-15: of a job outside the environments that the policy names is refused, and one within is taken in', async () => {
    const policy = writePolicy(house, 'version: 1\nenvironments: [production]\n');
    for (const claims of [{}, { environment: 'test' }]) {
      const page = await compose(house, undefined, repository, policy);
      expect((await send(house, page, tokenOf(issuer, house, page, { claims }))).status).toBe(201);
      expect(answers(house, await open(page)).join()).toContain('`environment_refused`');
      expect(await house.run(page.hash)).toBeNull();
    }
    const page = await compose(house, undefined, repository, policy);
    await send(house, page, tokenOf(issuer, house, page, { claims: { environment: 'production' } }));
    await open(page);
    expect(typesOf(await house.run(page.hash))).toContain('proposal.accepted');
  });

  it('OI-13: of a run for somebody’s comment is refused, by the default policy', async () => {
    const actionsRun = house.world.actionsRun({
      repository,
      path: '.github/workflows/countersign.yml',
      event: 'issue_comment',
      actor: 'dana',
    });
    const page = await compose(house, actionsRun);
    expect((await send(house, page, tokenOf(issuer, house, page))).status).toBe(201);
    expect(answers(house, await open(page)).join()).toContain('`event_refused`');
  });

  it('EV-17: counts in its own text only: the page may still not be another', async () => {
    const page = await compose(house);
    await send(house, page, tokenOf(issuer, house, page));
    const changed = { ...page, body: page.body.replace('medium', 'low') };
    expect(answers(house, await open(changed)).join()).toContain('`body_differs`');
  });

  it('is not known by another proposal of the same job', async () => {
    const [sealed, other] = [await compose(house), await compose(house)];
    await send(house, sealed, tokenOf(issuer, house, sealed));
    expect(answers(house, await open(other)).join()).toContain('`seal_missing`');
  });
});

describe('a re-run', () => {
  it('OI-11: hears that its open proposal is sealed, and its own token does not seal that record', async () => {
    const page = await compose(house);
    const first = await send(house, page, tokenOf(issuer, house, page));
    await open(page);
    expect(await ask(house, page.hash)).toEqual({ ...first, status: 200 });
    const again = tokenOf(issuer, house, page, { claims: { run_attempt: '2' } });
    expect(await send(house, page, again)).toMatchObject({ status: 403, body: { code: 'token_differs' } });
  });
});

describe('a ledger that was lost', () => {
  it('OI-21: is rebuilt with what jobs sealed, as the App’s own signed audit says', async () => {
    const page = await compose(house);
    const first = await send(house, page, tokenOf(issuer, house, page));
    const number = await open(page);
    await house.restart(async () => {
      loseLedger();
      expect(await rebuild()).toMatchObject([{ told: { outcome: 'restored' } }]);
    });
    expect(await ask(house, page.hash)).toMatchObject({
      status: 200,
      body: { sealed: true, record: first.body['record'] },
    });
    // GitHub delivers the issue once more: the run is known, and nobody is told that it had no seal.
    const before = house.github.hooks.deliveries.map(({ id }) => id);
    for (const id of before) await house.github.hooks.redeliver(id);
    await house.settled();
    expect(answers(house, number).join()).not.toContain('seal_missing');
    await house.world.as('kim').comment(repository, number, `/approve ${page.hash}`);
    await house.settled();
    expect(typesOf(await house.run(page.hash))).toContain('readback.equal');
  });

  it('is rebuilt without a proposal that no job sealed', async () => {
    const page = await compose(house);
    await open(page);
    await house.restart(async () => {
      loseLedger();
      expect(await rebuild()).not.toMatchObject([{ told: { outcome: 'restored' } }]);
    });
    expect((await ask(house, page.hash)).status).toBe(404);
  });
});
