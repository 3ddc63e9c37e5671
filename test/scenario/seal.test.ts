/** A job seals its proposal by its own identity, with the App, before it opens the issue. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startIssuer, type Issuer } from '../support/issuer.ts';
import { openPage } from '../support/sealed-proposal.ts';
import { answers, repository, tickets, typesOf, type House } from './house.ts';
import { ask, compose, post, send, startSealing, tokenOf, workflowRef } from './oidc.ts';

let issuer: Issuer;
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(() => issuer.close());

/** What the App asked GitHub about where it is installed. */
function installationReads(house: House): readonly string[] {
  const routes = ['/app/installations', '/repos/{owner}/{repo}/installation'];
  return house.github.requests.map(({ route }) => route).filter((route) => routes.includes(route));
}

describe('a proposal that its own job sealed', () => {
  it('is taken in, approved and done, and the audit says who sealed', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const made = await send(house, page, tokenOf(issuer, house, page));
    expect(made).toMatchObject({ status: 201, body: { sealed: true, hash: page.hash } });
    const number = await openPage(house.github, repository, page);
    await house.settled();
    await house.world.as('kim').comment(repository, number, `/approve ${page.hash}`);
    await house.settled();
    const run = await house.run(page.hash);
    expect(typesOf(run)).toContain('readback.equal');
    expect(tickets(house)).toBe(1);
    const accepted = run?.entries.find(({ type }) => type === 'proposal.accepted');
    expect(accepted?.data).toMatchObject({
      seal: { kind: 'oidc', by: expect.stringContaining(`${issuer.url} token `) },
    });
    expect(house.github.violations).toEqual([]);
  });

  it('SE-09: leaves the token nowhere that people or the ledger see', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const token = tokenOf(issuer, house, page);
    const made = await send(house, page, token);
    const number = await openPage(house.github, repository, page);
    await house.settled();
    const [, , signature = ''] = token.split('.');
    const seen = JSON.stringify([
      made,
      await ask(house, page.hash),
      await house.run(page.hash),
      house.world.issues(repository),
      house.world.checkRuns(repository),
      answers(house, number),
      house.github.requests,
    ]);
    expect(seen).not.toContain(signature);
  });

  it('OI-21: stays sealed when token and key are gone and the App starts again', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    await send(house, page, tokenOf(issuer, house, page));
    issuer.rotate('gone');
    await house.restart(() => issuer.close());
    expect(await ask(house, page.hash)).toMatchObject({ status: 200, body: { sealed: true } });
    await openPage(house.github, repository, page);
    await house.settled();
    expect(typesOf(await house.run(page.hash))).toContain('proposal.accepted');
    issuer = await startIssuer();
  });

  it('OI-12: gets the recorded verdict again for the same token and for a new one', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const token = tokenOf(issuer, house, page);
    const first = await send(house, page, token);
    expect(await send(house, page, token)).toEqual(first);
    expect(await send(house, page, tokenOf(issuer, house, page))).toEqual(first);
    expect(await ask(house, page.hash)).toEqual({ ...first, status: 200 });
  });

  it('costs no request to GitHub: where the App is installed was read at its start', async () => {
    const house = await startSealing(issuer);
    for (let nth = 0; nth < 3; nth += 1) {
      const page = await compose(house);
      expect((await send(house, page, tokenOf(issuer, house, page))).status).toBe(201);
    }
    expect(installationReads(house)).toEqual(['/app/installations']);
  });
});

describe('a proposal is not sealed', () => {
  it.each([
    ['OI-07: with a token for another hash', { aud: `countersign:v1:${'00'.repeat(32)}` }],
    ['OI-08: with a token of another repository', { repository_id: '999999' }],
    ['OI-08: with a token of a repository of the same name, made again', { repository_id: '999999' }],
    [
      'OI-10: with a token of another workflow',
      { workflow_ref: workflowRef.replace('countersign', 'other') },
    ],
    ['OI-10: with a token of a feature branch', { workflow_ref: workflowRef.replace('main', 'feature') }],
    [
      'OI-10: with a token of a called workflow elsewhere',
      { job_workflow_ref: workflowRef.replace('acme', 'mallory') },
    ],
    ['OI-11: with a token of the second attempt', { run_attempt: '2' }],
    ['OI-13: with a token of a run for a pull request', { event_name: 'pull_request' }],
    ['with a token of somebody else’s run', { actor_id: '999999' }],
  ])('%s', async (_, claims) => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    expect(await send(house, page, tokenOf(issuer, house, page, { claims }))).toEqual({
      status: 403,
      body: { sealed: false, code: 'token_differs' },
    });
    expect(await ask(house, page.hash)).toEqual({
      status: 404,
      body: { sealed: false, code: 'seal_missing' },
    });
    const number = await openPage(house.github, repository, page);
    await house.settled();
    expect(answers(house, number).join()).toContain('`seal_missing`');
    expect(await house.run(page.hash)).toBeNull();
  });

  it.each([
    ['OI-01: without a signature', { header: { alg: 'none' }, by: 'nobody' }, 'token_malformed'],
    ['OI-01: by HMAC', { header: { alg: 'HS256' }, by: 'public-key' }, 'token_malformed'],
    ['by a stranger’s key', { by: 'stranger' }, 'token_untrusted'],
    ['by another issuer', { claims: { iss: 'http://127.0.0.1:1' } }, 'token_untrusted'],
    [
      'OI-17: after its token’s time',
      { claims: { exp: 1_796_000_000, iat: 1_795_999_000 } },
      'token_expired',
    ],
  ] as const)('%s', async (_, twist, code) => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const answer = await send(house, page, tokenOf(issuer, house, page, twist));
    expect(answer).toEqual({ status: 401, body: { sealed: false, code } });
  });

  it('where the App is not installed, and nothing is stored', async () => {
    const house = await startSealing(issuer);
    const elsewhere = 'mallory/tools';
    house.world.repository({ fullName: elsewhere, visibility: 'public' });
    const page = await compose(house, undefined, elsewhere);
    expect(await send(house, page, tokenOf(issuer, house, page, {}, elsewhere))).toEqual({
      status: 403,
      body: { sealed: false, code: 'not_installed' },
    });
    expect((await ask(house, page.hash)).status).toBe(404);
  });

  it('while the issuer does not answer; then the same token seals', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const token = tokenOf(issuer, house, page);
    issuer.answer('/.well-known/openid-configuration', (_, response) => {
      response.writeHead(503).end();
    });
    const answer = await send(house, page, token);
    expect(answer).toEqual({ status: 503, body: { sealed: false, code: 'issuer_unreachable' } });
    issuer.answer('/.well-known/openid-configuration', null);
    await house.restart();
    expect((await send(house, page, token)).status).toBe(201);
  });

  it('OI-12: while its Actions run has another proposal open', async () => {
    const house = await startSealing(issuer);
    const first = await compose(house);
    await send(house, first, tokenOf(issuer, house, first));
    const number = await openPage(house.github, repository, first);
    await house.settled();
    const second = await compose(house, first.actionsRun);
    expect(await send(house, second, tokenOf(issuer, house, second))).toEqual({
      status: 409,
      body: { sealed: false, code: 'run_open' },
    });
    await house.world.as('kim').comment(repository, number, `/reject ${first.hash}`);
    await house.settled();
    expect((await send(house, second, tokenOf(issuer, house, second))).status).toBe(201);
  });

  it('OI-12: more often than sixteen times for one Actions run', async () => {
    const house = await startSealing(issuer);
    const first = await compose(house);
    const codes: number[] = [];
    for (let nth = 0; nth < 17; nth += 1) {
      const page = nth === 0 ? first : await compose(house, first.actionsRun);
      codes.push((await send(house, page, tokenOf(issuer, house, page))).status);
    }
    expect(codes).toEqual([...Array.from({ length: 16 }, () => 201), 429]);
  });

  it('for a repository that asks more often than thirty times at once', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const token = tokenOf(issuer, house, page);
    const statuses: number[] = [];
    for (let nth = 0; nth < 31; nth += 1) statuses.push((await send(house, page, token)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429]);
  });
});

describe('the door for seals', () => {
  it('SE-09: refuses what is no request, without a word of it', async () => {
    const house = await startSealing(issuer);
    const canary = 'eyJhbGciOiJub25lIn0.canary.';
    for (const body of ['', '{}', '[]', 'null', `{"token":"${canary}"}`, '{"kind":1,"kind":2}', '\uFEFF{}']) {
      const answer = await post(house, body);
      expect(answer).toEqual({ status: 400, body: { sealed: false, code: 'seal_malformed' } });
    }
  });

  it('DO-01: refuses a body of 1 MB before it is read, and a token of that size', async () => {
    const house = await startSealing(issuer);
    const page = await compose(house);
    const answer = await send(house, page, 'a'.repeat(1_048_576));
    expect(answer).toEqual({ status: 413, body: { sealed: false, code: 'seal_malformed' } });
    const long = await send(house, page, `${'a'.repeat(20_000)}.b.c`);
    expect(long).toEqual({ status: 400, body: { sealed: false, code: 'seal_malformed' } });
  });

  it('refuses another type, an encoding and another method', async () => {
    const house = await startSealing(issuer);
    expect((await post(house, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const encoded = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await post(house, '{}', encoded)).status).toBe(415);
    expect((await fetch(`${house.app.url}/api/countersign/seals`)).status).toBe(405);
    const one = `${house.app.url}/api/countersign/seals/${'ab'.repeat(32)}`;
    expect((await fetch(one, { method: 'POST', body: '{}' })).status).toBe(405);
  });

  it.each(['ab', 'AB'.repeat(32), `${'ab'.repeat(32)}/x`, '..%2f', ''])(
    'answers a hash that is none, %j, with 404',
    async (hash) => {
      const house = await startSealing(issuer);
      expect(await ask(house, hash)).toEqual({
        status: 404,
        body: { sealed: false, code: 'hash_malformed' },
      });
    },
  );

  it('DO-05: answers one address sixty times at once, and says when to come again', async () => {
    const house = await startSealing(issuer);
    const statuses: number[] = [];
    for (let nth = 0; nth < 60; nth += 1) statuses.push((await ask(house, 'ab'.repeat(32))).status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    let last: Response | null = null;
    // Turns come back, one a second, while the first sixty are taken.
    for (let nth = 0; nth < 20 && last?.status !== 429; nth += 1)
      last = await fetch(`${house.app.url}/api/countersign/seals/${'ab'.repeat(32)}`);
    expect(last?.status).toBe(429);
    expect(last?.headers.get('retry-after')).toBe('5');
  });
});
